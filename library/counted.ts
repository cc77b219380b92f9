/** A number with what it counts, in English: `1 rule`, `2 rules`. */
export function counted(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
