import {
  DEFAULT_LIMITS,
  type HostFunction,
  type Limits,
  type ModuleInfo,
  type RuleInfo,
  type TemplateInfo,
} from '../description.ts';
import type { RandomBytes } from './decision-id.ts';
import { invalidArgument } from './errors.ts';
import { INCLUDABLE, type EvaluationResult, type Included } from './evaluation-result.ts';
import type { FactInput } from '../facts/read-facts.ts';

export interface EngineOptions {
  /** Milliseconds since the epoch; the system's clock when left out. */
  readonly now?: () => number;
  /** Fills bytes with what the identifiers of decisions are made of; `crypto.getRandomValues` when left out. */
  readonly random?: RandomBytes;
  readonly limits?: Partial<Limits>;
  /** Decision when no rule with an action fired, whatever the ruleset says; left out: what that says, else `deny`. */
  readonly defaultDecision?: string | null;
  /** Host functions by name, see `registerFunction`. */
  readonly functions?: Readonly<Record<string, HostFunction>>;
  /** Makes the attestation token of a decision whose rule requires one. An error fails the evaluation. */
  readonly attest?: (result: EvaluationResult) => string | null;
  /** Receives the errors of listeners. */
  readonly onListenerError?: (error: unknown) => void;
}

interface AnyEvaluateOptions {
  /** A JSON document, which the ruleset's `input:` turns into facts; they come before `facts`. `null` for none. */
  readonly input?: unknown;
  /** Optional parts of the result: every firing, all facts at the end. */
  readonly include?: readonly Included[];
}

export type EvaluateOptions<Facts extends FactInput = FactInput> =
  | (AnyEvaluateOptions & { readonly scoped?: false })
  | (AnyEvaluateOptions & ScopedFacts<Facts> & { readonly scoped: true });

/** The input of one scoped evaluation. */
export interface ScopedFacts<Facts extends FactInput = FactInput> {
  readonly facts?: readonly Facts[];
  /**
   * Facts that only the host sends, before all others: facts of templates that are `from: host`, or of any other. Never hand on
   * here what a caller sent.
   */
  readonly hostFacts?: readonly FactInput[];
  /**
   * True for one step of a decision that counts: the result says what budgets count (`uses`), and the caller takes it from
   * them. Otherwise an allow that would count is a deny. Only a ledger sets it.
   */
  readonly counts?: boolean;
  /** The time that rules see, in milliseconds since the epoch (default: the engine's clock). Only a ledger sets it. */
  readonly now?: number;
}

export interface TemplateDescription extends TemplateInfo {
  /** Time to live of its facts in seconds, or null. */
  readonly ttl: number | null;
}

/** The constructs of the loaded ruleset, as the API lists them. */
export interface EngineDescription {
  readonly templates: readonly TemplateDescription[];
  readonly rules: readonly RuleInfo[];
  readonly modules: readonly ModuleInfo[];
}

/** Throws FerruleError for facts that are given to an evaluation that is not scoped. */
export function checkUnscoped(options: EvaluateOptions): void {
  for (const name of ['facts', 'hostFacts']) {
    // Omitted options may be passed as undefined.
    if (((options as Readonly<Record<string, unknown>>)[name] ?? null) === null) continue;
    throw invalidArgument('Facts are given to scoped evaluations only', name);
  }
}

/** Throws FerruleError for what no result can hold. */
export function checkInclude(include: readonly string[]): void {
  for (const name of include) {
    if (INCLUDABLE.some((known) => known === name)) continue;
    throw invalidArgument(`A result cannot include '${name}': firings or facts`, 'include');
  }
}

/** The limits with their defaults filled in. Throws FerruleError for one that is not a number from 0 up. */
export function readLimits(limits: Partial<Limits>): Limits {
  const read: { -readonly [name in keyof Limits]: number } = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]) {
    const value: unknown = limits[name] ?? read[name];
    if (typeof value !== 'number' || !(value >= 0)) {
      throw invalidArgument(`The limit ${name} must be a number, 0 or more`, name);
    }
    read[name] = value;
  }
  return read;
}
