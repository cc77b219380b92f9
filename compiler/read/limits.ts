/** Bounds on what is read, so that hostile or runaway YAML costs little. Passing one is an error at its place. */
export interface ReadLimits {
  /** UTF-8 bytes of one source. */
  readonly sourceBytes: number;
  /** UTF-8 bytes of all sources together. */
  readonly totalBytes: number;
  readonly sources: number;
  /** Lexical tokens of one source: scalars, punctuation, runs of space. */
  readonly tokens: number;
  /** Nesting depth of lists and maps, with aliases expanded. */
  readonly depth: number;
  /** Aliases in one source. */
  readonly aliases: number;
  /** YAML nodes that the aliases of one source expand to, each use counted in full. */
  readonly aliasNodes: number;
  /** Rules of all sources together. */
  readonly rules: number;
  /** Rows of all relations together. */
  readonly relationRows: number;
  /** Tables of all sources together. */
  readonly tables: number;
  /** Cells of all tables that say something. */
  readonly tableCells: number;
  /** UTF-16 units of one scalar. */
  readonly textLength: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  sourceBytes: 5 * 1024 * 1024,
  totalBytes: 20 * 1024 * 1024,
  sources: 1_000,
  tokens: 2_000_000,
  depth: 50,
  aliases: 100,
  aliasNodes: 10_000,
  rules: 20_000,
  relationRows: 500_000,
  tables: 1_000,
  tableCells: 100_000,
  textLength: 65_536,
};
