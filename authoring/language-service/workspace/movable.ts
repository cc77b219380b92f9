/** All spans of a value, which can be moved together. */
export interface Movable {
  readonly at: () => number;
  /** Moves the spans so that what was at 0 when it was read is at `offset`. */
  readonly moveTo: (offset: number) => void;
}

/** A span, or a place whose file is that of what holds it. */
interface MovableSpan {
  readonly file?: string;
  start: number;
  end: number;
}

/** Takes the spans that are in a value, at any depth. They move in place, so that what holds them need not be copied. */
export function movable(value: unknown, file: string): Movable {
  const spans: MovableSpan[] = [];
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let one = waiting.pop(); waiting.length > 0 || one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    const { file: of = file, start, end } = one as Partial<MovableSpan>;
    // The rows of another file, and places in it, stay.
    if (typeof of === 'string' && of !== file) continue;
    if (typeof start === 'number' && typeof end === 'number') spans.push(one as MovableSpan);
    if (one instanceof Map) for (const [key, inner] of one) waiting.push(key, inner);
    else
      for (const inner of Array.isArray(one) || one instanceof Set ? one : Object.values(one))
        waiting.push(inner);
  }
  let at = 0;
  return {
    at: () => at,
    moveTo(offset) {
      const by = offset - at;
      if (by === 0) return;
      at = offset;
      for (const span of spans) {
        span.start += by;
        span.end += by;
      }
    },
  };
}
