/** Slots that are masked wherever they are stored. */
export interface Sensitivity {
  /** Slots by template: those that say so, and those that rules fill from them. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** By `module::rule`; rules that say nothing of sensitive slots are left out. */
  readonly rules: ReadonlyMap<string, SensitiveConsequence>;
}

export interface SensitiveConsequence {
  readonly reason: boolean;
  /** Keys. */
  readonly metadata: readonly string[];
  /** Types of obligations, each with the names of properties. */
  readonly obligations: readonly (readonly [string, readonly string[]])[];
}
