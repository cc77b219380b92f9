/** Entities of a ruleset that AuthZEN can search. */

/** Source of entity ids or action names: allowed values of a slot and its values in facts, or a column of rows. */
export interface Search {
  /** `null` for an action. */
  readonly type: string | null;
  /** For a relation its hidden template. */
  readonly template: string;
  readonly slot: string;
}

export interface Searches {
  readonly subjects: readonly Search[];
  readonly resources: readonly Search[];
  readonly actions: readonly Search[];
}
