import type { Source } from '../../compiler/diagnostics/position.ts';

/** A fact as a user gives it. */
export interface GivenFact {
  readonly template: string;
  readonly data: Readonly<Record<string, string | number | bigint | readonly string[]>>;
}

/** The facts of one request. */
export type Request = readonly GivenFact[];

/** One ruleset with facts: what is evaluated over and over. */
export interface Case {
  /** Label that distinguishes it from other cases of its workload, such as `1,000 rules`. */
  readonly label: string;
  readonly sources: readonly Source[];
  /** Facts that are in working memory before any request. */
  readonly session: readonly GivenFact[];
  /** Evaluated in turn, so that no answer is the same as the one before. */
  readonly requests: readonly Request[];
  /** Names of the systems that can express it. */
  readonly systems: readonly string[];
  /** Clock of temporal conditions, in seconds since the epoch. */
  readonly now?: number;
  /** Names of the requests, in their order, when each is judged for itself. */
  readonly requestNames?: readonly string[];
}

export interface Workload {
  /** As in `--only W1`. */
  readonly id: string;
  readonly title: string;
  /** Made when it is run, since some are large. Deterministic. */
  readonly cases: () => readonly Case[] | Promise<readonly Case[]>;
}
