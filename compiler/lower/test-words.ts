/** Types of operands, as far as tests differ by them, and comparisons that no types have. */
import type { Span } from '../diagnostics/position.ts';
import type { ArithmeticTree } from '../short-tree.ts';
import { operandOf } from './operand.ts';
import type { Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import type { TestWriter } from './test-form.ts';
import { resultSort, type Sort } from './time-sorts.ts';
import { valueFunction } from './value-functions.ts';

export type Word =
  'text' | 'number' | 'integer' | 'float' | 'time' | 'duration' | 'boolean' | 'symbol' | 'unknown';

/** The type of an operand, as far as comparisons in tests differ by it. */
export function wordOf(writer: TestWriter, expression: Resolved): Word {
  const { context } = writer;
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      if (value.kind === 'text' || value.kind === 'boolean') return value.kind;
      if (value.kind === 'duration') return 'duration';
      return value.isInteger ? 'integer' : 'float';
    }
    case 'slot':
    case 'path':
    case 'variable': {
      const operand = operandOf(context, expression);
      const type = operand.kind === 'slot' || operand.kind === 'variable' ? operand.type : null;
      if (type === null) return 'number';
      return type === 'string' ? 'text' : isWord(type) ? type : 'unknown';
    }
    case 'now':
      return 'time';
    case 'arithmetic': {
      const { sign, left, right } = expression;
      const sort = resultSort(sign.value, sortOfWord(writer, left), sortOfWord(writer, right));
      return sort === null || sort === 'wrong' ? 'number' : sort;
    }
    case 'negative':
      return wordOf(writer, expression.operand) === 'duration' ? 'duration' : 'number';
    case 'call': {
      const result = valueFunction(expression)?.result;
      if (result !== undefined) return result === 'number' ? 'float' : result;
      if (expression.name.value === 'str-cat') return 'text';
      return expression.name.value === 'size' ? 'integer' : 'unknown';
    }
    default:
      return 'unknown';
  }
}

const WORDS: ReadonlySet<string> = new Set(['integer', 'float', 'time', 'boolean', 'symbol']);
const isWord = (type: string): type is Word => WORDS.has(type);
export const isNumber = (word: Word): boolean =>
  word === 'integer' || word === 'float' || word === 'number' || word === 'time' || word === 'duration';

/** Null for values of which no more than that they are numbers is known. */
function sortOfWord(writer: TestWriter, expression: Resolved): Sort {
  const word = wordOf(writer, expression);
  if (word === 'time' || word === 'duration') return word;
  return word === 'integer' || word === 'float' ? 'number' : null;
}
const isUnknownNumber = (left: Word, right: Word): boolean =>
  [left, right].some((word) => word === 'number' || word === 'unknown');

const isTimeBesideNumber = (time: Word, other: Word): boolean =>
  time === 'time' && (other === 'integer' || other === 'float');

function shownSort(writer: TestWriter, expression: Resolved): string {
  const word = wordOf(writer, expression);
  if (word === 'time' || word === 'duration' || word === 'text') return `a ${word}`;
  return word === 'boolean' ? 'a truth value' : 'a number';
}

/** Reports a comparison of a time or a duration with something else. */
export function refuseMixedTimes(writer: TestWriter, at: Span, left: Resolved, right: Resolved): void {
  const [first, second] = [wordOf(writer, left), wordOf(writer, right)];
  const isDuration = first === 'duration' || second === 'duration';
  const isMixed = isDuration && first !== second && !isUnknownNumber(first, second);
  if (!isMixed && !isTimeBesideNumber(first, second) && !isTimeBesideNumber(second, first)) return;
  const problem = `${shownSort(writer, left)} is compared with ${shownSort(writer, right)}`;
  failRule(writer.context.rule, 'short-times', at, { problem });
}

/** Reports a sum or difference that has no meaning. */
export function refuseWrongSum(
  writer: TestWriter,
  sign: ArithmeticTree['sign'],
  left: Resolved,
  right: Resolved,
): void {
  if (resultSort(sign.value, sortOfWord(writer, left), sortOfWord(writer, right)) !== 'wrong') return;
  const problem = `\`${sign.value}\` of ${shownSort(writer, left)} and ${shownSort(writer, right)}`;
  failRule(writer.context.rule, 'short-times', sign.at, { problem });
}
