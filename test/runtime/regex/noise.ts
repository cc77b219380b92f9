/** A text of `a` and `b` without a pattern, the same in every run, so that nearly every position brings a new state. */
export function noise(length: number): string {
  let seed = 1;
  let text = '';
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    text += seed >>> 31 === 0 ? 'a' : 'b';
  }
  return text;
}
