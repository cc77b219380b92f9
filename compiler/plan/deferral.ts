/** Which regions of the network can put matching off (runtime/matching/deferral.ts). */
import type { Join, JoinTest, Network } from '../order/network.ts';
import { isSteady } from './steady.ts';
import { elementAt, required } from '../required.ts';

function firstOf(join: Join): Join {
  let first = join;
  while (first.previous !== null) first = first.previous;
  return first;
}

/** True if a test gives the same result later and raises no error. */
export function canWait(test: JoinTest): boolean {
  return test.kind !== 'expression' || (isSteady(test.bound.expression) && !test.bound.expression.canFail);
}

/** True if connected joins can defer their work unobserved. */
function isDeferrable(joins: readonly Join[], holding: (join: Join) => boolean): boolean {
  const [first] = joins;
  const terminals = joins.flatMap(({ terminal }) => (terminal === null ? [] : [terminal.rule]));
  const inner = joins.filter(({ terminal }) => terminal === null);
  return (
    inner.some(holding) &&
    // An activation finds its place by its step, so all must be on one stack.
    terminals.every(
      ({ module, salience }) =>
        module === elementAt(terminals, 0).module && salience === elementAt(terminals, 0).salience,
    ) &&
    // A single pattern has nothing to put off, and what a key finds is few: looking is as cheap as remembering to look.
    inner.some(({ first: isFirst, negated, hash }) => !isFirst && !negated && hash.length === 0) &&
    !required(first, 'first').negated &&
    inner.every(
      (join) =>
        join.right.kind === 'alpha' &&
        // A marker that comes and goes leaves a trace in what it blocks or lets pass.
        !join.exists &&
        [...join.tests, ...join.secondary].every(canWait),
    )
  );
}

/** The joins of each region, by the first of them. */
export function findDeferredRegions(
  network: Network,
  holding: (join: Join) => boolean,
): ReadonlyMap<Join, readonly Join[]> {
  const chains = new Map<Join, Join[]>();
  const withGroups = new Set<Join>();
  for (const join of network.joins) {
    const first = firstOf(join);
    const chain = chains.get(first);
    if (chain === undefined) chains.set(first, [join]);
    else chain.push(join);
    if (join.right.kind === 'group') withGroups.add(first).add(firstOf(join.right.join));
  }
  return new Map(
    [...chains].filter(([first, joins]) => !withGroups.has(first) && isDeferrable(joins, holding)),
  );
}
