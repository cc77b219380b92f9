/**
 * The contract between a generated matcher module and the runtime, and the descriptions that the API lists. A module
 * compiled for another ABI is refused when it is loaded.
 */
import type { Guard } from './engine/guards.ts';
import type { NamedValue } from './named-value.ts';
import type { DocumentTaker, InputReader } from './facts/input.ts';
import type { Matcher } from './engine/matcher.ts';
import type { UpgradeMatcher } from './engine/upgrade-matcher.ts';
import type { Fact } from './values/values.ts';
import type { FilterNormalizer } from './facts/filter-normalizers.ts';

export type { NamedTest, NamedValue } from './named-value.ts';

export const ABI_VERSION = 6;

export type SlotTypeName = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT' | 'BOOLEAN' | 'TIME';
export type DecideMode = 'deny-overrides' | 'allow-overrides' | 'last' | 'first';

/** A single value as it leaves the engine: SYMBOL, STRING and TIME (RFC 3339) as strings, INTEGER as number or bigint. */
export type ItemData = string | number | bigint | boolean;
/** A slot's value as it leaves the engine. */
export type SlotData = ItemData | readonly ItemData[];

export interface SlotInfo {
  readonly name: string;
  /** The type of the value, or of each item of a list. */
  readonly type: SlotTypeName;
  readonly list: boolean;
  /** Most items of a list; null: any number. */
  readonly maxItems: number | null;
  readonly required: boolean;
  /** As facts leave the engine. */
  readonly default: SlotData | null;
  readonly allowedValues: readonly string[] | null;
}

export interface TemplateInfo {
  readonly name: string;
  readonly description: string;
  readonly scope: 'session' | 'fleet';
  /** Set if only the host sends its facts, or only the document has them (default: any caller sends them). */
  readonly from?: 'host' | 'document';
  /** Facts of it that working memory may hold when rules begin to fire; left out: any number. */
  readonly atMost?: number;
  readonly slots: readonly SlotInfo[];
}

export interface RuleInfo {
  /** `module::rule`. */
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly salience: number;
  readonly action: string | null;
  /** `file:line:column`. */
  readonly position: string;
}

export interface ModuleInfo {
  readonly name: string;
  readonly description: string;
  readonly priority: number;
  readonly rules: number;
}

export type Metadata = Readonly<Record<string, string>>;
/** Keys and texts in order: keys come from the ruleset, so they become keys of an object only in metadataOf. */
export type MetadataPairs = readonly (readonly [string, string])[];

/** INTEGER as number or bigint, a symbol as its text. */
export type SingleValue = string | number | bigint | boolean;
/** The value of an obligation's property. */
export type PropertyValue = SingleValue | readonly SingleValue[];

/** A duty that the caller must fulfil with the action. */
export interface Obligation {
  readonly type: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

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

/** Facts of one template that a document holds, as `input:` says it. */
export interface InputInfo {
  readonly template: string;
  /** Paths as they are written. */
  readonly each: readonly string[];
  readonly paths: ReadonlyMap<string, string>;
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

/** A part of a document, as rules read it. */
export interface ReadPart {
  /** True if the value itself is read. Otherwise only its presence is read, and if it is an object or a list. */
  readonly whole: boolean;
  readonly sensitive: boolean;
  readonly members: ReadonlyMap<string, ReadPart>;
  /** Every member or item that `members` does not name; null: those are not read. */
  readonly every: ReadPart | null;
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

/** The decision when no rule decides; an action of null: none. */
export interface DefaultInfo {
  readonly action: string | null;
  /** `null` for the standard words. */
  readonly reason: string | null;
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

/** Slots that are masked wherever they are stored. */
export interface SensitiveInfo {
  /** Slots by template. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** By `module::rule`: whether the reason, which keys of metadata, which properties of obligations by their type. */
  readonly rules: ReadonlyMap<
    string,
    {
      readonly reason: boolean;
      readonly metadata: readonly string[];
      readonly obligations: readonly (readonly [string, readonly string[]])[];
    }
  >;
}

/** Inputs from outside, recorded so that an evaluation can be replayed exactly. */
export interface Host {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Host functions by name (`service-…`), called with boxed values. */
  readonly functions: ReadonlyMap<string, HostFunction>;
  readonly limits: Limits;
}

export type HostFunction = (...args: readonly HostValue[]) => HostValue;

/** Values that cross to host functions: a SYMBOL is `{ symbol }`, a FLOAT `{ float }`, a multifield an array. */
export type HostValue =
  | string
  | number
  | bigint
  | boolean
  | { readonly symbol: string }
  | { readonly float: number }
  | readonly HostValue[];

/** Limits of one evaluation; passing one is a LimitError and leaves working memory as it was. */
export interface Limits {
  readonly firings: number;
  readonly facts: number;
  /** Matches made by one evaluation or assertion: what joins multiply. */
  readonly matches: number;
  /** Activations that wait in one module. */
  readonly activations: number;
  readonly loopSteps: number;
  readonly recursionDepth: number;
  /** Facts that one document may be. */
  readonly inputFacts: number;
}

export const DEFAULT_LIMITS: Limits = {
  firings: 100_000,
  facts: 1_000_000,
  matches: 2_000_000,
  activations: 2_000_000,
  loopSteps: 1_000_000,
  recursionDepth: 1_000,
  inputFacts: 10_000,
};

export const NO_ACTION = 99;
