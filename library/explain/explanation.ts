/** Report of an explanation. Plain data, written as JSON unchanged; `version` changes when readers would notice. */
export interface Explanation {
  readonly version: 1;
  readonly ruleset: string;
  readonly decision: string | null;
  readonly reason: string | null;
  /** Number of the firing that decided, in `firings`; null: none did, the decision is the default. */
  readonly winner: number | null;
  /** Paths that the rule that decided could not know; left out when there are none. */
  readonly missing?: readonly string[];
  /** Other firings with an action, and why they do not decide. */
  readonly beaten: readonly Beaten[];
  /** All firings, in order. */
  readonly firings: readonly ExplainedFiring[];
  /** Facts by `id`: those given, held and derived. */
  readonly facts: readonly ExplainedFact[];
  /** The rules that did not fire; with `rule`, that rule alone. */
  readonly not_fired: readonly WhyNot[];
  /** Changes that lead to another decision, with `flip`. */
  readonly flips?: Flips;
}

/** An explanation in which places of the document are facts of the templates that only the compiler names. */
export interface RawExplanation extends Omit<Explanation, 'flips'> {
  readonly flips?: Flips<FactChange>;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Beaten {
  readonly firing: number;
  readonly why: 'action' | 'earlier' | 'later';
}

export interface ExplainedFiring {
  readonly rule: string;
  readonly place: Place;
  readonly action: string | null;
  readonly reason: string;
  /** The matched facts, in the order of its patterns. */
  readonly matched: readonly { readonly fact: number; readonly place: Place }[];
  /** By variable; in a short rule, by the name that it has there: `login.user`, or a path of the document. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /** Its left half is in the short form; unset otherwise. */
  readonly short?: true;
  /** Ids of the facts that it asserted, and of those that it took away. */
  readonly asserted: readonly number[];
  readonly retracted: readonly number[];
}

export interface ExplainedFact {
  readonly id: number;
  /** `input` for a place of the document. */
  readonly template: string;
  /** The place of the document, `input.items[2].price`; unset for a fact. */
  readonly path?: string;
  /** For a place of the document: its own value as `value`, and values below it by their paths. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Number of the firing that asserted it; null: it came from outside. */
  readonly derived_by: number | null;
  /** Number of the firing that removed it; null if it exists at the end. */
  readonly retracted_by: number | null;
}

export interface WhyNot {
  readonly rule: string;
  readonly place: Place;
  readonly action: string | null;
  /**
   * `blocked`: at the end of the evaluation no facts fulfil it. `withdrawn`: it could have fired before another firing
   * took a fact away or brought one that is in its way. `late`: its facts were complete only when its module had had its
   * turn. `unknown`: looking for it took too long.
   */
  readonly kind: 'blocked' | 'withdrawn' | 'late' | 'unknown';
  /** The longest run of elements that was matched, with the facts. */
  readonly matched: readonly { readonly fact: number; readonly place: Place }[];
  /** Elements of the rule that were passed, of all. */
  readonly passed: number;
  readonly elements: number;
  /** Its left half is in the short form; unset otherwise. */
  readonly short?: true;
  /** The element that was not passed; null unless `blocked`. */
  readonly stuck: Stuck | null;
  /** Number of the firing after which it could fire no more; null unless `withdrawn`. */
  readonly withdrawn_by: number | null;
}

export interface Stuck {
  readonly kind: 'pattern' | 'test' | 'not' | 'exists';
  readonly place: Place;
  /** For a pattern; null for other elements, and if it matches a relation. Of a place of the document: `input`. */
  readonly template: string | null;
  /** For a pattern of the document: its path. */
  readonly path?: string;
  /** In a short rule: the condition, as the YAML has it. */
  readonly condition?: string;
  /** The rule wants the condition not to hold, and it does; unset if it is the other way round. */
  readonly unwanted?: boolean;
  /** Paths of the document that the condition could not read, with the problem if they are not missing. */
  readonly missing?: readonly string[];
  /** The relation that a pattern matches; left out where it matches facts. */
  readonly relation?: string;
  /** Text of a test as written in the YAML; null for other elements. */
  readonly text: string | null;
  /** Facts of the template with what failed for each, those that came nearest first; `not`: the facts in the way. */
  readonly candidates: readonly Candidate[];
  /** Number of facts of the template, if not all are reported. */
  readonly candidate_count: number;
  /** Values that a test or a pattern of a relation reads, those of aggregates first. */
  readonly values: readonly Other[];
  /** For `exists`: the inner element that no fact passed. */
  readonly inner: Stuck | null;
  /** For a decision table row: why it was not selected; unset for other rules. */
  readonly row?: StuckRow;
}

/** Why the inputs of a table did not give one of its rows. */
export interface StuckRow {
  /** `module::table`. */
  readonly table: string;
  /** The cells that did not hold; none: an earlier row matched. */
  readonly failed: readonly FailedCell[];
  /** The earlier row that matched; null: cells failed, or it is not known. */
  readonly earlier: string | null;
}

export interface FailedCell {
  /** The column, as the table writes it. */
  readonly input: string;
  /** The cell, as the table writes it. */
  readonly expected: string;
  readonly actual: unknown;
  readonly place: Place;
  /** Error of the test; null if it returned a result. */
  readonly error: string | null;
}

export interface Candidate {
  readonly fact: number;
  readonly failed: readonly FailedCondition[];
}

export interface FailedCondition {
  /** Path, for a place of the document. */
  readonly slot: string;
  readonly operator: string;
  /** The condition as the YAML has it; in a short rule, the infix text. */
  readonly expected: string;
  /** The other values that it is about, with where they come from. */
  readonly with: readonly Other[];
  readonly actual: unknown;
  readonly place: Place;
  /** Error of the evaluation; null if it returned a result. */
  readonly error: string | null;
}

export interface Other {
  /** The variable; in a short rule, the name that it has there: `login.user`, or a path of the document. */
  readonly name: string;
  readonly value: unknown;
  /** The fact and slot it comes from; null: from no fact. */
  readonly fact: number | null;
  readonly slot: string | null;
}

export interface Flips<C = Change> {
  /** The wanted decision; null for any other. */
  readonly asked: string | null;
  /** Evaluations that looking for them took. */
  readonly evaluations: number;
  /** Changes were left untried because there were too many. */
  readonly cut_short: boolean;
  readonly found: readonly Flip<C>[];
}

/** Changes of the facts given, and the decision after them, which was evaluated. */
export interface Flip<C = Change> {
  readonly changes: readonly C[];
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule: string | null;
}

export type Change =
  /** Sets or removes a member of the document. */
  | { readonly kind: 'set'; readonly path: string; readonly from?: unknown; readonly to: unknown }
  | { readonly kind: 'leave_out'; readonly path: string; readonly from: unknown }
  | FactChange;

export type FactChange =
  | {
      readonly kind: 'slot';
      readonly fact: number;
      readonly template: string;
      readonly slot: string;
      readonly from: unknown;
      readonly to: unknown;
    }
  | { readonly kind: 'remove'; readonly fact: number; readonly template: string }
  | { readonly kind: 'add'; readonly template: string; readonly data: Readonly<Record<string, unknown>> };
