/**
 * Functions that memoize their last call. Several joins often ask the same of one pair of facts: where a function has
 * loops and what it says depends on its arguments alone, the second answer is looked up.
 */
import { representation, type Representation } from '../language/static-type.ts';
import type { CallTarget, TypedExpression, TypedFunction } from '../language/expression/typed-expression.ts';
import { partsOf } from '../language/expression/variables.ts';
import type { Intrinsic } from './intrinsics.ts';
import type { AlphaNode, AlphaTest, JoinTest, Network } from '../order/network.ts';

/** As many arguments as a LastCall compares (runtime/functions/last-call.ts). */
const MOST_ARGUMENTS = 3;

/** Values that are the same exactly when they are `===`: of floats 0.0 and -0.0 are not, and NaN is never. */
const COMPARED: ReadonlySet<Representation> = new Set(['integer', 'string', 'symbol', 'boolean']);

/** Known properties of a function's body. */
interface Traits {
  /** Its answer depends on its arguments alone. */
  readonly pure: boolean;
  readonly loops: boolean;
}

/** Nothing is assumed of a recursive function. */
const UNKNOWN: Traits = { pure: false, loops: true };

/** Names of the functions that memoize their last call, by the id of their version. `nodes`: of the pattern network. */
export function planMemoized(
  functions: readonly TypedFunction[],
  network: Network,
  nodes: readonly AlphaNode[],
  intrinsics: ReadonlyMap<number, Intrinsic>,
): ReadonlyMap<number, string> {
  const known = new Map<number, Traits>();
  const traitsOf = (id: number): Traits => {
    const found = known.get(id);
    if (found !== undefined) return found;
    known.set(id, UNKNOWN);
    const body = functions[id]?.body ?? [];
    const traits = { pure: body.every(isPure), loops: body.some(hasLoop) };
    known.set(id, traits);
    return traits;
  };
  const isPure = (expression: TypedExpression): boolean => {
    if (expression.kind === 'fact-query' || expression.kind === 'fact-slot') return false;
    if (expression.kind === 'call' && !isPureTarget(expression.target)) return false;
    return partsOf(expression).every(isPure);
  };
  const isPureTarget = (target: CallTarget): boolean => {
    switch (target.kind) {
      case 'function':
      case 'matches':
      case 'text-test':
        return true;
      case 'sort':
        return isPureTarget(target.order.target);
      case 'deffunction':
        return traitsOf(target.version.id).pure;
      default:
        return false;
    }
  };
  const hasLoop = (expression: TypedExpression): boolean =>
    LOOPS.has(expression.kind) ||
    (expression.kind === 'call' &&
      expression.target.kind === 'deffunction' &&
      traitsOf(expression.target.version.id).loops) ||
    partsOf(expression).some(hasLoop);

  const asking = countAsking(network, nodes);
  const isMemoized = ({ version, wildcard }: TypedFunction): boolean => {
    const { id, parameterTypes } = version;
    if (intrinsics.has(id)) return false;
    if ((asking.get(id) ?? 0) < 2 || wildcard !== null) return false;
    if (parameterTypes.length === 0 || parameterTypes.length > MOST_ARGUMENTS) return false;
    if (!parameterTypes.every((type) => COMPARED.has(representation(type)))) return false;
    const { pure, loops } = traitsOf(id);
    return pure && loops;
  };
  return new Map(functions.filter(isMemoized).map(({ version: { id, name } }) => [id, name]));
}

const LOOPS: ReadonlySet<TypedExpression['kind']> = new Set(['while', 'loop-for-count', 'foreach']);

/** How many joins and nodes have a test that calls a function, by the id of its version. */
function countAsking(network: Network, nodes: readonly AlphaNode[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const all = [
    ...network.joins.map(({ tests, secondary }) => [...tests, ...secondary]),
    ...nodes.map(({ step }) => (step.kind === 'test' ? step.tests : [])),
  ];
  for (const tests of all) {
    for (const id of new Set(tests.flatMap(calledBy))) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function calledBy(test: AlphaTest | JoinTest): readonly number[] {
  return test.kind === 'expression' ? callsIn(test.bound.expression) : [];
}

function callsIn(expression: TypedExpression): readonly number[] {
  const inner = partsOf(expression).flatMap(callsIn);
  return expression.kind === 'call' && expression.target.kind === 'deffunction'
    ? [expression.target.version.id, ...inner]
    : inner;
}
