import type { Operand } from '../../language/operators/operator.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import { isAllowed } from '../scope/allowed-values.ts';
import { findConstant, isConstantAlias, reportKind, writeOut } from '../scope/constants.ts';
import { typeText } from '../scope/literals.ts';
import type { OperandScope } from './check-operands.ts';

/** The keys of a map among the constants that the slot may hold. */
export function checkKeys(argument: ArgumentSyntax, scope: OperandScope): readonly Operand[] | null {
  const { context, slot } = scope;
  const { at } = argument;
  if (argument.kind !== 'reference' || !isConstantAlias(argument.alias, context)) {
    const parameters = { operator: scope.operator.name, expected: 'a map among the constants' };
    context.report.add('argument-kind', at, parameters);
    return null;
  }
  const constant = findConstant(argument.slot, at, context);
  if (constant === null) return null;
  if (constant.kind !== 'map') return reportKind(constant, 'a map', at, context);
  if (!writeOut(constant.entries.size, at, context)) return null;
  const allowedKeys = [...constant.entries.keys()].filter((key) => isAllowed(slot, key));
  const keys = allowedKeys.map((key) => typeText(key, slot.type, at, context.report));
  if (keys.length === 0)
    context.report.add('never-holds', at, { why: `slot \`${slot.name}\` allows none of the keys` });
  if (keys.length === 0 || keys.includes(null)) return null;
  return keys.flatMap((value): readonly Operand[] => (value ? [{ kind: 'literal', value, at }] : []));
}
