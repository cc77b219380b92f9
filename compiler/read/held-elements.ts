import type { Built } from './anchors.ts';
import type { ReadContext } from './context.ts';
import { readElement } from './plain-block.ts';
import { createReading } from './plain-reading.ts';

/**
 * A source whose plain elements of lists are held back from the parser, which finds an empty text and spaces, as long as
 * it, instead of each.
 */
export interface HeldElements {
  readonly text: string;
  /** By the offset at which they begin. */
  readonly elements: ReadonlyMap<number, Built>;
  /** At least as many lexical tokens as the elements are. */
  readonly tokens: number;
}

const DASH = /^( *)-(?= )/gm;

/** `null` if there are none. Nested elements are kept if their parents are not plain. */
export function holdElements(context: ReadContext): HeldElements | null {
  const reading = createReading(context);
  const { text } = reading;
  const elements = new Map<number, Built>();
  const parts: string[] = [];
  let position = 0;
  let tokens = 0;
  DASH.lastIndex = 0;
  for (let dash = DASH.exec(text); dash !== null; dash = DASH.exec(text)) {
    const indent = dash[1]?.length ?? 0;
    const element = readElement(reading, dash.index + indent, indent);
    // Replacing an element that is smaller than its replacement saves nothing.
    if (element === null || element.end - element.start < 2) continue;
    const { start, end } = element;
    elements.set(start, element);
    parts.push(text.slice(position, start), '""', ' '.repeat(end - start - 2));
    position = end;
    tokens = reading.tokens;
    DASH.lastIndex = element.next;
  }
  if (elements.size === 0) return null;
  parts.push(text.slice(position));
  return { text: parts.join(''), elements, tokens };
}
