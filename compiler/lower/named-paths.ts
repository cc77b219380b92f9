/** Paths, lists and slots that a rule names, as data that leads to them in a document. */
import type { SlotTypeName } from '../../runtime/description.ts';
import type { Step } from '../../runtime/values/shell-step.ts';
import type { NamedKey, NamedTest, NamedValue } from '../../runtime/engine/named-value.ts';
import type { ListNode } from './document/nodes.ts';
import { finalType, isUntyped } from './document/type-variable.ts';
import { callsOf } from './read-calls.ts';
import type { Binding, DocumentBinding, ItemBinding, PathValue, Resolved, SlotValue } from './resolved.ts';

/** A value that is only read by is named, too. */
export const BY: readonly NamedTest[] = [{ kind: 'zero' }];

/** A path; null for one that is never missing, and for an entry whose key only the rule can compute. */
export function pathOf(
  path: PathValue,
  isExcused: boolean,
  tests: readonly NamedTest[],
  patterns: readonly Binding[],
): NamedValue | null {
  const { node, binding, isOptional } = path;
  if (node.isDefinite && tests.length === 0) return null;
  const keys = junctionsOf(binding, patterns);
  if (keys === null) return null;
  const isCounted = node.isList === true && !node.hasValues;
  const isTyped = node.isInferred && !isCounted;
  const type = !isTyped ? null : isUntyped(node.type) ? 'ANY' : typeName(finalType(node.type));
  return {
    kind: 'path',
    steps: stepsOf(node.owner, node.keys),
    ...keyed(keys),
    item: itemOf(binding, patterns),
    isExcused: isExcused || isOptional || node.isEmptyWhenMissing,
    type,
    list: node.isList === true,
    tests,
  };
}

const typeName = (word: string): SlotTypeName => word.toUpperCase() as SlotTypeName;

/** A list that a quantifier goes through: it can only be missing. */
export function listOf(
  { node, isOptional }: PathValue,
  { list, owner }: ItemBinding,
  patterns: readonly Binding[],
): NamedValue | null {
  if (isOptional || list.isDefinite) return null;
  return listAt(node, owner, patterns);
}

/** Commands that may be unknown: the rule goes through an item in their place. */
export function standInOf({ list, owner }: ItemBinding, patterns: readonly Binding[]): NamedValue | null {
  return list.hasUnknown ? listAt(list, owner, patterns) : null;
}

function listAt(
  { owner: list, keys: own, union }: Pick<ListNode, 'owner' | 'keys' | 'union'>,
  owner: DocumentBinding | ItemBinding,
  patterns: readonly Binding[],
): NamedValue | null {
  const keys = junctionsOf(owner, patterns);
  if (keys === null) return null;
  return {
    kind: 'path',
    steps: stepsOf(list, own),
    ...keyed(keys),
    ...(union === null ? {} : { union }),
    item: itemOf(owner, patterns),
    isExcused: false,
    type: null,
    list: true,
    tests: [],
  };
}

/** Null where a list is gone through; left out if all are. */
const keyed = (keys: readonly (NamedKey | null)[]): { readonly keys?: readonly (NamedKey | null)[] } =>
  keys.every((key) => key === null) ? {} : { keys };

/** Which entries lead to the binding, one for each list or map on the way; null if the key of one cannot be shown. */
function junctionsOf(
  binding: DocumentBinding | ItemBinding,
  patterns: readonly Binding[],
): readonly (NamedKey | null)[] | null {
  if (binding.kind === 'document') return [];
  const { owner, entry, list } = binding;
  const above = junctionsOf(owner, patterns);
  const own = entry === undefined ? null : namedKey(entry, patterns);
  if (above === null || (entry !== undefined && own === null)) return null;
  return list.union === null ? [...above, own] : [...above, { kind: 'names', names: list.union }, own];
}

/** The key of an entry as data; null for one that only the rule can compute. */
function namedKey(key: Resolved, patterns: readonly Binding[]): NamedKey | null {
  switch (key.kind) {
    case 'literal':
      return key.value.kind === 'text' ? { kind: 'text', text: key.value.value } : null;
    case 'constant': {
      const [text] = key.constant.texts ?? [];
      return text === undefined ? null : { kind: 'text', text };
    }
    case 'slot':
    case 'path':
      return requestKey(key, patterns);
    case 'lookup': {
      const { keys, texts } = key.constant;
      const of = namedKey(key.key, patterns);
      if (of === null || texts === null) return null;
      return { kind: 'lookup', map: keys.map((name, i) => [name, texts[i] ?? ''] as const), key: of };
    }
    case 'call': {
      if (key.name.value === 'str-cat' && !key.isOwn) {
        const parts = key.args.map((part) => namedKey(part, patterns));
        const whole = parts.filter((part) => part !== null);
        return whole.length < parts.length ? null : { kind: 'joined', parts: whole };
      }
      const read = callsOf(key);
      const of = read && namedKey(read.of, patterns);
      return (
        read && of && read.calls.reduce<NamedKey>((made, call) => ({ kind: 'call', call, of: made }), of)
      );
    }
    default:
      return null;
  }
}

/** A key that comes with the request: the value of a slot or path, or the key of an item. */
function requestKey(key: SlotValue | PathValue, patterns: readonly Binding[]): NamedKey | null {
  if (key.kind === 'path') {
    const value = pathOf(key, true, BY, patterns);
    const isSensitive = key.node.declared?.sensitive === true;
    return value && { kind: 'value', value: { ...value, tests: [] }, isSensitive };
  }
  const { binding, slot } = key;
  if (binding.kind === 'item' && !patterns.includes(binding)) {
    const of = listAt(binding.list.path, binding.owner, patterns);
    return of && { kind: 'keys', of };
  }
  const value = slotOf(key, BY, patterns);
  return value && { kind: 'value', value: { ...value, tests: [] }, isSensitive: slot.isSensitive === true };
}

/** The lists of a union are between two entries of their own. */
const stepsOf = (owner: ListNode | null, keys: readonly Step[]): readonly (readonly Step[])[] => {
  if (owner === null) return [keys];
  const above = stepsOf(owner.owner, owner.keys);
  return owner.union === null ? [...above, keys] : [...above, [], keys];
};

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

export function slotOf(
  { binding, slot }: SlotValue,
  tests: readonly NamedTest[],
  patterns: readonly Binding[],
): NamedValue | null {
  const template = templateOf(binding);
  if (tests.length === 0 || template === null || !patterns.includes(binding)) return null;
  const fact = [template, placeOf(binding, patterns)] as const;
  return { kind: 'slot', shown: `${binding.name}.${slot.name}`, fact, slot: slot.name, tests };
}
