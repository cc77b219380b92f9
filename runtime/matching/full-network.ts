/**
 * The full network as CLIPS keeps it, with a memory for every negated and existential pattern. Generated code leaves
 * such memories out if facts are never removed; an engine from which facts are retracted between evaluations, or
 * that keeps what its rules did, needs them, because what is set free again is matched later than the rest. Here the
 * network is walked as data: a generated module holds one line per pattern and join.
 */
import type { ModuleAgenda } from '../engine/agenda.ts';
import type { RuleRecord } from '../abi.ts';
import { FullNetworkJoin, FullNetworkMemory, type FullNetworkJoinParts } from './full-network-join.ts';
import { Match } from './match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { alphaMatch, newMatch, type PartialMatch } from './partial-match.ts';
import type { Fact } from '../values/values.ts';

/** A node of a template's pattern network. Children and entries are newest first. */
export class FullNetworkNode {
  readonly test: ((matcher: never, fact: never) => boolean) | null;
  readonly children: FullNetworkNode[] = [];
  readonly entries: FullNetworkJoin[] = [];
  readonly memory: FullNetworkMemory;
  /** A selector: children by the value of a slot. */
  readonly slot: ((fact: never) => unknown) | null;
  readonly constants = new Map<unknown, FullNetworkNode>();
  /** Replaces the fact in all tests below: the fact with each item of a list. `null` for the fact itself. */
  items: ((fact: never) => readonly Fact[]) | null = null;

  constructor(
    test: FullNetworkNode['test'],
    slot: FullNetworkNode['slot'],
    key: ((fact: never) => unknown) | null,
  ) {
    this.test = test;
    this.slot = slot;
    this.memory = new FullNetworkMemory(key === null ? null : (match) => key(match.fact as never));
  }

  enter(matcher: Matcher, fact: Fact): void {
    if (this.test !== null && !this.test(matcher as never, fact as never)) return;
    if (this.entries.length > 0) {
      const match = (fact.matches = alphaMatch(fact, fact.matches, matcher.log));
      this.memory.add(match, matcher.log);
      for (const join of this.entries) join.right(matcher, match);
    }
    if (this.slot !== null) this.constants.get(this.slot(fact as never))?.enter(matcher, fact);
    const below = this.items === null ? [fact] : this.items(fact as never);
    for (const one of below) for (const child of this.children) child.enter(matcher, one);
  }
}

/** Right input of a join: a pattern, the end of a group, or nothing. */
export type FullNetworkRight = FullNetworkNode | FullNetworkJoin | null;

export class FullNetwork {
  readonly #matcher: Matcher;
  readonly #roots = new Map<string, FullNetworkNode>();
  readonly #rightPrimes: FullNetworkJoin[] = [];
  readonly #leftPrimes: FullNetworkJoin[] = [];

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  /** A new fact meets all patterns of its template. */
  enter(fact: Fact): void {
    this.#roots.get(fact.template)?.enter(this.#matcher, fact);
  }

  root(template: string): FullNetworkNode {
    const root = new FullNetworkNode(null, null, null);
    this.#roots.set(template, root);
    return root;
  }

  /**
   * A level of a pattern.
   *
   * @param test of a fact; null: always passed
   * @param key of a fact in the memory of the node; null: none
   */
  node(
    parent: FullNetworkNode,
    test: FullNetworkNode['test'],
    key: ((fact: never) => unknown) | null = null,
  ): FullNetworkNode {
    const node = new FullNetworkNode(test, null, key);
    parent.children.unshift(node);
    return node;
  }

  /** A level that distinguishes facts by one slot. */
  select(parent: FullNetworkNode, slot: (fact: never) => unknown): FullNetworkNode {
    const node = new FullNetworkNode(null, slot, null);
    parent.children.unshift(node);
    return node;
  }

  /** A level whose children test each item of a list. */
  each(parent: FullNetworkNode, items: (fact: never) => readonly Fact[]): FullNetworkNode {
    const node = new FullNetworkNode(null, null, null);
    node.items = items;
    parent.children.unshift(node);
    return node;
  }

  constant(
    parent: FullNetworkNode,
    value: unknown,
    key: ((fact: never) => unknown) | null = null,
  ): FullNetworkNode {
    const node = new FullNetworkNode(null, null, key);
    parent.constants.set(value, node);
    return node;
  }

  /** A join behind another (null: the first), at the places that CLIPS gives it in all lists. */
  join(
    previous: FullNetworkJoin | null,
    right: FullNetworkRight,
    parts: FullNetworkJoinParts,
  ): FullNetworkJoin {
    const isGroup = right instanceof FullNetworkJoin;
    const memory = isGroup
      ? new FullNetworkMemory(parts.rightKey ?? null)
      : right === null
        ? null
        : right.memory;
    const join = new FullNetworkJoin(parts, previous === null, memory);
    // A join from the right comes second, so that the group's own chain is driven before it.
    if (previous !== null) {
      previous.targets.splice(isGroup && previous.targets.length > 0 ? 1 : 0, 0, { kind: 'left', join });
    }
    if (right === null) {
      if (previous === null) this.#rightPrimes.unshift(join);
      return join;
    }
    if (previous === null && parts.mode === 'negated') this.#leftPrimes.unshift(join);
    if (isGroup) right.targets.unshift({ kind: 'right', join });
    else right.entries.unshift(join);
    return join;
  }

  /**
   * The end of a rule's left side.
   *
   * @param chain positions that the rule's own matches have a link for; null: they have no links
   */
  fire(
    previous: FullNetworkJoin,
    record: RuleRecord,
    agenda: ModuleAgenda,
    level: number,
    chain: readonly number[] | null,
  ): void {
    const rule = withHistory(record, chain);
    previous.targets.unshift({ kind: 'fire', agenda, level, rule });
  }

  /** Drives what (reset) drives before any fact comes in. */
  prime(): void {
    for (const join of [...this.#rightPrimes, ...this.#leftPrimes]) join.prime(this.#matcher);
  }
}

/** A match as the right side of a rule knows it. */
function plainMatch(match: PartialMatch): unknown {
  const { left, fact } = match;
  const before = left === null ? null : plainMatch(left);
  if (fact === null) return before;
  return before === null ? fact : new Match(before, fact);
}

/** A linked match with links for these positions only. */
function shortened(match: PartialMatch, chain: readonly number[]): PartialMatch {
  const positions: PartialMatch[] = [];
  // The empty match before a first negated pattern is at no position.
  for (let rest: PartialMatch | null = match; rest !== null && rest.serial > 0; rest = rest.left)
    positions.unshift(rest);
  let result: PartialMatch | null = null;
  for (const position of chain) result = newMatch(0, result, positions[position]!.fact);
  return result!;
}

/** The record of a rule whose matches are those of the full network. */
function withHistory(record: RuleRecord, chain: readonly number[] | null): RuleRecord {
  const { fire, reasonOf, metadataOf, scopeOf, hidden, blocked } = record;
  const own = (match: PartialMatch): unknown =>
    chain === null ? plainMatch(match) : shortened(match, chain);
  return {
    ...record,
    removable: true,
    // The right side of a hidden rule needs no match.
    blocked: hidden ? blocked : null,
    fire: fire && ((matcher, match) => fire(matcher, own(match) as never)),
    reasonOf: reasonOf && ((match, matcher) => reasonOf(own(match) as never, matcher)),
    metadataOf: metadataOf && ((match, matcher) => metadataOf(own(match) as never, matcher)),
    scopeOf: scopeOf && ((match, matcher) => scopeOf(own(match) as never, matcher)),
  };
}
