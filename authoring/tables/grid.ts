/** A decision table or relation as rows of cells, each with its place in the text that holds it. */
export interface Grid {
  readonly name: string;
  readonly kind: 'table' | 'relation';
  /** Path of the file that declares it. */
  readonly declared: string;
  /** Path of the file with its rows. */
  readonly file: string;
  readonly form: 'yaml' | 'csv';
  /** UTF-16 offsets of its declaration; those of its name are the start. */
  readonly at: Part;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Behind what the first row is written, if there is none. */
  readonly end: number;
}

/** UTF-16 offsets into the text of a file. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export interface GridColumn {
  /** As it is written. */
  readonly name: string;
  /** A column of tests, of results, or of values of a relation. */
  readonly kind: 'input' | 'output' | 'value';
}

export interface GridRow extends Part {
  /** As many as columns. */
  readonly cells: readonly GridCell[];
  /** Position of the row in its file, both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface GridCell extends Part {
  /** As people read and type it. Quotes are shown only where the value is another one without them. */
  readonly text: string;
  readonly quote: 'none' | 'single' | 'double';
  /** False for what is written elsewhere or over several lines, such as an alias. */
  readonly canEdit: boolean;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
}
