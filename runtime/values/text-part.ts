/** The part between separators at an index from 0, from the end if it is negative; undefined if there is none. */
export function partAt(text: string, separator: string, index: number): string | undefined {
  return separator === '' ? undefined : text.split(separator).at(index);
}
