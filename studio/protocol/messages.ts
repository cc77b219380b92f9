/**
 * The one protocol between the page and the worker that compiles and decides. Every message is plain data. Requests cross as
 * JSON text, because JSON.parse would lose large integers.
 */

export interface StudioFile {
  /** Relative to the folder of the ruleset, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A ruleset with its suites. */
export interface StudioRuleset {
  readonly name: string;
  readonly files: readonly StudioFile[];
  /** Files of earlier versions that a reload kept parts of, newest first; left out for a ruleset of its own. */
  readonly base?: readonly (readonly StudioFile[])[];
}

/** A place of a file; both numbers from 1. */
interface StudioPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Problem extends StudioPlace {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** UTF-16 offsets into the file. */
  readonly start: number;
  readonly end: number;
}

export interface Decision {
  /** The decision, or `none`. */
  readonly verdict: string;
  readonly reason: string | null;
  /** JSON, one per obligation. */
  readonly obligations: readonly string[];
  /** Paths of the document that the deciding rule could not read. */
  readonly missing: readonly string[];
  readonly durationUs: number;
}

/** A line of an explanation with what supports it. */
export interface Node {
  readonly text: string;
  readonly place: StudioPlace;
  /** `null` if it is not known. */
  readonly holds: boolean | null;
  readonly children?: readonly Node[];
}

export interface RuleNodes {
  /** `module::rule`. */
  readonly rule: string;
  readonly place: StudioPlace;
  readonly nodes: readonly Node[];
}

export interface CaseName {
  readonly suite: string;
  readonly name: string;
  /** The request as JSON; `null` for a case of several steps. */
  readonly request: string | null;
  readonly expected: string | null;
}

export interface Change {
  readonly text: string;
  readonly verdict: string;
  /** The request with the change, as JSON. */
  readonly request: string;
}

export interface CaseResult {
  readonly suite: string;
  readonly name: string;
  readonly expected: string;
  readonly got: string;
  readonly passed: boolean;
  readonly details: readonly string[];
}

/** A claim of a suite about all requests. */
export interface PropertyResult {
  readonly suite: string;
  readonly name: string;
  readonly passed: boolean;
  /** How it was proved or tried, or the counterexample. */
  readonly text: string;
}

/** A change of one place of the rules that no case notices. */
export interface Survivor {
  readonly place: StudioPlace;
  /** The change, after the rule. */
  readonly text: string;
  /** A request that it decides otherwise; `null` if none was found. */
  readonly differs: string | null;
  /** A case that notices it. */
  readonly shown: {
    readonly facts: string | null;
    readonly input: string | null;
    /** Milliseconds; null: any. */
    readonly now: number | null;
    readonly decision: string | null;
    readonly reason?: string | null;
  } | null;
}

export interface MutantResults {
  readonly found: number;
  /** Changes that mean the same as the rules. */
  readonly equivalent: number;
  /** Changes for which the time did not suffice. */
  readonly untried: number;
  readonly survivors: readonly Survivor[];
  /** True if cases fail: nothing was changed. */
  readonly isFailing: boolean;
}

/** The parts of a rule that the cases reached. */
export interface RuleCovered {
  readonly rule: string;
  readonly place: StudioPlace;
  readonly fired: number;
  /** Outcomes of its conditions, cells and branches. */
  readonly covered: number;
  readonly total: number;
  /** The parts that no case reached, in words. */
  readonly open: readonly string[];
}

/** How much of a line the cases reached: everything, a part, or nothing. */
export type LineCovered = 'all' | 'some' | 'none';

export interface Coverage {
  /** 0 to 100; `null` if there is nothing to cover. */
  readonly percent: number | null;
  readonly rules: readonly RuleCovered[];
  readonly lines: readonly (Pick<StudioPlace, 'file' | 'line'> & { readonly covered: LineCovered })[];
}

/** A slot of a form. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly allowed: readonly string[] | null;
  readonly required: boolean;
}

/** What a request may consist of. */
export interface RequestShape {
  readonly templates: readonly { readonly name: string; readonly fields: readonly Field[] }[];
  /** Paths of the document that rules read; empty without a document. */
  readonly paths: readonly { readonly path: string; readonly type: string }[];
}

/** A ruleset as a graph. Names are those of the language; a place of the document is its path. */
export interface RulesetMap {
  /** In focus order. */
  readonly modules: readonly string[];
  readonly templates: readonly string[];
  readonly rules: readonly { readonly name: string; readonly module: string; readonly place: StudioPlace }[];
  readonly decisions: readonly string[];
  readonly edges: readonly MapEdge[];
}

/** From a template to a rule, or from a rule to a template or a decision. */
export interface MapEdge {
  readonly kind: 'matches' | 'negates' | 'asserts' | 'retracts' | 'decides';
  readonly rule: string;
  /** The template, or the decision for `decides`. */
  readonly other: string;
}

/** Requests that two versions decide differently. */
export interface Comparison {
  /** True if the result holds for every request, not only for those that were tried. */
  readonly proved: boolean;
  /** Requests that were compared. */
  readonly count: number;
  readonly differences: readonly {
    /** JSON: the smallest request found of this kind. */
    readonly request: string;
    readonly before: string;
    readonly after: string;
    readonly rules: readonly string[];
    /** Requests of this kind. */
    readonly count: number;
  }[];
}

/** What each question returns. */
export interface Answers {
  /** Compiles, and decides the request if there are no errors. */
  readonly decide: {
    readonly problems: readonly Problem[];
    readonly decision: Decision | null;
    /** Why there is no decision: the request is invalid, or the evaluation failed. */
    readonly error: string | null;
    /** `null` if the ruleset has errors. */
    readonly shape: RequestShape | null;
  };
  readonly explain: {
    readonly rule: string | null;
    readonly why: readonly RuleNodes[];
    readonly whyNot: readonly RuleNodes[];
    /** The facts before any rule fired, as text. */
    readonly given: readonly string[];
    /** The firings in order, with the facts that each asserted and retracted. */
    readonly firings: readonly {
      readonly rule: string;
      readonly asserted: readonly string[];
      readonly retracted: readonly string[];
      /** Values of its variables as text, by the names that they have in the rule: `limit.role`. */
      readonly bindings: Readonly<Record<string, string>>;
    }[];
  };
  readonly flips: readonly Change[];
  readonly cases: readonly CaseName[];
  readonly test: readonly CaseResult[];
  readonly properties: readonly PropertyResult[];
  readonly coverage: Coverage;
  readonly mutants: MutantResults;
  readonly map: RulesetMap;
  /** A request of the past: its decision, and the explanation unless there is none. */
  readonly replay: {
    readonly decided: Answers['decide'];
    readonly explained: Answers['explain'] | null;
  };
  /** The version `old` against the ruleset. */
  readonly compare: Comparison;
}

export type QuestionKind = keyof Answers;

/** A question about a ruleset and a request. */
export interface Question<Kind extends QuestionKind = QuestionKind> {
  readonly kind: Kind;
  readonly ruleset: StudioRuleset;
  /** JSON. */
  readonly request: string;
  /** The version to compare with; `null` for other questions. */
  readonly old: StudioRuleset | null;
  /** The time that the rules see, in milliseconds since the epoch; `null` for now. */
  readonly clock: number | null;
}

/** To the worker. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** A question, or the script for all questions but decisions. */
export type ToWorker = Asked | { readonly script: string };

/** From the worker, as JSON text: values can be large integers. */
export type Told =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  /** How far it is, in words. */
  | { readonly id: number; readonly kind: 'progress'; readonly message: string }
  /** For the user. */
  | { readonly id: number; readonly kind: 'problem'; readonly message: string }
  | { readonly id: number; readonly kind: 'defect'; readonly message: string };
