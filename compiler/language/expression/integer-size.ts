/** Which integer arithmetic stays inside 64 bits whatever the facts are, so that it can raise no error. */
import type { FunctionName } from '../functions/table.ts';
import { isFloat } from '../functions/arithmetic.ts';
import { INTEGER } from '../static-type.ts';
import type { Typed, TypedExpression } from './typed-expression.ts';

const WORD = 64;
/** Lengths of texts and lists, with their sign. */
const LENGTH_BITS = 33;

type Argument = TypedExpression | Typed;
type Size = (args: readonly number[]) => number;

const largest: Size = (args) => Math.max(...args);
const sum: Size = (args) => largest(args) + Math.ceil(Math.log2(args.length));

/** Bits of results, sign included, for the bits of the arguments. */
const SIZES: Readonly<Partial<Record<FunctionName, Size>>> = {
  '+': sum,
  '-': sum,
  '*': (args) => args.reduce((total, bits) => total + bits, 0),
  // The least INTEGER is the one whose counterpart needs a bit more.
  abs: ([bits = WORD]) => (bits < WORD ? bits : WORD + 1),
  min: largest,
  max: largest,
  mod: ([, divisor = WORD]) => divisor,
  'str-length': () => LENGTH_BITS,
  length$: () => LENGTH_BITS,
};

function bitsOf(argument: Argument): number {
  if (!('kind' in argument)) return WORD;
  if (argument.kind === 'literal') {
    const { type, value } = argument.value;
    return type === 'INTEGER' ? BigInt(value).toString(2).replace('-', '').length + 1 : WORD;
  }
  if (argument.kind !== 'call' || argument.target.kind !== 'function') return WORD;
  const size = SIZES[argument.target.row.name];
  return size === undefined ? WORD : Math.min(size(argument.args.map(bitsOf)), WORD);
}

/** True if a call with these arguments can exceed 64 bits. */
export function mayOverflow(name: FunctionName, args: readonly Argument[]): boolean {
  switch (name) {
    case '+':
    case '-':
    case '*':
      // The total is a FLOAT from the first FLOAT on.
      if (args.slice(0, 2).some(({ valueType }) => isFloat(valueType))) return false;
      break;
    case 'abs':
      if (args.every(({ valueType }) => isFloat(valueType))) return false;
      break;
    case 'integer':
    case 'round':
      return args.some(({ valueType }) => valueType !== INTEGER);
    default:
      return false;
  }
  return (SIZES[name]?.(args.map(bitsOf)) ?? 0) > WORD;
}
