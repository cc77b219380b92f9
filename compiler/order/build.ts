/**
 * Builds the network rule by rule, in load order, with CLIPS' sharing and CLIPS' places for new nodes and joins
 * (factbld.c, rulebld.c; clips-order.md, 2.2-2.4, 3.1, 3.4, 6.4).
 */
import type { Rule } from '../ruleset.ts';
import type { PlacedElement } from './place-elements.ts';
import { joinTestKey } from './keys.ts';
import type { AlphaNode, HashPair, Join, JoinTest, Reference, RightInput } from './network.ts';
import { placePattern } from './place-pattern.ts';
import { elementAt, required } from '../required.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A pattern node under construction. */
export interface BuiltNode extends Mutable<Omit<AlphaNode, 'children' | 'entries'>> {
  readonly key: string;
  /** The last one first, until the list is complete. */
  readonly children: BuiltNode[];
  /** The children by key: ten thousand rules may differ in constants of one slot. */
  readonly byKey: Map<string, BuiltNode>;
  /** The last one first, until the list is complete. */
  readonly entries: BuiltJoin[];
  readonly entriesByKey: JoinsByKey;
}

/** Joins that a later rule may share; a decision table has as many below one join as it has rows. */
type JoinsByKey = Map<string, BuiltJoin>;

/** A join under construction. */
interface BuiltJoin extends Mutable<Omit<Join, 'children' | 'previous' | 'right'>> {
  readonly right: { kind: 'alpha'; node: BuiltNode } | { kind: 'group'; join: BuiltJoin } | { kind: 'none' };
  readonly previous: BuiltJoin | null;
  /** The last one first, until the list is complete. */
  readonly children: { readonly join: BuiltJoin; readonly side: 'left' | 'right' }[];
  /** Made on first use: most joins have one child, where a rule ends. */
  childrenByKey: JoinsByKey | null;
}

export interface Builder {
  readonly roots: Map<string, BuiltNode>;
  readonly joins: BuiltJoin[];
  readonly rightPrimes: BuiltJoin[];
  readonly rightPrimesByKey: JoinsByKey;
  readonly leftPrimes: BuiltJoin[];
  nodes: number;
}

export function createBuilder(): Builder {
  return {
    roots: new Map(),
    joins: [],
    rightPrimes: [],
    rightPrimesByKey: new Map(),
    leftPrimes: [],
    nodes: 0,
  };
}

/** Parts that decide if two joins can be shared. */
interface JoinParts {
  readonly right: BuiltJoin['right'];
  readonly negated: boolean;
  readonly exists: boolean;
  readonly tests: readonly JoinTest[];
  readonly secondary: readonly JoinTest[];
  readonly hash: readonly HashPair[];
}

function keyOf({ tests, secondary, hash, right, negated, exists }: JoinParts, first: boolean): string {
  const mode = exists ? 'exists' : negated ? 'negated' : 'positive';
  const pairs = hash.map(
    ({ slot, left }) => `${right.kind === 'group' ? slot : ''}=${left.position}.${left.slot}`,
  );
  return [
    `${mode} ${first} ${rightKey(right)}`,
    tests.map(joinTestKey).join('&'),
    secondary.map(joinTestKey).join('&'),
    pairs.join(','),
  ].join(' / ');
}

function rightKey(right: BuiltJoin['right']): string {
  switch (right.kind) {
    case 'alpha':
      return `node ${right.node.id}`;
    case 'group':
      return `group ${right.join.id}`;
    case 'none':
      return 'none';
  }
}

/** The joins at the place where a join of these parts would go. */
function candidatesFor(builder: Builder, previous: BuiltJoin | null, right: BuiltJoin['right']): JoinsByKey {
  if (previous !== null) return (previous.childrenByKey ??= new Map());
  if (right.kind === 'none') return builder.rightPrimesByKey;
  return right.kind === 'alpha' ? right.node.entriesByKey : (right.join.childrenByKey ??= new Map());
}

function shapeAfter(previous: BuiltJoin | null, parts: JoinParts): readonly (string | null)[] {
  const own =
    parts.right.kind === 'alpha' && !parts.negated && !parts.exists ? parts.right.node.template : null;
  return [...(previous?.shape ?? []), own];
}

