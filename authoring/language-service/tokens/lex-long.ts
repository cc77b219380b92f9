import { nextToken } from '../../../compiler/language/expression/tokens.ts';
import { VERBATIM } from '../../../compiler/read/verbatim.ts';
import type { ColouredPart } from './kinds.ts';

const PART =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$?\?[\w-]+|\$[\w-]+(?:\.[\w-]+)*|-?\d+(?:\.\d+)?(?:[smhd]\b)?(?![\w.-])|[A-Za-z_][\w-]*|[<>=!]+|\S/g;
const CALL = /^\s*([A-Za-z_][\w-]*)\s*\(/;

/** The parts of `operator(arguments)`. */
export function lexOperator(text: string): readonly ColouredPart[] {
  const [head, name = ''] = CALL.exec(text) ?? [];
  if (head === undefined) return lexArguments(text, 0);
  const start = head.indexOf(name);
  const operator: ColouredPart = {
    start,
    end: start + name.length,
    type: 'method',
    modifiers: ['defaultLibrary'],
  };
  if (!VERBATIM.has(name)) return [operator, ...lexArguments(text, head.length)];
  const end = text.endsWith(')') ? text.length - 1 : text.length;
  return end > head.length ? [operator, { start: head.length, end, type: 'regexp' }] : [operator];
}

function lexArguments(text: string, from: number): readonly ColouredPart[] {
  return [...text.slice(from).matchAll(PART)].flatMap(({ 0: written, index }): readonly ColouredPart[] => {
    const start = from + index;
    const part = (type: ColouredPart['type']): ColouredPart[] => [
      { start, end: start + written.length, type },
    ];
    if (/^["']./.test(written)) return part('string');
    if (/^\$?\?./.test(written) || /^\$./.test(written)) return part('variable');
    if (/^-?\d/.test(written)) return part('number');
    if (/^[<>=!]/.test(written)) return part('operator');
    if (written === 'true' || written === 'false') return part('keyword');
    if (!/^[A-Za-z_]/.test(written)) return [];
    return part(text[start + written.length] === '(' ? 'method' : 'string');
  });
}

const TESTED = /^(?:not\s*\(|[<>]=?|[[(\]]\s*\S+?\s*\.\.|[A-Za-z_][\w-]*\()/;

/** The parts of a cell of a table; none for one that is a value. */
export const lexCell = (text: string): readonly ColouredPart[] =>
  TESTED.test(text) ? lexOperator(text) : [];

/** The parts of CLIPS source. */
export function lexClips(text: string): readonly ColouredPart[] {
  const parts: ColouredPart[] = [];
  let isHead = false;
  for (let at = 0; ;) {
    const token = nextToken(text, at);
    if (token.kind === 'end' || token.end <= at) return parts;
    const { kind, start, end } = token;
    at = end;
    if (kind === 'string') parts.push({ start, end, type: 'string' });
    if (kind === 'number') parts.push({ start, end, type: 'number' });
    if (kind === 'variable' || kind === 'multi-variable') parts.push({ start, end, type: 'variable' });
    if (kind === 'symbol' && isHead)
      parts.push({ start, end, type: 'function', modifiers: ['defaultLibrary'] });
    if (kind === 'symbol' && !isHead)
      parts.push({ start, end, type: /^(?:TRUE|FALSE)$/.test(token.text) ? 'keyword' : 'string' });
    isHead = kind === 'open';
  }
}

const TYPE_PART = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?(?![\w.-])|[A-Za-z_][\w.-]*|[|=]/g;
const TYPES = /^(?:string|symbol|integer|float|boolean|time|any)$/i;

/** The parts of a type: `integer`, `low | high = low sensitive`. */
export function lexType(text: string): readonly ColouredPart[] {
  return [...text.matchAll(TYPE_PART)].map(({ 0: written, index: start }): ColouredPart => {
    const end = start + written.length;
    if (/^["']/.test(written)) return { start, end, type: 'string' };
    if (/^-?\d/.test(written)) return { start, end, type: 'number' };
    if (/^[|=]/.test(written)) return { start, end, type: 'operator' };
    if (written === 'sensitive') return { start, end, type: 'keyword' };
    return { start, end, type: TYPES.test(written) ? 'type' : 'enumMember' };
  });
}
