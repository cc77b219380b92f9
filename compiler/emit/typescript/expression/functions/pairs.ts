import { representation } from '../../../../language/static-type.ts';
import { code, joined, typed, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import { typeScriptType } from '../expression-convert.ts';
import type { TypedCode } from '../typed-code.ts';
import { argumentAt } from './arguments.ts';

/** Code for one comparison of a pair; `position` is that of its second argument, from 1. */
type PairTest = (a: TypedCode, b: TypedCode, position: number) => Code;

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
  const [first, second] = [argumentAt(args, 0), argumentAt(args, 1)];
  const rest = args.slice(2);
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
  return emitSteps(args, compareWith, test, scope);
}

/** Every argument is evaluated once and held; a function called on the spot, flat however many arguments there are. */
function emitSteps(
  args: readonly TypedCode[],
  compareWith: 'first' | 'previous',
  test: PairTest,
  scope: EmitScope,
): Code {
  const statements: Code[] = [];
  let left: TypedCode | null = null;
  args.forEach((arg, i) => {
    const value = arg.literal ? arg : hold(arg, scope, statements);
    const last = i === args.length - 1;
    if (left !== null && last) statements.push(code`return ${test(left, value, i + 1)};`);
    else if (left !== null) statements.push(code`if (!(${test(left, value, i + 1)})) return false;`);
    if (left === null || compareWith === 'previous') left = value;
  });
  return code`(() => {\n${statements}\n})()`;
}

function hold(arg: TypedCode, scope: EmitScope, statements: Code[]): TypedCode {
  const name = scope.local('x');
  statements.push(
    code`const ${name}${typed(typeScriptType(representation(arg.type), scope))} = ${arg.code};`,
  );
  return { code: name, type: arg.type, canFail: false, simple: true };
}
