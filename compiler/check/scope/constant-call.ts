import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { CallExpression, Expression } from '../../language/expression/expression.ts';
import type { CallMeaning } from '../../language/expression/parser.ts';
import { buildAt, plainLiteral } from '../../language/operators/build-expression.ts';
import { lookupFunction } from '../../language/operators/constant-map.ts';
import type { Checked } from '../checked.ts';
import { CONSTANT_ALIAS, findConstant, reportKind } from './constants.ts';
import type { InternalFunctions } from './internal-functions.ts';

type Surroundings = { readonly checked: Checked; readonly report: Report };

/**
 * `(const name)` and `(const map ?key)` in expressions. A ruleset that has a function of this name keeps it.
 *
 * @param internals where the functions of maps are made
 */
export function constantCalls(checked: Checked, internals: InternalFunctions, report: Report): CallMeaning {
  const isTaken = checked.syntax.functions.some(({ name }) => name.value === CONSTANT_ALIAS);
  if (isTaken || checked.constants.size === 0) return (call) => call;
  const surroundings = { checked, report };
  return (call) => (call.name === CONSTANT_ALIAS ? meaningOf(call, internals, surroundings) : call);
}

function meaningOf(
  { args, at }: CallExpression,
  { nameOf }: InternalFunctions,
  surroundings: Surroundings,
): Expression | null {
  const { report } = surroundings;
  const [named, key, more] = args;
  if (named?.kind !== 'literal' || named.value.type !== 'SYMBOL' || more !== undefined) {
    report.add('constant-call', at);
    return null;
  }
  const constant = findConstant(named.value.value, named.at, surroundings);
  if (constant === null) return null;
  const { call, literal } = buildAt(at);
  if (constant.kind === 'map') {
    if (key === undefined) return reportKind(constant, 'a key', at, surroundings);
    const written = key.kind === 'literal' ? String(key.value.value) : null;
    if (written === null || constant.entries.has(written)) {
      return call(nameOf(lookupFunction(constant, constant.at)), key);
    }
    const parameters = { name: constant.name, key: written };
    report.add('unknown-constant-key', key.at, parameters, closestName(written, constant.entries.keys()));
    return null;
  }
  if (key !== undefined) return reportKind(constant, 'a map', at, surroundings);
  if (constant.kind === 'single') return literal(plainLiteral(constant.value));
  return call('create$', ...constant.items.map((item) => literal(plainLiteral(item))));
}
