/** Which parts of the network can put matching off (runtime/deferral.ts), and what each is called. */
import type { Expression } from '../../expression/expression.ts';
import { partsOf } from '../../expression/variables.ts';
import type { Join, JoinTest } from '../../plan/network.ts';
import type { Code } from '../../write/code.ts';
import type { Context } from './context.ts';
import { joinCondition, secondaryCondition } from './emit-test.ts';
import type { NetworkNames } from './join-names.ts';
import type { Sides } from './reference.ts';

/** The joins behind one first join. */
export interface DeferredPart {
  /** Property of the matcher. */
  readonly property: Code;
  /** Where all its activations go. */
  readonly module: string;
  readonly salience: number;
  /** Templates of its negated patterns. */
  readonly negated: readonly string[];
}

/** Makes the sides of a join test in generated code. */
export type SidesOf = (join: Join) => Sides;

function firstOf(join: Join): Join {
  let first = join;
  while (first.previous !== null) first = first.previous;
  return first;
}

/** An expression that says the same later: it reads the facts of its match only. */
function isConstant(context: Context, expression: Expression): boolean {
  if (expression.kind === 'fact-query') return false;
  if (expression.kind === 'call' && context.counters.functions.has(expression.name)) return false;
  return partsOf(expression).every((part) => isConstant(context, part));
}

function canWait(context: Context, join: Join, sides: Sides): boolean {
  const steady = (test: JoinTest): boolean =>
    test.kind !== 'expression' || isConstant(context, test.bound.expression);
  return (
    [...join.tests, ...join.secondary].every(steady) &&
    !joinCondition(context, join, sides).canFail &&
    !secondaryCondition(context, join, sides).canFail
  );
}

/** Whether joins that hang together can put off what they do without anybody seeing it. */
function isDeferrable(context: Context, joins: readonly Join[], sidesOf: SidesOf): boolean {
  const [first] = joins;
  const terminals = joins.flatMap(({ terminal }) => (terminal === null ? [] : [terminal.rule]));
  const inner = joins.filter(({ terminal }) => terminal === null);
  return (
    // One activation finds its place by where its step stands, so all must be on one stack.
    terminals.every(
      ({ module, salience }) => module === terminals[0]!.module && salience === terminals[0]!.salience,
    ) &&
    // A single pattern has nothing to put off.
    inner.length > 1 &&
    !first!.negated &&
    inner.every(
      (join) =>
        join.removable &&
        join.right.kind === 'alpha' &&
        // A marker that comes and goes leaves a trace in what it blocks or lets pass.
        !join.exists &&
        canWait(context, join, sidesOf(join)),
    )
  );
}

/** The part of each join that belongs to one. */
export function findDeferredParts(
  context: Context,
  names: NetworkNames,
  sidesOf: SidesOf,
): ReadonlyMap<Join, DeferredPart> {
  const chains = new Map<Join, Join[]>();
  const withGroups = new Set<Join>();
  for (const join of context.network.joins) {
    const first = firstOf(join);
    const chain = chains.get(first);
    if (chain === undefined) chains.set(first, [join]);
    else chain.push(join);
    if (join.right.kind === 'group') withGroups.add(first).add(firstOf(join.right.join));
  }
  const parts = new Map<Join, DeferredPart>();
  for (const [first, joins] of chains) {
    if (withGroups.has(first) || !isDeferrable(context, joins, sidesOf)) continue;
    const { module, salience } = joins.find(({ terminal }) => terminal !== null)!.rule;
    const negated = joins.flatMap(({ negated: isNegated, right }) =>
      isNegated && right.kind === 'alpha' ? [right.node.template] : [],
    );
    const part: DeferredPart = {
      property: names.deferred(first),
      module,
      salience,
      negated: [...new Set(negated)],
    };
    for (const join of joins) parts.set(join, part);
  }
  return parts;
}
