import type { WrittenText } from '../trees/texts.ts';
import type { ColouredPart } from './kinds.ts';
import { lexCell, lexClips, lexOperator, lexType } from './lex-long.ts';
import { lexShort } from './lex-short.ts';

/** The coloured parts of a scalar, as offsets into its text. None where YAML alone says what it is. */
export function lexText({ language, source: { text } }: WrittenText): readonly ColouredPart[] {
  switch (language) {
    case 'short':
      return lexShort(text);
    case 'operator':
      return lexOperator(text);
    case 'clips':
      return lexClips(text);
    case 'type':
      return lexType(text);
    case 'cell':
      return lexCell(text);
    case 'text':
      return lexPlaces(text);
    case 'value':
      if (/^[?(]/.test(text)) return lexClips(text);
      return /^\$\w/.test(text) ? lexOperator(text) : lexPlaces(text);
    case 'plain':
      return [];
  }
}

/** Braces that are doubled, and places in single ones. */
const PLACE = /\{\{|\}\}|\{([^{}]*)\}/g;

function lexPlaces(text: string): readonly ColouredPart[] {
  return [...text.matchAll(PLACE)].flatMap(({ 0: { length }, 1: inside, index }): readonly ColouredPart[] => {
    if (inside === undefined) return [];
    const end = index + length;
    return [
      { start: index, end: index + 1, type: 'operator' },
      ...lexShort(inside, true).map((part) => ({
        ...part,
        start: part.start + index + 1,
        end: part.end + index + 1,
      })),
      { start: end - 1, end, type: 'operator' },
    ];
  });
}
