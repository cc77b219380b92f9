/** Paths and slots that the conditions of a rule name: what `missing` of a result can list. */
import type { SlotTypeName } from '../../runtime/description.ts';
import type { Step } from '../../runtime/values/shell-step.ts';
import type { NamedTest, NamedValue } from '../../runtime/engine/named-value.ts';
import type { ListNode } from './document/nodes.ts';
import { finalType, isUntyped } from './document/type-variable.ts';
import type { ResolvedLeft } from './resolved-rule.ts';
import {
  partsOf,
  type Binding,
  type DocumentBinding,
  type ItemBinding,
  type MethodValue,
  type PathValue,
  type Resolved,
  type SlotValue,
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
  const visit = (expression: Resolved, isExcused = false, tests: readonly NamedTest[] = []): void => {
    switch (expression.kind) {
      case 'has':
        return;
      case 'path':
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
      case 'quantifier': {
        const { source, binding } = expression;
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

/** A value that is only read by is named, too. */
const BY: readonly NamedTest[] = [{ kind: 'zero' }];

/** The constant texts of an argument; null if they come with the request. */
function textsOf(argument: Resolved): readonly string[] | null {
  if (argument.kind === 'literal') return argument.value.kind === 'text' ? [argument.value.value] : null;
  if (argument.kind === 'constant') return argument.constant.texts;
  if (argument.kind !== 'list') return null;
  const texts = argument.items.map(textsOf);
  return texts.includes(null) ? null : texts.flatMap((found) => found ?? []);
}

function pathOf(
  path: PathValue,
  isExcused: boolean,
  tests: readonly NamedTest[],
  patterns: readonly Binding[],
): NamedValue | null {
  const { node, binding, isOptional } = path;
  if (node.isDefinite && tests.length === 0) return null;
  if (binding.kind === 'item' && binding.entry !== undefined) return null;
  if (isInUnion(binding, patterns)) return null;
  const isCounted = node.isList === true && !node.hasValues;
  const isTyped = node.isInferred && !isCounted;
  const type = !isTyped ? null : isUntyped(node.type) ? 'ANY' : typeName(finalType(node.type));
  return {
    kind: 'path',
    steps: stepsOf(node.owner, node.keys),
    item: itemOf(binding, patterns),
    isExcused: isExcused || isOptional || node.isEmptyWhenMissing,
    type,
    list: node.isList === true,
    tests,
  };
}

const typeName = (word: string): SlotTypeName => word.toUpperCase() as SlotTypeName;

/** A list that a quantifier goes through: it can only be missing. */
function listOf(
  { node, isOptional }: PathValue,
  { list, owner }: ItemBinding,
  patterns: readonly Binding[],
): NamedValue | null {
  if (isOptional || list.isDefinite || list.union !== null || isInUnion(owner, patterns)) return null;
  const steps = stepsOf(node.owner, node.keys);
  return {
    kind: 'path',
    steps,
    item: itemOf(owner, patterns),
    isExcused: false,
    type: null,
    list: true,
    tests: [],
  };
}

/** Commands that may be unknown: the rule goes through an item in their place. */
function standInOf({ list, owner }: ItemBinding, patterns: readonly Binding[]): NamedValue | null {
  if (!list.hasUnknown || isInUnion(owner, patterns)) return null;
  const steps = stepsOf(list.owner, list.keys);
  const item = itemOf(owner, patterns);
  return { kind: 'path', steps, item, isExcused: false, type: null, list: true, tests: [] };
}

/** The lists of a union are between two entries of their own. */
const stepsOf = (owner: ListNode | null, keys: readonly Step[]): readonly (readonly Step[])[] => {
  if (owner === null) return [keys];
  const above = stepsOf(owner.owner, owner.keys);
  return owner.union === null ? [...above, keys] : [...above, [], keys];
};

/** An item of several lists that is not a pattern of the rule: its steps would lead through other members, too. */
function isInUnion(binding: DocumentBinding | ItemBinding, patterns: readonly Binding[]): boolean {
  if (binding.kind === 'document' || patterns.includes(binding)) return false;
  return binding.list.union !== null || isInUnion(binding.owner, patterns);
}

/** The fact that says which item is meant: that of the innermost item that is a pattern of the rule. */
function itemOf(
  binding: DocumentBinding | ItemBinding,
  patterns: readonly Binding[],
): readonly [string, number] | null {
  if (binding.kind === 'document') return null;
  if (!patterns.includes(binding)) return itemOf(binding.owner, patterns);
  return [binding.list.template, placeOf(binding, patterns)];
}

/** Which of the facts of its template a pattern of the rule matches. */
function placeOf(binding: Binding, patterns: readonly Binding[]): number {
  return patterns
    .slice(0, patterns.indexOf(binding))
    .filter((other) => templateOf(other) === templateOf(binding)).length;
}

function templateOf(binding: Binding): string | null {
  if (binding.kind === 'item') return binding.list.template;
  return binding.kind === 'fact' ? binding.template.name : null;
}

function slotOf(
  { binding, slot }: SlotValue,
  tests: readonly NamedTest[],
  patterns: readonly Binding[],
): NamedValue | null {
  if (
    tests.length === 0 ||
    binding.kind !== 'fact' ||
    binding.template.isRelation ||
    !patterns.includes(binding)
  )
    return null;
  const fact = [binding.template.name, placeOf(binding, patterns)] as const;
  return { kind: 'slot', shown: `${binding.name}.${slot.name}`, fact, slot: slot.name, tests };
}
