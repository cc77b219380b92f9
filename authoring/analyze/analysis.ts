import type { Span } from '../../compiler/diagnostics/position.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { DecideMode } from '../../runtime/description.ts';
import type { Place } from '../../library/explain/explanation.ts';
import type { FindingCode, Severity } from './codes.ts';

/** Report of an analysis. Written as JSON unchanged; `version` changes when readers would notice. */
export interface Analysis {
  readonly version: 1;
  readonly ruleset: string;
  /** Mode that turns the fired rules into a decision. */
  readonly decide: DecideMode;
  readonly findings: readonly Finding[];
  /** Claims that were neither proved nor refuted: not understood, or out of time. */
  readonly unknown: readonly Unknown[];
  /** Findings that a comment ignores. */
  readonly ignored: readonly IgnoredFinding[];
  /** Rules of the ruleset, and of them those that were seen to fire and to decide. */
  readonly rules: number;
  readonly seen_firing: number;
  readonly seen_deciding: number;
  /** Time was up before everything was looked at. */
  readonly cut_short: boolean;
}

export interface Finding extends Place {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** `module::rule`; null: it is about no rule. */
  readonly rule: string | null;
  readonly message: string;
  /** Other rules that it concerns. */
  readonly with: readonly string[];
  /** Facts that show it, which were evaluated; null: it is so for all facts. */
  readonly facts: readonly FactInput[] | null;
  /** The document that shows it, beside the facts; left out when there is none. */
  readonly input?: unknown;
}

export interface IgnoredFinding extends Finding {
  readonly reason: string;
}

export interface Unknown {
  readonly code: FindingCode;
  readonly rule: string | null;
  readonly why: 'outside the fragment' | 'no facts found' | 'out of time';
}

/** A finding with its place as the compiler knows it. */
export interface RawFinding extends Pick<Finding, 'code' | 'rule' | 'message' | 'with' | 'facts'> {
  readonly at: Span;
  readonly input?: unknown;
}

/** Findings of one code, and what of it stays unknown. */
export interface Findings {
  readonly findings: readonly RawFinding[];
  readonly unknown: readonly Unknown[];
}
