/**
 * The contract between a generated matcher module and the runtime, and the descriptions that the API lists. A module
 * compiled for another ABI is refused when it is loaded.
 */
import type { Matcher } from './matcher.ts';
import type { Fact } from './values.ts';

export const ABI_VERSION = 3;

export type SlotTypeName = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT';
export type DecideMode = 'deny-overrides' | 'allow-overrides' | 'last' | 'first';

export interface SlotInfo {
  readonly name: string;
  readonly type: SlotTypeName;
  readonly required: boolean;
  readonly default: string | number | bigint | null;
  readonly allowedValues: readonly string[] | null;
}

export interface TemplateInfo {
  readonly name: string;
  readonly description: string;
  readonly scope: 'session' | 'fleet';
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
  /** The whole reason when it is constant, else null and `reasonOf` writes it from the match. */
  readonly reason: string | null;
  readonly reasonOf: ((match: never) => string) | null;
  /** Asserts, retracts and modifies of the right side; null when there are none. */
  readonly fire: ((matcher: never, match: never) => void) | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly log: 'none' | 'summary' | 'full';
  readonly notify: readonly string[];
  readonly attestation: boolean;
  readonly scope: string | null;
  /** Whether rules can remove a match after its activation was placed; matches are then PartialMatch. */
  readonly removable: boolean;
}

/**
 * The operations on one template; `read` is the specialised validation chain of service.md section 2. Methods, so that
 * the operations of any template are TemplateOperations.
 */
export interface TemplateOperations<M extends Matcher = Matcher, F extends Fact = Fact> {
  readonly info: TemplateInfo;
  /** The template's flag in `coming` of the matcher. */
  readonly flag: number;
  /** Validates and coerces; throws ValidationError; changes nothing. Order of steps and messages: service.md, 2. */
  read(data: Readonly<Record<string, unknown>>): F;
  /** Asserts into working memory and the network. False when an equal fact is there already. */
  assert(matcher: M, fact: F): boolean;
  /** `read` and `assert` in one call: how the facts of a request come in. */
  bring(matcher: M, data: Readonly<Record<string, unknown>>): void;
  /** A new fact with the same slots, not asserted. */
  copy(fact: F): F;
  /** The fact as an object keyed by slot name: SYMBOL and STRING as strings, INTEGER as number or bigint. */
  write(fact: F): Record<string, string | number | bigint>;
}

/** A compiled ruleset as the generated module exports it. */
export interface CompiledRuleset {
  readonly abi: number;
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  readonly templates: ReadonlyMap<string, TemplateOperations>;
  readonly rules: readonly RuleInfo[];
  readonly modules: readonly ModuleInfo[];
  readonly focusOrder: readonly string[];
  /** Whether rules can remove matches (negation, exists, retract, modify): the order of matches then has a history. */
  readonly removable: boolean;
  /** Makes an empty matcher: the state right after CLIPS' (reset). */
  readonly createMatcher: (host: Host) => Matcher;
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
}

export const DEFAULT_LIMITS: Limits = {
  firings: 100_000,
  facts: 1_000_000,
  matches: 2_000_000,
  activations: 2_000_000,
  loopSteps: 1_000_000,
  recursionDepth: 1_000,
};

export const NO_ACTION = 99;
