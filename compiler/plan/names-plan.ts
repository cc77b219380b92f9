/** The names of everything that is generated for a plan, given once. */
import type { JoinId } from './ids.ts';

/** Where a memory lives: in a property of the matcher, or of one of its parts. */
export interface Place {
  readonly part: number | null;
  readonly property: string;
}

/** Names in the generated module, by id; null where nothing is generated. */
export interface JoinNames {
  readonly left: string;
  readonly right: string;
  readonly pass: string;
  readonly drive: string;
  readonly test: string;
  readonly record: string;
  readonly entry: string;
  readonly expand: string;
  readonly blocked: string;
  readonly blockedRemovable: string;
}

export interface TemplateNames {
  readonly type: string;
  readonly facts: string;
  readonly read: string;
  readonly same: string;
  readonly hash: string;
  readonly assert: string;
  readonly match: string;
  readonly store: string;
  readonly operations: string;
  readonly counting: string | null;
  readonly aggregating: string | null;
  readonly slots: ReadonlyMap<string, string>;
}

/** Names of one node's functions and its table of constants. */
export interface NodeNames {
  /** Name of a test that can fail. */
  readonly test: string;
  /** Name of the function for a constant in a table. */
  readonly match: string;
  /** Name of the table. */
  readonly cases: string;
  /** Names of the functions of its children, if they are split. */
  readonly parts: readonly string[];
}

export interface Names {
  /** By template. */
  readonly templates: ReadonlyMap<string, TemplateNames>;
  /** By id; a name that nothing goes by is empty. */
  readonly joins: readonly JoinNames[];
  /** Name of a match function with the result of a search, by set of regular expressions. */
  readonly regexSets: readonly string[];
  readonly nodes: readonly NodeNames[];
  readonly memories: readonly Place[];
  readonly regions: readonly Place[];
  /** The parts of the matcher that hold memories: the property and the class. */
  readonly holders: readonly { readonly property: string; readonly type: string }[];
  readonly agendas: readonly string[];
  readonly counters: readonly string[];
  /** Names of the memories of aggregates. */
  readonly aggregates: readonly string[];
  /** By terminal join: the record of its rule. */
  readonly records: ReadonlyMap<JoinId, string>;
  /** All at the top level of the module, and all properties of the matcher. */
  readonly taken: { readonly module: readonly string[]; readonly matcher: readonly string[] };
}
