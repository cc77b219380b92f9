/** Texts compared without regard to case: Unicode simple case folding without a locale, as `(?i)` of `matches`. */
import { SymbolValue, type Multifield } from '../values/values.ts';

const ASCII = /^[\0-\x7f]*$/;

/**
 * Characters that folding by capital letter misses (CaseFolding.txt, status S), and the dotless i, whose capital is
 * that of another letter.
 */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['\u0131', '\u0131'],
  ['\u1fd3', '\u0390'],
  ['\u1fe3', '\u03b0'],
  ['\ufb05', '\ufb06'],
]);

/** The mapped character; the character itself when it is mapped to several. */
function one(mapped: string, character: string): string {
  return mapped.length === character.length ? mapped : character;
}

function foldCharacter(character: string): string {
  const exception = EXCEPTIONS.get(character);
  if (exception !== undefined) return exception;
  const upper = one(character.toUpperCase(), character);
  return one(upper.toLowerCase(), upper);
}

/** One text for all that differ in case only. INVARIANT: as long as the text, in UTF-16 units. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** True if a text equals `folded` when case is ignored. */
export function equalsFolded(folded: string, text: string): boolean {
  return text.length === folded.length && foldCase(text) === folded;
}

/** True if a text equals an item of the list when case is ignored. */
export function isInIgnoringCase(list: Multifield, text: string): boolean {
  const folded = foldCase(text);
  return list.some((item) => {
    const other = item instanceof SymbolValue ? item.name : item;
    return typeof other === 'string' && equalsFolded(folded, other);
  });
}
