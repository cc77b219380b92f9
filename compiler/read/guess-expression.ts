/** Guesses the meaning of expressions in the syntax of other languages. */
import { meantOperator, SIGNS } from '../diagnostics/guesses.ts';
import { OPERATOR_TABLE } from '../language/operators/table.ts';

const OPERATORS = [...OPERATOR_TABLE.keys()];
/** Operators whose one argument is a list. */
const OF_LISTS: ReadonlySet<string> = new Set(['in', 'not_in', 'has_any', 'has_all', 'has_none', 'only']);

/** `> 1000` is `greater_than(1000)`; null if nothing better than the form is known. */
export function meantExpression(text: string, slot?: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 100) return null;
  return signed(trimmed, slot) ?? worded(trimmed) ?? bare(trimmed);
}

/** `operator: value`, as `{ slot: rows, greater_than: 1000 }` writes it; null if the word is not an operator. */
export function operatorCall(word: string, value: string): string | null {
  const name = OPERATORS.includes(word) ? word : meantOperator(word, OPERATORS);
  if (name === null) return null;
  if (name === 'between') return `between(${value.replace(/^\[|\]$/g, '')})`;
  return `${name}(${OF_LISTS.has(name) ? inBrackets(value) : value})`;
}

function signed(text: string, slot: string | undefined): string | null {
  for (const [sign, operator] of SIGNS) {
    const at = text.indexOf(sign);
    if (at < 0 || !/^(?:[\w.$?-]+\s*)?$/.test(text.slice(0, at))) continue;
    const name = text
      .slice(0, at)
      .trim()
      .replace(/^.*[.?$]/, '');
    if (name !== '' && slot !== undefined && name !== slot) return null;
    const value = text.slice(at + sign.length).trim();
    return /^[^\s=<>!()&|][^=<>!()&|]*$/.test(value) ? `${operator}(${value})` : null;
  }
  return null;
}

function worded(text: string): string | null {
  const [, word = '', value = ''] = /^([A-Za-z_][\w-]*)\s+([^()&|]+)$/.exec(text) ?? [];
  if (word === '') return null;
  const range = /^(\S+)\s*(?:and|to|\.\.|,)\s*(\S+)$/.exec(value);
  if (range !== null && word === 'between') return `between(${range[1] ?? ''}, ${range[2] ?? ''})`;
  return range === null || /^\[/.test(value) ? operatorCall(word, value) : null;
}

function bare(text: string): string | null {
  if (/^\[[^()[\]]*\]$/.test(text)) return `in(${text})`;
  return /^[\w.:/@-]+$/.test(text) ? `equals(${text})` : null;
}

function inBrackets(value: string): string {
  return value.startsWith('[') ? value : `[${value}]`;
}