function newJoin(
  builder: Builder,
  previous: BuiltJoin | null,
  parts: JoinParts,
  key: string,
  rule: Rule,
  element: number,
  terminal: Join['terminal'],
): BuiltJoin {
  const { right, tests, secondary, hash } = parts;
  const join: BuiltJoin = {
    id: builder.joins.length,
    right,
    first: previous === null,
    negated: parts.negated && !parts.exists,
    exists: parts.exists,
    tests,
    secondary,
    hash,
    children: [],
    childrenByKey: null,
    previous,
    shape: terminal === null ? shapeAfter(previous, parts) : required(previous, 'previous').shape,
    terminal,
    rule,
    element,
  };
  builder.joins.push(join);
  if (terminal === null) candidatesFor(builder, previous, right).set(key, join);
  const isGroup = right.kind === 'group';
  if (previous !== null) {
    // A join from the right comes second, so that the group's own chain is driven before it.
    const first = isGroup ? previous.children.pop() : undefined;
    previous.children.push({ join, side: 'left' });
    if (first !== undefined) previous.children.push(first);
  }
  if (right.kind === 'none') {
    if (join.first) builder.rightPrimes.unshift(join);
    return join;
  }
  if (join.first && (join.negated || isGroup) && !join.exists) builder.leftPrimes.unshift(join);
  if (right.kind === 'group') right.join.children.push({ join, side: 'right' });
  else right.node.entries.push(join);
  return join;
}

const NO_RIGHT: RightInput & { kind: 'none' } = { kind: 'none' };
const EMPTY: JoinParts = {
  right: NO_RIGHT,
  negated: false,
  exists: false,
  tests: [],
  secondary: [],
  hash: [],
};

/** State of building one disjunct. */
interface Construction {
  readonly builder: Builder;
  readonly elements: readonly PlacedElement[];
  readonly rule: Rule;
  readonly terminal: Join['terminal'];
}

interface ChainState {
  readonly last: BuiltJoin | null;
  readonly reuse: boolean;
  readonly first: boolean;
}

/** How far an element reaches: the element after it (or after its group), and whether it ends the chain. */
function extent(elements: readonly PlacedElement[], i: number, depth: number) {
  const element = elementAt(elements, i);
  let next = i + 1;
  let ends = false;
  let after: readonly JoinTest[] = [];
  if (element.end > depth) {
    while (next < elements.length && elementAt(elements, next).end > depth) next++;
    if (next < elements.length && elementAt(elements, next).end < depth) ends = true;
    if (!ends) {
      next++;
      const follower = elements[next];
      if (follower?.kind === 'test' && follower.begin >= depth) {
        if (follower.end < depth) ends = true;
        after = follower.tests;
        next++;
      }
    }
  } else if (element.end === depth) {
    const follower = elements[next];
    ends = follower === undefined || (follower.kind === 'test' && follower.end < depth);
  } else {
    ends = true;
  }
  return { next, ends, after };
}

function partsOf(
  work: Construction,
  i: number,
  depth: number,
  after: readonly JoinTest[],
  state: ChainState,
): JoinParts {
  const element = elementAt(work.elements, i);
  if (element.begin > depth) {
    const group = construct(work, i, depth + 1, state);
    return {
      right: { kind: 'group', join: group },
      negated: element.negated,
      exists: element.existsGroup,
      tests: element.agreement,
      secondary: after,
      hash: element.groupHash,
    };
  }
  const right: BuiltJoin['right'] =
    element.kind === 'test' || element.initial
      ? NO_RIGHT
      : { kind: 'alpha', node: placePattern(work.builder, element, work.rule) };
  const { negated, exists, tests, secondary, hash } = element;
  return { right, negated, exists, tests, secondary, hash: right.kind === 'none' ? [] : hash };
}

/** Builds (or finds) the joins of a chain from element `from` on; at depth 1 it ends with the terminal join. */
function construct(work: Construction, from: number, depth: number, start: ChainState): BuiltJoin {
  const { builder, elements, rule } = work;
  let { last, reuse, first } = start;
  if (elements.length === 0) {
    const key = keyOf(EMPTY, true);
    last = builder.rightPrimesByKey.get(key) ?? newJoin(builder, null, EMPTY, key, rule, 0, null);
  }
  for (let i = from; i < elements.length;) {
    const { next, ends, after } = extent(elements, i, depth);
    const parts = partsOf(work, i, depth, after, { last, reuse, first });
    const key = keyOf(parts, first);
    const shared = reuse ? candidatesFor(builder, last, parts.right).get(key) : undefined;
    reuse = shared !== undefined;
    last = shared ?? newJoin(builder, last, parts, key, rule, i, null);
    if (ends) break;
    i = next;
    first = false;
  }
  if (depth === 1) return newJoin(builder, last, EMPTY, '', rule, elements.length, work.terminal);
  return required(last, 'last');
}

/** Reverses the lists that grew at their ends, once every rule is in. */
export function finish({ roots, joins }: Builder): void {
  for (const { children } of joins) children.reverse();
  const turn = (node: BuiltNode): void => {
    node.entries.reverse();
    node.children.reverse();
    node.children.forEach(turn);
  };
  for (const root of roots.values()) turn(root);
}

/** Adds one disjunct of a rule to the network. */
export function addDisjunct(
  builder: Builder,
  rule: Rule,
  disjunct: number,
  elements: readonly PlacedElement[],
  variables: ReadonlyMap<string, Reference>,
): void {
  const work: Construction = { builder, elements, rule, terminal: { rule, disjunct, variables } };
  construct(work, 0, 1, { last: null, reuse: true, first: true });
}
