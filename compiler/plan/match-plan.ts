/**
 * Structure of a ruleset's matcher: its memories, their readers, how facts and matches are found in them, and
 * what each join does. Plain data with ids; the emitters print it and decide nothing.
 */
import type { AlphaTest, HashPair, JoinTest, Network, Reference } from '../order/network.ts';
import type { Relation } from '../relation.ts';
import type { Rule, Template } from '../ruleset.ts';
import type { Literal } from '../values.ts';
import type { TemporalFunction } from '../temporal-meaning.ts';
import type { Aggregates } from './aggregates.ts';
import type { JoinId, MemoryId, NodeId, RegionId, RegexSetId, RuleId } from './ids.ts';
import type { MemberIndexes } from './member-indexes.ts';
import type { MemberPair } from './members.ts';
import type { MemoryPlan, Shape } from './memory-plan.ts';
import type { Names } from './names-plan.ts';
import type { Owners } from './owners.ts';
import type { Intrinsic } from './intrinsics.ts';
import type { RowChoice } from './row-choices.ts';
import type { RowGroup } from './row-groups.ts';

interface TemplatePlan {
  readonly template: Template;
  /** Asserted by the matcher itself. */
  readonly hidden: boolean;
  readonly root: NodeId | null;
  /** Among the templates of which facts can come. */
  readonly flag: number;
  /** Memories whose facts carry a flag. */
  readonly flagged: readonly MemoryId[];
}

/** A test of one fact; `found`: whether the search for a set of regular expressions has met the one at a place of it. */
export type NodeTest =
  | AlphaTest
  | {
      readonly kind: 'found';
      readonly set: RegexSetId;
      readonly place: number;
      readonly equal: boolean;
    };

/** Regular expressions that one pass over a slot's text searches for. */
export interface RegexSet {
  readonly template: string;
  readonly slot: string;
  readonly patterns: readonly string[];
}

/** Operation of one level of a template's pattern network. */
export type NodeStep =
  | { readonly kind: 'root' }
  | { readonly kind: 'any' }
  | { readonly kind: 'test'; readonly tests: readonly NodeTest[]; readonly canFail: boolean }
  /** A switch distinguishes few constants, a table many. */
  | { readonly kind: 'select'; readonly slot: string; readonly by: 'test' | 'switch' | 'table' }
  | { readonly kind: 'constant'; readonly value: Literal }
  /** The levels below test each item of a list. */
  | { readonly kind: 'each'; readonly slot: string; readonly view: string };

/** Entry that represents a fact in matches of one item of a list (order/list-items.ts). */
export interface ItemView {
  /** With the slots of the fact, of the item and of its position. */
  readonly template: Template;
  /** Source: a fact, or another view. */
  readonly of: string;
  /** The list. */
  readonly slot: string;
}

/** A fact's match is needed if readers of a memory can still come, or if one of some joins has a match on its left. */
export interface MatchNeed {
  readonly awaited: MemoryId;
  readonly met: readonly JoinId[];
}

export interface NodePlan {
  readonly id: NodeId;
  readonly template: string;
  readonly step: NodeStep;
  /** In the order in which they are visited, cut into functions where they are many. */
  readonly children: readonly (readonly NodeId[])[];
  /** Searches that run before the children of a group are visited. */
  readonly searches: readonly { readonly group: number; readonly set: RegexSetId }[];
  /** Memories and joins that a fact enters here, in order. */
  readonly entries: readonly JoinId[];
  readonly facts: MemoryId | null;
  readonly removable: MemoryId | null;
  /** Some join needs the fact as a removable match. */
  readonly makesMatch: boolean;
  /** When it needs that match; `null`: always. */
  readonly need: MatchNeed | null;
  readonly rule: RuleId;
}

export interface Child {
  readonly join: JoinId;
  readonly side: 'left' | 'right';
}

interface JoinBase {
  readonly id: JoinId;
  /** The rule that made the join, and the number of its condition element. */
  readonly rule: RuleId;
  readonly element: number;
  /** In the order in which they are driven. */
  readonly children: readonly Child[];
  /** Type of the matches that leave it. */
  readonly shape: Shape;
}

/** Tests of a join on a left match and a right fact. */
interface Asking {
  readonly node: NodeId;
  readonly template: string;
  readonly left: Shape;
  /** Equalities by which its memories are looked up. */
  readonly hash: readonly HashPair[];
  /** Remaining tests. */
  readonly tests: readonly JoinTest[];
  readonly canFail: boolean;
}

/** The first pattern of a chain: every fact that passes it is a match. */
export interface FirstJoin extends JoinBase {
  readonly kind: 'first';
  readonly node: NodeId;
  readonly template: string;
  readonly tests: readonly JoinTest[];
  readonly canFail: boolean;
}

/** A further pattern. */
export interface PlainJoin extends JoinBase, Asking {
  readonly kind: 'join';
  readonly facts: MemoryId;
  readonly waiting: MemoryId;
  /** Facts or matches are found in two ways, so what follows is a function of its own. */
  readonly split: boolean;
  /** Result of a match: one activation and nothing else, several activations, or matches of further joins. */
  readonly leads: 'activation' | 'activations' | 'matches';
}

/** `exists` over facts that are never removed: a match passes when it meets the first of them. */
export interface ExistsJoin extends JoinBase, Asking {
  readonly kind: 'exists';
  readonly facts: MemoryId;
  readonly waiting: MemoryId;
}

