/** Functions on values in the short form: their types, and those that cannot read every value. */
import { valueOfCall } from '../../runtime/values/text-call.ts';
import type { CallValue, Resolved } from './resolved.ts';

/** Type of a result. */
export type ResultType = 'text' | 'number' | 'time' | 'boolean';

/** Type of an argument; `any`: a text or a number. */
type ArgumentType = 'text' | 'integer' | 'any';

interface ValueFunction {
  readonly args: readonly ArgumentType[];
  readonly result: ResultType;
  /** The function that is true for what it can read; null if it reads every value. */
  readonly readable: string | null;
}

const TEXT = ['text'] as const;
const PART = ['text', 'text', 'integer'] as const;

const of = (
  args: readonly ArgumentType[],
  result: ResultType,
  readable: string | null = null,
): ValueFunction => ({ args, result, readable });

const FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map([
  ['lower', of(TEXT, 'text')],
  ['upper', of(TEXT, 'text')],
  ['trim', of(TEXT, 'text')],
  ['replace', of(['text', 'text', 'text'], 'text')],
  ['part', of(PART, 'text', 'part-readable')],
  ['part-readable', of(PART, 'boolean')],
  ['number', of(['any'], 'number', 'number-readable')],
  ['number-readable', of(['any'], 'boolean')],
  ['quantity', of(['any'], 'number', 'quantity-readable')],
  ['quantity-readable', of(['any'], 'boolean')],
  ['time', of(['text', 'text'], 'time', 'time-readable')],
  ['time-readable', of(['text', 'text'], 'boolean')],
]);

/** The function that a call means; null for one of the ruleset or of CLIPS. */
export function valueFunction({ name, isOwn }: CallValue): ValueFunction | null {
  return isOwn ? null : (FUNCTIONS.get(name.value) ?? null);
}

/** The test that a call can read its value; null if it always can. */
export function readableTest(expression: Resolved): Resolved | null {
  if (expression.kind !== 'call') return null;
  const { name, args } = expression;
  const readable = valueFunction(expression)?.readable ?? null;
  // A value that is written out is read when the ruleset is compiled.
  const isWritten = args.every(({ kind }) => kind === 'literal');
  return readable === null || isWritten ? null : { ...expression, name: { ...name, value: readable } };
}

/** The value of a call with literals; null for any other, and for a text that it cannot read. */
export function foldCall(
  call: CallValue,
  valueOf: (part: Resolved) => string | number | null,
): string | number | null {
  if (valueFunction(call) === null) return null;
  const [first, ...others] = call.args.map(valueOf);
  if (first === undefined || first === null || others.includes(null)) return null;
  // A zone is looked up when the ruleset runs.
  if (call.name.value === 'time' && others.length > 0) return null;
  const args = others.flatMap((other) => (other === null ? [] : [other]));
  return valueOfCall({ name: call.name.value, args }, String(first));
}
