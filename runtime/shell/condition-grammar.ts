/** The grammar of the expressions in `[[ … ]]`, by the reference manual of bash, "Conditional Constructs". */

/** A part of an expression. The text of a word is as it is written, as a quoted operator is an operand. */
export type ConditionPart =
  { readonly word: string } | { readonly operator: '&&' | '||' | '(' | ')' | '<' | '>' };

const UNARY = new Set(Array.from('abcdefghknoprstuvwxzGLNORS', (letter) => `-${letter}`));
const BINARY = new Set([
  '=',
  '==',
  '!=',
  '=~',
  '-ef',
  '-nt',
  '-ot',
  '-eq',
  '-ne',
  '-lt',
  '-le',
  '-gt',
  '-ge',
]);

/** True if bash reads the parts as one expression. Any others are a syntax error there, so nothing of the line starts. */
export function isExpression(parts: readonly ConditionPart[]): boolean {
  const end = readOr(parts, 0);
  return end === parts.length;
}

/** The readers return where an expression ends, and null if there is none. */
type Reader = (parts: readonly ConditionPart[], at: number) => number | null;

const readOr: Reader = (parts, at) => readChain(parts, at, '||', readAnd);
const readAnd: Reader = (parts, at) => readChain(parts, at, '&&', readTerm);

function readChain(
  parts: readonly ConditionPart[],
  at: number,
  operator: string,
  read: Reader,
): number | null {
  let end = read(parts, at);
  while (end !== null && operatorAt(parts, end) === operator) end = read(parts, end + 1);
  return end;
}

function readTerm(parts: readonly ConditionPart[], at: number): number | null {
  if (operatorAt(parts, at) === '(') {
    const end = readOr(parts, at + 1);
    return end !== null && operatorAt(parts, end) === ')' ? end + 1 : null;
  }
  const word = wordAt(parts, at);
  if (word === undefined) return null;
  if (word === '!') return readTerm(parts, at + 1);
  if (UNARY.has(word)) return wordAt(parts, at + 1) === undefined ? null : at + 2;
  const operator = operatorAt(parts, at + 1);
  const isBinary = operator === '<' || operator === '>' || BINARY.has(wordAt(parts, at + 1) ?? '');
  if (!isBinary) return at + 1;
  return wordAt(parts, at + 2) === undefined ? null : at + 3;
}

function operatorAt(parts: readonly ConditionPart[], at: number): string | undefined {
  const part = parts[at];
  return part && 'operator' in part ? part.operator : undefined;
}

function wordAt(parts: readonly ConditionPart[], at: number): string | undefined {
  const part = parts[at];
  return part && 'word' in part ? part.word : undefined;
}