/** `not` over facts that are never removed: matches pass, and are dropped when such a fact exists. */
export interface LateNegationJoin extends JoinBase, Asking {
  readonly kind: 'late-negation';
  readonly facts: MemoryId;
  readonly secondary: readonly JoinTest[];
}

export type RemovableRight =
  | {
      readonly kind: 'node';
      readonly node: NodeId;
      readonly template: string;
      readonly memory: MemoryId | null;
    }
  | { readonly kind: 'group'; readonly memory: MemoryId; readonly shape: Shape }
  | { readonly kind: 'none' };

/** A join whose matches can be removed one by one. */
export interface RemovableJoin extends JoinBase {
  readonly kind: 'removable';
  /** True if a right match joins a left match, lets it pass (exists) or blocks it (negation, group). */
  readonly mode: 'positive' | 'exists' | 'negated';
  /** A left match of it can be held back. */
  readonly blocks: boolean;
  readonly first: boolean;
  readonly left: Shape | null;
  readonly right: RemovableRight;
  /** Left memory; null: it keeps none. */
  readonly memory: MemoryId | null;
  readonly hash: readonly HashPair[];
  readonly tests: readonly JoinTest[];
  readonly canFail: boolean;
  readonly secondary: readonly JoinTest[];
  readonly region: RegionId | null;
  /** How a new right match sees that nothing is on the left: it need not, no newest match, or no filled place. */
  readonly leftGuard: 'none' | 'newest' | 'filled';
  /** A match that passes this negated pattern becomes one activation at once, before any rule fires. */
  readonly endsAtOnce: boolean;
}

/** A match of a rule's whole left side. */
export interface TerminalJoin extends JoinBase {
  readonly kind: 'terminal';
  readonly disjunct: number;
  readonly variables: ReadonlyMap<string, Reference>;
  /** Its matches can be removed one by one. */
  readonly removable: boolean;
  /** Place of its salience among those of its module. */
  readonly level: number;
  readonly region: RegionId | null;
  /** Facts that are searched once more before it fires. */
  readonly passed: readonly JoinId[];
}

export type JoinPlan = FirstJoin | PlainJoin | ExistsJoin | LateNegationJoin | RemovableJoin | TerminalJoin;

/** The joins behind one first join that can put matching off. */
export interface DeferredRegionPlan {
  readonly id: RegionId;
  readonly first: JoinId;
  readonly module: string;
  readonly level: number;
  /** Templates of its negated patterns. */
  readonly negated: readonly string[];
}

export interface RulePlan {
  readonly id: RuleId;
  readonly rule: Rule;
  /** Rank of its decision: of the rules that fired, the lowest decides. `null` if it decides nothing. */
  readonly rank: number | null;
  /** One per disjunct. */
  readonly terminals: readonly JoinId[];
}

export interface AgendaPlan {
  readonly module: string;
  /** Highest first. */
  readonly saliences: readonly number[];
  /** Its place among the agendas that get the focus; null: it never does. */
  readonly place: number | null;
}

/** A counter over the facts of one template, kept by the matcher. */
export interface Counter {
  readonly kind: 'values' | 'times' | 'distinct';
  readonly template: string;
  /** The slots that a fact enters with: the values; the values and the time; the group and the value in it. */
  readonly slots: readonly string[];
}

export interface RelationPlan {
  readonly relation: Relation;
  /** The memories that its rows enter are those of all matchers. */
  readonly shared: boolean;
  /** Some pattern names it. */
  readonly matched: boolean;
}

export interface MatchPlan {
  readonly relations: readonly RelationPlan[];
  readonly templates: readonly TemplatePlan[];
  readonly views: readonly ItemView[];
  readonly nodes: readonly NodePlan[];
  readonly regexSets: readonly RegexSet[];
  readonly memories: readonly MemoryPlan[];
  readonly joins: readonly JoinPlan[];
  readonly rules: readonly RulePlan[];
  readonly regions: readonly DeferredRegionPlan[];
  /** Joins that (reset) drives before any fact comes in. */
  readonly primes: readonly JoinId[];
  readonly counters: readonly Counter[];
  readonly aggregates: Aggregates;
  /** Functions of the constructs that counters compute, by name. */
  readonly temporal: ReadonlyMap<string, TemporalFunction>;
  /** Joins of the rows of tables, by each of them. */
  readonly rowGroups: ReadonlyMap<JoinId, RowGroup>;
  /** Functions that choose a row of a table at once, by the id of their version. */
  readonly choices: ReadonlyMap<number, RowChoice>;
  /** Functions that the runtime has, too, by the id of their version. */
  readonly intrinsics: ReadonlyMap<number, Intrinsic>;
  /** Names of the functions that memoize their last call, by the id of their version. */
  readonly memoized: ReadonlyMap<number, string>;
  readonly agendas: readonly AgendaPlan[];
  readonly owners: Owners;
  /** Rules can remove matches: their order has a history. */
  readonly ordered: boolean;
  /** Some rule has obligations. */
  readonly obliges: boolean;
  /** Indexes by membership, by memory. */
  readonly members: ReadonlyMap<MemoryId, MemberIndexes>;
  /** The same for joins of `fullNetwork`. */
  readonly fullNetworkMembers: ReadonlyMap<JoinId, MemberPair>;
  /** The full network, for engines whose facts come and go between evaluations; null: the joins above are that. */
  readonly fullNetwork: Network | null;
  readonly names: Names;
}
