import { literalForm } from '../scope/literals.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Literal } from '../../values.ts';
import type { ArgumentSyntax, LookupSyntax, OperatorSyntax } from '../../syntax.ts';
import { findConstant, isConstantAlias, reportKind, type Constant } from '../scope/constants.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/**
 * A call whose arguments say constants by their values; only a look-up with a key of a fact is left. Null (reported)
 * when one names no constant.
 */
export function withConstants<T extends Pick<OperatorSyntax, 'args'>>(
  call: T,
  context: RuleContext,
): T | null {
  if (!call.args.some(mayNameConstant)) return call;
  const args = call.args.map((arg) => replaced(arg, context));
  return args.includes(null) ? null : { ...call, args: args.flatMap((arg) => arg ?? []) };
}

function mayNameConstant(arg: ArgumentSyntax): boolean {
  return arg.kind !== 'bare' && arg.kind !== 'quoted' && arg.kind !== 'variable';
}

function replaced(arg: ArgumentSyntax, context: RuleContext): ArgumentSyntax | null {
  switch (arg.kind) {
    case 'bare':
    case 'quoted':
    case 'variable':
      return arg;
    case 'reference': {
      if (!isConstantAlias(arg.alias, context)) return arg;
      const constant = findConstant(arg.slot, arg.at, context);
      return constant && written(constant, arg.at, context);
    }
    case 'lookup':
      return lookup(arg, context);
    case 'list': {
      const items = arg.items.map((item) => replaced(item, context));
      return items.includes(null) ? null : { ...arg, items: items.flatMap((item) => item ?? []) };
    }
    case 'map': {
      const values = arg.entries.map(({ key, value }) => ({ key, value: replaced(value, context) }));
      const entries = values.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]));
      return entries.length < values.length ? null : { ...arg, entries };
    }
  }
}

/** A constant as if it had been written there. */
function written(constant: Constant, at: Span, context: RuleContext): ArgumentSyntax | null {
  switch (constant.kind) {
    case 'single':
      return literalArgument(constant.value, at);
    case 'list':
      return { kind: 'list', items: constant.items.map((item) => literalArgument(item, at)), at };
    case 'map':
      return reportKind(constant, 'a value or a list', at, context);
  }
}

function literalArgument(value: Literal, at: Span): ArgumentSyntax {
  return { kind: 'bare', text: literalForm(value), isConstant: true, at };
}

/** With a key that is written out it is the value itself. */
function lookup(arg: LookupSyntax, context: RuleContext): ArgumentSyntax | null {
  const constant = findConstant(arg.map, arg.at, context);
  if (constant === null) return null;
  if (constant.kind !== 'map') return reportKind(constant, 'a map', arg.at, context);
  const key = replaced(arg.key, context);
  if (key?.kind !== 'bare' && key?.kind !== 'quoted') return key && { ...arg, key };
  const value = constant.entries.get(key.text);
  if (value !== undefined) return literalArgument(value, arg.at);
  const parameters = { name: constant.name, key: key.text };
  context.report.add(
    'unknown-constant-key',
    key.at,
    parameters,
    closestName(key.text, constant.entries.keys()),
  );
  return null;
}
