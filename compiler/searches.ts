/** What AuthZEN can search of a ruleset. */

/** Where the ids of entities, or the names of actions, stand: allowed values of a slot and its values in facts, or a column of rows. */
export interface Search {
  /** Null: of an action. */
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
