/** Documents with one member less. */
import { keysText } from './path-text.ts';

interface Smaller {
  /** Path of the removed member, as conditions write it. */
  readonly path: string;
  readonly less: unknown;
}

/** The document without each of its members, one at a time; items of lists stay. */
export function withoutEach(document: unknown, shown = 'input'): readonly Smaller[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return [];
  const entries = Object.entries(document);
  return entries.flatMap(([key, value], i) => {
    const path = shown + keysText([key]);
    const others = (member: unknown): unknown =>
      Object.fromEntries(entries.map((entry, j) => (j === i ? [key, member] : entry)));
    const rest = Object.fromEntries(entries.filter((_, j) => j !== i));
    const inner = withoutEach(value, path).map((one) => ({ path: one.path, less: others(one.less) }));
    return [{ path, less: rest }, ...inner];
  });
}

/** Tries beyond which a document is left as it is. */
const MOST_TRIES = 200;

/** The document without the members that it can do without. @param stays true if it still shows what it is to show */
export function shrinkDocument(document: unknown, stays: (document: unknown) => boolean): unknown {
  let kept = document;
  let left = MOST_TRIES;
  for (let isShorter = true; isShorter && left > 0;) {
    isShorter = false;
    for (const { less } of withoutEach(kept)) {
      if (--left < 0) break;
      if (!stays(less)) continue;
      kept = less;
      isShorter = true;
      break;
    }
  }
  return kept;
}
