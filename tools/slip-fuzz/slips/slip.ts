/** A text that someone writes by mistake, with the kind of mistake. */
export interface Slip {
  /** Group of the figures. */
  readonly kind: string;
  readonly text: string;
}

/** Slips of one kind. */
export function slips(kind: string, texts: readonly string[]): readonly Slip[] {
  return texts.map((text) => ({ kind, text }));
}

/** A table of texts without spaces, written as one line per key. */
export function wordTable(table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(table).map(([key, line]) => [key, line.split(' ')]));
}
