/** Operation of each join, with the ids of everything that it needs. */
import type { Join, JoinTest, Network } from '../order/network.ts';
import { remainingTests, uniquePairs } from './keys.ts';
import type { AgendaPlan, Child, JoinPlan, RemovableJoin, RemovableRight, PlainJoin } from './match-plan.ts';
import type { Shape } from './memory-plan.ts';
import type { RegionId, RuleId } from './ids.ts';
import type { Memories } from './memories.ts';
import type { JoinKind, Kinds } from './retractable.ts';
import { elementAt, entryOf, required } from '../required.ts';

interface JoinFacts {
  readonly network: Network;
  readonly kinds: Kinds;
  readonly shapes: readonly Shape[];
  readonly memories: Memories;
  readonly ruleId: (join: Join) => RuleId;
  readonly regionOf: ReadonlyMap<Join, RegionId>;
  readonly agendas: readonly AgendaPlan[];
}

function childrenOf(join: Join): readonly Child[] {
  return join.children.map(({ join: child, side }) => ({ join: child.id, side }));
}

function testsFail(tests: readonly JoinTest[]): boolean {
  return tests.some((test) => test.kind === 'expression' && test.bound.expression.canFail);
}

function levelOf({ terminal }: Join, agendas: readonly AgendaPlan[]): number {
  const { module, salience } = required(terminal, 'terminal').rule;
  return agendas.find((agenda) => agenda.module === module)!.saliences.indexOf(salience);
}

/** The joins that are passed through on the way to this one, the last first. */
function passedBefore(join: Join, { kindOf }: Kinds): readonly number[] {
  const passed: number[] = [];
  for (let before = join.previous; before !== null; before = before.previous) {
    if (kindOf[before.id] === 'late-negation') passed.push(before.id);
  }
  return passed;
}

function rightOf({ id, right }: Join, { memories, shapes }: JoinFacts): RemovableRight {
  switch (right.kind) {
    case 'alpha': {
      const { id: node, template } = right.node;
      return { kind: 'node', node, template, memory: memories.removableFacts.get(node) ?? null };
    }
    case 'group':
      return { kind: 'group', memory: entryOf(memories.group, id), shape: elementAt(shapes, right.join.id) };
    case 'none':
      return right;
  }
}

function modeOf({ negated, exists, right }: Join): RemovableJoin['mode'] {
  if (exists) return 'exists';
  return negated || right.kind === 'group' ? 'negated' : 'positive';
}

/** One join as the kind that was chosen for it. There are as many as patterns, so nothing is spread twice. */
function planJoin(join: Join, kind: JoinKind, facts: JoinFacts): JoinPlan {
  const { id, element, right, previous, secondary } = join;
  const { shapes, memories } = facts;
  const rule = facts.ruleId(join);
  const children = childrenOf(join);
  const shape = elementAt(shapes, id);
  if (kind === 'terminal') {
    const { disjunct, variables } = required(join.terminal, 'terminal');
    return {
      kind,
      id,
      rule,
      element,
      children,
      shape,
      disjunct,
      variables,
      removable: elementAt(facts.kinds.removable, id),
      level: levelOf(join, facts.agendas),
      region: facts.regionOf.get(join) ?? null,
      passed: passedBefore(join, facts.kinds),
    };
  }
  const tests = remainingTests(join);
  const canFail = testsFail(tests);
  const hash = uniquePairs(join);
  const left = previous === null ? null : elementAt(shapes, previous.id);
  if (kind === 'removable') {
    const region = facts.regionOf.get(join) ?? null;
    return {
      kind,
      id,
      rule,
      element,
      children,
      shape,
      tests,
      canFail,
      hash,
      mode: modeOf(join),
      blocks: join.negated || join.exists || right.kind === 'group',
      first: join.first,
      left,
      right: rightOf(join, facts),
      memory: memories.left.get(id) ?? null,
      secondary,
      region,
      leftGuard: join.first || region !== null ? 'none' : hash.length === 0 ? 'newest' : 'filled',
      endsAtOnce: endsAtOnce(join, facts.kinds),
    };
  }
  // INVARIANT: joins of these kinds have a pattern on their right, and all but the first one before them.
  if (right.kind !== 'alpha') throw new TypeError('an append-only join has a pattern on its right');
  const { id: node, template } = right.node;
  if (kind === 'first' || left === null)
    return { kind: 'first', id, rule, element, children, shape, tests, canFail, node, template };
  const found = entryOf(memories.facts, node);
  const asking = {
    id,
    rule,
    element,
    children,
    shape,
    tests,
    canFail,
    hash,
    node,
    template,
    left,
    facts: found,
  };
  if (kind === 'late-negation') return { ...asking, kind, secondary };
  const waiting = entryOf(memories.left, id);
  if (kind === 'exists') return { ...asking, kind, waiting };
  const split = [found, waiting].some((memory) => {
    const plan = elementAt(memories.all, memory);
    return (plan.kind === 'facts' || plan.kind === 'waiting') && plan.flag !== null;
  });
  return { ...asking, kind, waiting, split, leads: leadsTo(join) };
}

function leadsTo({ children }: Join): PlainJoin['leads'] {
  if (children.some(({ join }) => join.terminal === null)) return 'matches';
  return children.length === 1 ? 'activation' : 'activations';
}

function endsAtOnce({ children }: Join, kinds: Kinds): boolean {
  const [only, second] = children;
  if (only === undefined || second !== undefined) return false;
  const { join } = only;
  const kind = kinds.kindOf[join.id];
  return (
    kind === 'terminal' || (kind === 'removable' && modeOf(join) === 'negated' && endsAtOnce(join, kinds))
  );
}

export function planJoins(facts: JoinFacts): readonly JoinPlan[] {
  return facts.network.joins.map((join) => planJoin(join, elementAt(facts.kinds.kindOf, join.id), facts));
}
