import { scanTokens, type Token } from '../../../compiler/read/short/tokens.ts';
import type { ColouredPart } from './kinds.ts';

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false']);
/** Functions whose text argument is a pattern. */
const PATTERNS: ReadonlySet<string> = new Set(['matches', 'not_matches']);
const BRACKETS: ReadonlySet<string> = new Set(['(', ')', '[', ']', ',', '.']);

/**
 * The parts of an infix expression or a constructor, which may have errors. Brackets and dots are among them only on
 * request: a text around shows its own colour between the parts.
 */
export function lexShort(text: string, withBrackets = false): readonly ColouredPart[] {
  const tokens = scanTokens(text);
  return tokens.flatMap((token, i) => {
    const part = partOf(token, tokens[i - 1]?.text, tokens[i + 1]?.text, tokens[i - 2]?.text);
    if (part === null && withBrackets && token.kind === 'sign')
      return [{ start: token.start, end: token.end, type: 'operator' as const }];
    return part === null ? [] : [part];
  });
}

function partOf(
  { kind, text, start, end }: Token,
  before: string | undefined,
  after: string | undefined,
  called: string | undefined,
): ColouredPart | null {
  switch (kind) {
    case 'text':
    case 'raw':
      return { start, end, type: before === '(' && PATTERNS.has(called ?? '') ? 'regexp' : 'string' };
    case 'number':
    case 'duration':
      return { start, end, type: 'number' };
    case 'sign':
      return BRACKETS.has(text) ? null : { start, end, type: 'operator' };
    case 'name':
      if (before === '.')
        return after === '('
          ? { start, end, type: 'method', modifiers: ['defaultLibrary'] }
          : { start, end, type: 'property' };
      if (WORDS.has(text)) return { start, end, type: 'keyword' };
      if (after === '(') return { start, end, type: 'function', modifiers: ['defaultLibrary'] };
      return { start, end, type: after === '=' ? 'property' : 'variable' };
    case 'end':
      return null;
  }
}
