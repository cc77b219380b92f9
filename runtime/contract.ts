/**
 * The contract between a generated matcher module and the runtime, and the descriptions that the API lists. A module
 * compiled for another ABI is refused when it is loaded.
 */
import type { Guard } from './guards.ts';
import type { DocumentTaker, InputReader } from './input.ts';
import type { Matcher } from './matcher.ts';
import type { Settle } from './settle.ts';
import type { Fact } from './values.ts';
import type { Wanted } from './wanted.ts';

export const ABI_VERSION = 5;

export type SlotTypeName = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT' | 'BOOLEAN' | 'TIME';
export type DecideMode = 'deny-overrides' | 'allow-overrides' | 'last' | 'first';

/** A single value as it leaves the engine: SYMBOL, STRING and TIME (RFC 3339) as strings, INTEGER as number or bigint. */
export type ItemData = string | number | bigint | boolean;
/** A slot's value as it leaves the engine. */
export type SlotData = ItemData | readonly ItemData[];

export interface SlotInfo {
  readonly name: string;
  /** Of the value, or of each item of a list. */
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
  /** Only the host brings its facts; left out: anybody does. */
  readonly from?: 'host';
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
/** Keys and texts in order: keys come from the ruleset, so they are no keys of objects before metadataOf makes one. */
export type MetadataPairs = readonly (readonly [string, string])[];

/** INTEGER as number or bigint, a symbol as its text. */
export type SingleValue = string | number | bigint | boolean;
/** What a property of an obligation holds. */
export type PropertyValue = SingleValue | readonly SingleValue[];

/** What a caller must do besides. */
export interface Obligation {
  readonly type: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

/** What the evaluation keeps of a rule: constant data in one object, the specialised parts as functions. */
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
  /** Whether reason or metadata is written from the match. */
  readonly readsMatch: boolean;
  readonly log: 'none' | 'summary' | 'full';
  readonly notify: readonly string[];
  readonly attestation: boolean;
  readonly scope: string | null;
  readonly scopeOf: ((match: never, matcher: never) => string) | null;
  /** Whether rules can remove a match after its activation was placed; matches are then PartialMatch. */
  readonly removable: boolean;
  /** Nobody sees that it fires: it does its work when it is asked whether it is held back. */
  readonly hidden: boolean;
  /** Whether a fact that came later holds a match back after all, so that it does not fire; null: none can. */
  readonly blocked: ((matcher: never, match: never) => boolean) | null;
}

/**
 * The operations on one template; `read` is the specialised validation chain. Methods, so that
 * the operations of any template are TemplateOperations.
 */
export interface TemplateOperations<M extends Matcher = Matcher, F extends Fact = Fact> {
  readonly info: TemplateInfo;
  /** Who may bring its facts; null: anybody. */
  readonly guard: Guard | null;
  /** The template's flag in `coming` of the matcher. */
  readonly flag: number;
  /** Validates and coerces; throws ValidationError; changes nothing. */
  read(data: Readonly<Record<string, unknown>>): F;
  /** Asserts into working memory and the network. False when an equal fact is there already. */
  assert(matcher: M, fact: F): boolean;
  /** `read` and `assert` in one call: how the facts of a request come in. */
  bring(matcher: M, data: Readonly<Record<string, unknown>>): void;
  /** A new fact with the same slots, not asserted. */
  copy(fact: F): F;
  /** The fact as an object keyed by slot name. */
  write(fact: F): Record<string, SlotData>;
  /** What filters ask of slots whose values are written in many ways; null: there are none. */
  readonly wanted: ReadonlyMap<string, Wanted> | null;
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
  readonly coming: number;
  /** Whether the order of an object's keys in the text shows in the order of facts. */
  readonly ordered: boolean;
  /** Gives the facts of a document to the reader, in order. */
  readonly read: (document: unknown, to: InputReader) => void;
  /** Has it read, within the limits. */
  readonly take: DocumentTaker;
}

/** A slot whose allowed values and values in facts, or a column whose cells, are ids of entities or names of actions. */
export interface SearchInfo {
  /** Of the entities; null: of actions. */
  readonly type: string | null;
  readonly template: string;
  readonly slot: string;
  /** Of a relation; left out: the template has facts. */
  readonly rows?: { readonly cells: (column: string) => readonly string[] };
}

/** The decision when no rule decides; an action of null: none. */
export interface DefaultInfo {
  readonly action: string | null;
  /** Null: the usual words. */
  readonly reason: string | null;
}

/** A compiled ruleset as the generated module exports it. */
export interface CompiledRuleset {
  readonly abi: number;
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  /** Null: the ruleset says none. */
  readonly default: DefaultInfo | null;
  readonly templates: ReadonlyMap<string, TemplateOperations>;
  readonly rules: readonly RuleInfo[];
  readonly modules: readonly ModuleInfo[];
  readonly focusOrder: readonly string[];
  /** Null: the ruleset takes no document. */
  readonly input: InputMapping | null;
  /** What can be searched; left out: nothing. */
  readonly authzen?: Readonly<Record<'subjects' | 'resources' | 'actions', readonly SearchInfo[]>>;
  /** Whether rules can remove matches (negation, exists, retract, modify): the order of matches then has a history. */
  readonly removable: boolean;
  /**
   * Matchers come in two kinds, and an engine that evaluates plainly, or that retracts, needs one with a history; null:
   * there is one kind.
   */
  readonly settle: Settle | null;
  /**
   * Makes an empty matcher: the state right after CLIPS' (reset).
   *
   * @param history for an engine whose facts are retracted or that evaluates plainly; means nothing without `settle`
   */
  readonly createMatcher: (host: Host, history?: boolean) => Matcher;
  /** Decisions depend on the runtime's time zone data; left out when they do not. */
  readonly zones?: true;
  /** Where values of sensitive slots can get to; left out when there are none. */
  readonly sensitive?: SensitiveInfo;
}

/** What is masked wherever it is kept. */
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

/** What comes in from outside, so that an evaluation can be replayed exactly. */
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
