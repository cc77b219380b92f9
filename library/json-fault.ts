import { parse } from 'lossless-json';

/**
 * Place of the first character at which a text is not JSON, such as `line 1, column 13`; null if it is JSON. Unlike the
 * messages of parsers it quotes nothing of the text, which may be a secret.
 */
export function jsonFault(text: string): string | null {
  try {
    parse(text, null, { parseNumber: String });
  } catch (error) {
    const at = /at position (\d+)$/.exec(error instanceof Error ? error.message : '')?.[1];
    return at === undefined ? 'place unknown' : placeOf(text, Number(at));
  }
  return null;
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
