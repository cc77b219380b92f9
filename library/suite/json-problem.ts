import { createLineIndex } from '../../compiler/diagnostics/line-column.ts';
import type { SuiteProblem } from './suite.ts';

/** Text that V8 appends to the problem: its position or an excerpt. */
const PLACE =
  /(?:, (?:"|\.\.\.)[^]* is not valid JSON)?(?: in JSON)?(?: at position (\d+))?(?: \(line \d+ column \d+\))?$/;

/** The problem of a text that is not JSON, where it breaks off. */
export function jsonProblem(error: unknown, text: string): SuiteProblem {
  const message = error instanceof Error ? error.message : String(error);
  const what = message.replace(PLACE, '');
  return { ...createLineIndex(text).lineColumn(offsetOf(message, text)), message: `invalid JSON: ${what}` };
}

function offsetOf(message: string, text: string): number {
  const [, position] = PLACE.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (message.includes('end of JSON')) return text.trimEnd().length;
  // Some messages have no position: the shortest beginning that no end could complete leads to it.
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (isOpen(text.slice(0, middle + 1))) least = middle + 1;
    else most = middle;
  }
  return least;
}

/** True if the text is JSON or may be the beginning of one. */
function isOpen(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = String(error);
    const [, position] = PLACE.exec(message) ?? [];
    return message.includes('end of JSON') || (position !== undefined && Number(position) >= text.length);
  }
}
