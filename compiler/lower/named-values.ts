/** Paths and slots that the conditions of a rule name: what `missing` of a result can list. */
import type { NamedTest, NamedValue } from '../../runtime/engine/named-value.ts';
import { BY, listOf, pathOf, slotOf, standInOf } from './named-paths.ts';
import { callsOf, readCalls } from './read-calls.ts';
import type { ResolvedLeft } from './resolved-rule.ts';
import {
  keysTo,
  partsOf,
  type Binding,
  type CallValue,
  type MethodValue,
  type PathValue,
  type Resolved,
} from './resolved.ts';

/** The test of a value that an operator must be able to read. */
const READ_AS: ReadonlyMap<string, 'path' | 'host' | 'address' | 'version'> = new Map([
  ['path_within', 'path'],
  ['host_within', 'host'],
  ['in_cidr', 'address'],
  ['semver_satisfies', 'version'],
]);

/**
 * The values that `if` and `let` name, in the order of the text, without those in `has(…)`.
 *
 * @param order the names of the rule that are patterns, in their order
 */
export function namedValues(left: ResolvedLeft, order: readonly Binding[]): readonly NamedValue[] {
  const named: NamedValue[] = [];
  const patterns = [...new Set([...left.for, ...order])];
  const add = (value: NamedValue | null): void => {
    if (value !== null) named.push(value);
  };
  const visitCall = (call: CallValue): void => {
    const read = callsOf(call);
    if (read === null) for (const part of call.args) visit(part);
    else visit(read.of, false, readCalls(read));
  };
  const visitKeys = ({ binding }: PathValue): void => {
    for (const key of keysTo(binding)) visit(key);
  };
  const visit = (expression: Resolved, isExcused = false, tests: readonly NamedTest[] = []): void => {
    switch (expression.kind) {
      case 'has':
        visitKeys(expression.path);
        return;
      case 'path':
        visitKeys(expression);
        add(pathOf(expression, isExcused, tests, patterns));
        return;
      case 'slot':
        add(slotOf(expression, tests, patterns));
        return;
      case 'coalesce':
        visit(expression.path, true, tests);
        return;
      case 'lookup': {
        const { name, keys } = expression.constant;
        visit(expression.key, false, [{ kind: 'key', of: `const.${name}`, keys }]);
        return;
      }
      case 'arithmetic':
        visit(expression.left);
        visit(
          expression.right,
          false,
          expression.sign.value === '/' || expression.sign.value === '%' ? [{ kind: 'zero' }] : [],
        );
        return;
      case 'method':
        visit(expression.subject, false, readTests(expression, patterns));
        for (const argument of expression.args) visit(argument, false, argumentTests(expression));
        return;
      case 'list':
        for (const item of expression.items) visit(item, false, tests);
        return;
      case 'call': {
        visitCall(expression);
        return;
      }
      case 'quantifier': {
        const { source, binding } = expression;
        if (source !== null) visitKeys(source);
        if (source !== null && binding.kind === 'item') add(listOf(source, binding, patterns));
        for (const argument of expression.args) visit(argument);
        return;
      }
      default:
        for (const part of partsOf(expression)) visit(part);
    }
  };
  for (const binding of left.for) if (binding.kind === 'item') add(standInOf(binding, patterns));
  for (const { value } of left.let) visit(value);
  for (const condition of left.if) visit(condition);
  return distinct(named);
}

function distinct(named: readonly NamedValue[]): readonly NamedValue[] {
  return [...new Map(named.map((value) => [JSON.stringify(value), value])).values()];
}

/** Tests that the operator can read its subject; empty unless it is partial. */
function readTests({ operator, args }: MethodValue, patterns: readonly Binding[]): readonly NamedTest[] {
  const kind = READ_AS.get(operator.value);
  if (kind === undefined) return [];
  const by = args.map((argument) => readBy(argument, patterns));
  return by.includes(null) ? [] : [{ kind, by: by.flatMap((found) => found ?? []) }];
}

/** Tests of an argument of a partial operator that comes with the request. */
function argumentTests({ operator }: MethodValue): readonly NamedTest[] {
  const as = READ_AS.get(operator.value);
  return as === undefined ? [] : [{ kind: 'argument', as }];
}

/** Texts, and values that come with the request; null for an argument that is computed. */
function readBy(argument: Resolved, patterns: readonly Binding[]): readonly (string | NamedValue)[] | null {
  const texts = textsOf(argument);
  if (texts !== null) return texts;
  if (argument.kind === 'list') {
    const items = argument.items.map((item) => readBy(item, patterns));
    return items.includes(null) ? null : items.flatMap((found) => found ?? []);
  }
  const value =
    argument.kind === 'path'
      ? pathOf(argument, true, BY, patterns)
      : argument.kind === 'slot'
        ? slotOf(argument, BY, patterns)
        : null;
  return value === null ? null : [{ ...value, tests: [] }];
}

/** The constant texts of an argument; null if they come with the request. */
function textsOf(argument: Resolved): readonly string[] | null {
  if (argument.kind === 'literal') return argument.value.kind === 'text' ? [argument.value.value] : null;
  if (argument.kind === 'constant') return argument.constant.texts;
  if (argument.kind !== 'list') return null;
  const texts = argument.items.map(textsOf);
  return texts.includes(null) ? null : texts.flatMap((found) => found ?? []);
}
