import type { LineColumn } from '../../compiler/diagnostics/line-column.ts';
import type { FactPlace } from './fact-list.ts';
import type { Property } from './property.ts';
import type { TextMatch, WrittenFact } from './suite-schema.ts';

/** A place in a parsed document: keys and indexes from its root. */
export type Path = readonly (string | number)[];

/** A file of cases, read and checked; rows are filled in, times are milliseconds. */
export interface Suite {
  /** Path of the file. */
  readonly file: string;
  readonly name: string;
  /** Path as written, relative to the file; null for the ruleset next to the file. */
  readonly ruleset: string | null;
  readonly cases: readonly TestCase[];
  readonly properties: readonly Property[];
  /** Position of the value at a path; for a missing path, the position of its nearest parent. */
  readonly placeOf: (path: Path) => LineColumn;
}

export interface TestCase {
  readonly name: string;
  readonly path: Path;
  /** Milliseconds since the epoch; null: the suite says none. */
  readonly now: number | null;
  /** Those of the suite come first. */
  readonly facts: readonly WrittenFact[];
  /** `null` for no document. */
  readonly input: unknown;
  /** `null` for one evaluation of the facts. */
  readonly steps: readonly Step[] | null;
  /** `null` for none, or if the steps have their own. */
  readonly expect: Expectation | null;
  /** Place of one of its facts. */
  readonly placeOfFact: (fact: WrittenFact) => FactPlace | null;
  /** The case is a row of `each`. */
  readonly isRow: boolean;
}

export type Step =
  | { readonly kind: 'assert'; readonly facts: readonly WrittenFact[] }
  /** Milliseconds. */
  | { readonly kind: 'advance'; readonly by: number }
  | {
      readonly kind: 'evaluate';
      readonly facts: readonly WrittenFact[];
      readonly input: unknown;
      readonly expect: Expectation | null;
    }
  /** Milliseconds since the epoch. */
  | { readonly kind: 'now'; readonly to: number }
  | DecideStep
  | {
      readonly kind: 'settle';
      readonly settlement: GivenSettlement;
      /** Name of a decision; null: the last that holds. */
      readonly of: string | null;
      readonly expect: Expectation | null;
    };

/** A decision that budgets count. */
export interface DecideStep {
  readonly kind: 'decide';
  readonly facts: readonly WrittenFact[];
  readonly input: unknown;
  /** `null` if no step names it. */
  readonly as: string | null;
  /** Name of the caller's token. */
  readonly token: string;
  /** `null` for that of the case. */
  readonly session: string | null;
  /** Number of equal decisions. */
  readonly times: number;
  readonly expect: Expectation | null;
}

/** Integers are decimal texts. */
export type GivenSettlement =
  | { readonly kind: 'release' }
  | { readonly kind: 'commit'; readonly amount: string }
  | {
      readonly kind: 'commit-keys';
      readonly amounts: readonly { readonly budget: string; readonly key: string; readonly amount: string }[];
    };

/** Sums of one key of a budget before a decision; members left out may have any value. */
export interface ExpectedSums {
  readonly budget: string;
  readonly key: Readonly<Record<string, unknown>> | null;
  /** Decimal texts, by `requested`, `used`, `reserved` and `limit`. */
  readonly figures: Readonly<Record<string, string>>;
  readonly exceeded: boolean | null;
}

/** Objects without a key are skipped. */
export interface Expectation {
  readonly path: Path;
  readonly decision?: string | null | undefined;
  readonly reason?: TextMatch | null | undefined;
  readonly fired?: FiredExpectation | undefined;
  readonly metadata?: Readonly<Record<string, TextMatch>> | undefined;
  readonly obligations?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly facts?: FactsExpectation | undefined;
  readonly error?: string | undefined;
  readonly detail?: TextMatch | undefined;
  readonly counted?: boolean | undefined;
  readonly exceeded?: readonly string[] | undefined;
  readonly budgets?: readonly ExpectedSums[] | undefined;
  readonly state?: string | undefined;
  readonly over?: boolean | undefined;
  readonly late?: boolean | undefined;
}

/** Names are `module::rule`. */
export interface FiredExpectation {
  readonly includes?: readonly string[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly exactly?: readonly string[] | undefined;
  readonly order?: readonly string[] | undefined;
}

export interface FactsExpectation {
  readonly includes?: readonly WrittenFact[] | undefined;
  readonly excludes?: readonly WrittenFact[] | undefined;
}

/** Something wrong with a suite itself. */
export interface SuiteProblem extends LineColumn {
  readonly message: string;
}

/** Records a problem of the value at a path. */
export type Complain = (path: Path, message: string) => void;
