import type { ColouredPart } from './kinds.ts';

/**
 * The parts of several layers without overlap, in the order of the text. A part of an earlier layer hides what later ones
 * have there.
 */
export function paint(layers: readonly (readonly ColouredPart[])[]): readonly ColouredPart[] {
  let painted: readonly ColouredPart[] = [];
  for (const layer of layers) {
    const sorted = [...layer].sort((a, b) => a.start - b.start || b.end - a.end);
    const added: ColouredPart[] = [];
    let next = 0;
    let reached = 0;
    for (const part of sorted) {
      let start = Math.max(part.start, reached);
      while (next < painted.length && (painted[next]?.end ?? 0) <= start) next++;
      for (let i = next; start < part.end; i++) {
        const hidden = painted[i];
        const end = Math.min(part.end, hidden?.start ?? part.end);
        if (start < end) added.push({ ...part, start, end });
        if (hidden === undefined || hidden.start >= part.end) break;
        start = Math.max(start, hidden.end);
      }
      reached = Math.max(reached, part.end);
    }
    painted = [...painted, ...added].sort((a, b) => a.start - b.start);
  }
  return painted;
}
