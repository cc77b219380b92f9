/** The contract between a generated matcher module and the runtime. A module compiled for another ABI is refused when it is loaded. */
import type { BudgetInfo } from './budget-info.ts';
import type { Guard } from './engine/guards.ts';
import type { NamedValue } from './engine/named-value.ts';
import type { DocumentTaker, InputReader } from './facts/input.ts';
import type { Matcher } from './engine/matcher.ts';
import type { UpgradeMatcher } from './engine/upgrade-matcher.ts';
import type { Fact } from './values/values.ts';
import type { FilterNormalizer } from './facts/filter-normalizers.ts';
import type {
  DecideMode,
  DefaultInfo,
  HostFunction,
  InputInfo,
  Limits,
  Metadata,
  MetadataPairs,
  ModuleInfo,
  ReadPart,
  RuleInfo,
  SensitiveInfo,
  SlotData,
  TemplateInfo,
} from './description.ts';

export const ABI_VERSION = 7;

/** One rule at run time: constant data in one object, the specialised parts as functions. */
export interface RuleRecord {
  /** `module::rule`. */
  readonly name: string;
  readonly module: string;
  /** `file:line:column`, for errors. */
  readonly position: string;
  readonly action: string | null;
  /** Rank of the action under the ruleset's `decide`; lower wins; NO_ACTION for a rule without one. */
  readonly rank: number;
  /** The whole reason when it is constant, else `reasonOf` writes it from the match. */
  readonly reason: string;
  readonly reasonOf: ((match: never, matcher: never) => string) | null;
  /** Obligations, asserts, retracts and modifies of the right side; null when there are none. */
  readonly fire: ((matcher: never, match: never) => void) | null;
  /** The metadata when all of it is constant, else `metadataOf` writes it from the match. */
  readonly metadata: Metadata;
  readonly metadataOf: ((match: never, matcher: never) => MetadataPairs) | null;
  /** Values of its conditions, if it fires unless they are certainly false; empty for every other rule. */
  readonly named: readonly NamedValue[];
  /** True if the reason, the metadata or the missing paths are read from the match. */
  readonly readsMatch: boolean;
  readonly log: 'none' | 'summary' | 'full';
  readonly notify: readonly string[];
  readonly attestation: boolean;
  readonly scope: string | null;
  readonly scopeOf: ((match: never, matcher: never) => string) | null;
  /** True if rules can remove a match after its activation was placed; matches are then PartialMatch. */
  readonly removable: boolean;
  /** Fires unseen: it does its work when `isHeldBack` is called. */
  readonly hidden: boolean;
  /** True if a later fact blocks a match, so that it does not fire; null if no fact can. */
  readonly blocked: ((matcher: never, match: never) => boolean) | null;
}

/**
 * The operations on one template; `read` is the specialised validation chain. Methods, so that
 * the operations of any template are TemplateOperations.
 */
export interface TemplateOperations<M extends Matcher = Matcher, F extends Fact = Fact> {
  readonly info: TemplateInfo;
  /** Allowed senders of its facts; null if any caller can. */
  readonly guard: Guard | null;
  /** The template's flag in `reachableTemplates` of the matcher. */
  readonly flag: number;
  /** Validates and coerces; throws ValidationError; changes nothing. */
  read(data: Readonly<Record<string, unknown>>): F;
  /** Asserts into working memory and the network. Returns false if an equal fact exists. */
  assert(matcher: M, fact: F): boolean;
  /** `read` and `assert` in one call: how the facts of a request come in. */
  bring(matcher: M, data: Readonly<Record<string, unknown>>): void;
  /** A new fact with the same slots, not asserted. */
  copy(fact: F): F;
  /** The fact as an object keyed by slot name. */
  write(fact: F): Record<string, SlotData>;
  /** Normal forms that filters compare, for slots whose values have several spellings; null if unused. */
  readonly filterNormalizers: ReadonlyMap<string, FilterNormalizer> | null;
}

/** `input:` of a ruleset. */
export interface InputMapping {
  readonly facts: readonly InputInfo[];
  /** Flags of their templates. */
  readonly reachableTemplates: number;
  /** True if the order of an object's keys in the text affects the order of facts. */
  readonly ordered: boolean;
  /** Gives the facts of a document to the reader, in order. */
  readonly read: (document: unknown, to: InputReader) => void;
  /** Reads it, within the limits. */
  readonly take: DocumentTaker;
  /** The parts of the document that rules read; unset if the facts contain the same information. */
  readonly reads?: ReadPart;
}

/** A slot whose allowed values and values in facts, or a column whose cells, are ids of entities or names of actions. */
export interface SearchInfo {
  /** Type of the entities; null for actions. */
  readonly type: string | null;
  readonly template: string;
  readonly slot: string;
  /** Rows of a relation; unset if the template has facts. */
  readonly rows?: { readonly cells: (column: string) => readonly string[] };
}

/** A compiled ruleset as the generated module exports it. */
export interface CompiledRuleset {
  readonly abi: number;
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  /** `null` if the ruleset sets none. */
  readonly default: DefaultInfo | null;
  readonly templates: ReadonlyMap<string, TemplateOperations>;
  readonly rules: readonly RuleInfo[];
  readonly modules: readonly ModuleInfo[];
  readonly focusOrder: readonly string[];
  /** `null` if the ruleset takes no document. */
  readonly input: InputMapping | null;
  /** Entities that can be searched (default: none). */
  readonly authzen?: Readonly<Record<'subjects' | 'resources' | 'actions', readonly SearchInfo[]>>;
  /** Budgets, in load order (default: none). */
  readonly budgets?: readonly BudgetInfo[];
  /** True if rules can remove matches (negation, exists, retract, modify): the order of matches then has a history. */
  readonly removable: boolean;
  /**
   * Matchers come in two kinds, and an engine that evaluates plainly, or that retracts, needs one with a history; null:
   * there is one kind.
   */
  readonly upgradeMatcher: UpgradeMatcher | null;
  /**
   * Makes an empty matcher: the state right after CLIPS' (reset).
   *
   * @param history for an engine whose facts are retracted or that evaluates plainly; means nothing without `upgradeMatcher`
   */
  readonly createMatcher: (host: Host, history?: boolean) => Matcher;
  /** Decisions depend on the runtime's time zone data; left out when they do not. */
  readonly zones?: true;
  /** Where values of sensitive slots can get to; left out when there are none. */
  readonly sensitive?: SensitiveInfo;
}

/** Inputs from outside, recorded so that an evaluation can be replayed exactly. */
export interface Host {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Host functions by name (`service-…`), called with boxed values. */
  readonly functions: ReadonlyMap<string, HostFunction>;
  readonly limits: Limits;
}

export const NO_ACTION = 99;
