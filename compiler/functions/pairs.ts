import { typeScriptType } from '../emit/typescript/expression-convert.ts';
import type { EmitScope } from '../expression/scope.ts';
import { representation, type TypedCode } from '../expression/static-type.ts';
import { code, joined, type Code } from '../write/code.ts';

/** Code for one comparison of a pair; `position` is that of its second argument, from 1. */
export type PairTest = (a: TypedCode, b: TypedCode, position: number) => Code;

/**
 * A comparison over many arguments as the conjunction of pairs, stopping at the first that fails: later arguments are
 * not evaluated then. `with` says whether each argument is compared with the first (`eq`) or its neighbour (`<`).
 */
export function emitPairs(
  args: readonly TypedCode[],
  compareWith: 'first' | 'previous',
  test: PairTest,
  scope: EmitScope,
): Code {
  const [first, second, ...rest] = args;
  if (first === undefined || second === undefined) throw new TypeError('a comparison has two arguments');
  if (rest.length === 0) return test(first, second, 2);
  const simple = compareWith === 'first' ? first.simple : args.slice(1, -1).every((arg) => arg.simple);
  if (simple) {
    const pairs = [test(first, second, 2)];
    rest.forEach((arg, i) => {
      const left = compareWith === 'first' ? first : (args[i + 1] ?? second);
      pairs.push(test(left, arg, i + 3));
    });
    return code`(${joined(pairs, ' && ')})`;
  }
  // A constant needs no holding; a variable does, as a `bind` in a later argument may change it.
  const a = first.literal ? null : held(first, scope);
  const b = held(second, scope);
  const left = a?.value ?? first;
  const tail = emitTail(compareWith === 'first' ? left : b.value, rest, 3, compareWith, test, scope);
  const parameters = joined(a ? [a.parameter, b.parameter] : [b.parameter], ', ');
  const given = joined(a ? [first.code, second.code] : [second.code], ', ');
  return code`((${parameters}) => ${test(left, b.value, 2)} && ${tail})(${given})`;
}

function emitTail(
  left: TypedCode,
  rest: readonly TypedCode[],
  position: number,
  compareWith: 'first' | 'previous',
  test: PairTest,
  scope: EmitScope,
): Code {
  const [next, ...others] = rest;
  if (next === undefined) throw new TypeError('a comparison has another argument');
  if (others.length === 0) return test(left, next, position);
  const b = held(next, scope);
  const tail = emitTail(
    compareWith === 'first' ? left : b.value,
    others,
    position + 1,
    compareWith,
    test,
    scope,
  );
  return code`((${b.parameter}) => ${test(left, b.value, position)} && ${tail})(${next.code})`;
}

/** An argument evaluated once and held in a parameter. */
function held(arg: TypedCode, scope: EmitScope): { readonly parameter: Code; readonly value: TypedCode } {
  const name = scope.local('x');
  return {
    parameter: code`${name}: ${typeScriptType(representation(arg.type), scope)}`,
    value: { code: name, type: arg.type, canFail: false, simple: true },
  };
}
