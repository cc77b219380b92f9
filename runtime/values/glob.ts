/**
 * Globs: `*` matches any characters except `/`, `**` any characters, `?` one that is not `/`; every other character matches
 * itself. As a whole segment followed by `/`, `**` also matches no segment. A glob matches a whole text.
 */

/** A step takes a character, or what one of these says. */
const ONE = -1;
const SEGMENT = -2;
const ANYTHING = -3;
/** Takes nothing; the next two steps, which are `**` and `/`, may be left out. */
const OPTIONAL = -4;
const SLASH = 0x2f;
/** A glob may come with the data, and its length multiplies the time. */
const LONGEST = 1024;

export interface Glob {
  /** Code points and the wildcards above, in order. */
  readonly steps: readonly number[];
  /** Literal prefix of every match. */
  readonly start: string;
}

function starSteps(glob: string, from: number, to: number): readonly number[] {
  if (to - from === 1) return [SEGMENT];
  const isSegment = (from === 0 || glob[from - 1] === '/') && glob[to] === '/';
  return isSegment ? [OPTIONAL, ANYTHING] : [ANYTHING];
}

/** The glob that a text says; null when it is longer than 1024. */
export function readGlob(glob: string): Glob | null {
  if (glob.length > LONGEST) return null;
  const steps: number[] = [];
  for (let i = 0; i < glob.length;) {
    if (glob[i] === '*') {
      const from = i;
      while (glob[i] === '*') i++;
      steps.push(...starSteps(glob, from, i));
    } else {
      const point = glob.codePointAt(i)!;
      steps.push(glob[i] === '?' ? ONE : point);
      i += point > 0xffff ? 2 : 1;
    }
  }
  return { steps, start: /^[^*?]*/.exec(glob)![0] };
}

/** Adds the steps that are reachable without a character; they come after the steps that lead to them. */
function close(steps: readonly number[], reached: Uint8Array): void {
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (step > SEGMENT || reached[i] === 0) continue;
    reached[i + 1] = 1;
    if (step === OPTIONAL) reached[i + 3] = 1;
  }
}

/**
 * True if the whole text matches; null matches nothing. All ways through the glob are followed together, so the time
 * is at most the product of the two lengths.
 */
export function globMatches(glob: Glob | null, text: string): boolean {
  if (glob === null || !text.startsWith(glob.start)) return false;
  const { steps } = glob;
  let reached = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reached[0] = 1;
  close(steps, reached);
  for (const character of text) {
    const point = character.codePointAt(0)!;
    let isAny = false;
    next.fill(0);
    for (let i = 0; i < steps.length; i++) {
      if (reached[i] === 0) continue;
      const step = steps[i]!;
      const stays = step === ANYTHING || (step === SEGMENT && point !== SLASH);
      if (stays) next[i] = 1;
      else if (step === point || (step === ONE && point !== SLASH)) next[i + 1] = 1;
      else continue;
      isAny = true;
    }
    if (!isAny) return false;
    close(steps, next);
    [reached, next] = [next, reached];
  }
  return reached[steps.length] === 1;
}
