/** Narrows the types of parts of an expression by the items of lists, where the value alone has the type of any field. */
import type { FactQueryExpression } from './expression.ts';
import { FIELD, includes, INTEGER, MULTIFIELD, NOTHING, unionOf, type StaticType } from '../static-type.ts';
import type { TypedCall, TypedExpression } from './typed-expression.ts';

/** Values that a part can have. */
export interface Narrow {
  readonly type: StaticType;
  /** The symbol `nil` is among them: `nth$` returns it beyond the end. */
  readonly orNil: boolean;
}

export interface ItemScope {
  /** Type of the items of a list that a variable of the rule names; null if not known. */
  readonly itemType: (variable: string) => StaticType | null;
  /** Type of the items of a list slot; null for any other slot. */
  readonly slotItemType: (template: string, slot: string) => StaticType | null;
  /** Variables of the loops around. */
  readonly loops?: ReadonlyMap<string, Narrow>;
  /** Templates of the fact variables of the queries around. */
  readonly facts?: ReadonlyMap<string, readonly string[]>;
}

/** The lists among the arguments of a function whose items are those of its result, and the values that become items. */
interface Sources {
  readonly lists: readonly TypedExpression[];
  readonly values: readonly TypedExpression[];
}

/** By function: the position of its first list, or of several lists, and of the first value that becomes an item. */
const SOURCES: Readonly<Record<string, (args: readonly TypedExpression[]) => Sources>> = {
  create$: (args) => ({ lists: [], values: args }),
  first$: firstList,
  rest$: firstList,
  subseq$: firstList,
  delete$: firstList,
  'delete-member$': firstList,
  difference$: firstList,
  insert$: ([list, , ...values]) => ({ lists: listed(list), values }),
  replace$: ([list, , , ...values]) => ({ lists: listed(list), values }),
  'replace-member$': ([list, value]) => ({ lists: listed(list), values: listed(value) }),
  sort: ([, ...values]) => ({ lists: [], values }),
  union$: (lists) => ({ lists, values: [] }),
  intersection$: (lists) => ({ lists, values: [] }),
};

function firstList([list]: readonly TypedExpression[]): Sources {
  return { lists: listed(list), values: [] };
}

function listed(expression: TypedExpression | undefined): readonly TypedExpression[] {
  return expression === undefined ? [] : [expression];
}

/** Type of the items of a list; null if it is not known, or if the list never has items. */
export function itemTypeOf(list: TypedExpression, scope: ItemScope): StaticType | null {
  switch (list.kind) {
    case 'variable':
      return scope.loops?.has(list.name) === true ? null : scope.itemType(list.name);
    case 'fact-slot': {
      const types = (scope.facts?.get(list.variable) ?? []).map((name) =>
        scope.slotItemType(name, list.slot),
      );
      return knownUnion(types);
    }
    case 'call':
      return itemTypeOfCall(list, scope);
    default:
      return null;
  }
}

function itemTypeOfCall({ name, args }: TypedCall, scope: ItemScope): StaticType | null {
  const sources = Object.hasOwn(SOURCES, name) ? SOURCES[name]?.(args) : undefined;
  if (sources === undefined) return null;
  return knownUnion([
    ...sources.lists.map((list) => itemTypeOf(list, scope)),
    ...sources.values.map((value) => typeAsItem(value, scope)),
  ]);
}

/** Type of the items that a value adds to a list: itself, or those of a list. */
function typeAsItem(value: TypedExpression, scope: ItemScope): StaticType | null {
  if (value.valueType === MULTIFIELD) return itemTypeOf(value, scope);
  const { type, orNil } = narrowed(value, scope);
  // `nil` would make the list one of symbols.
  return includes(type, MULTIFIELD) || orNil ? null : type;
}

function knownUnion(types: readonly (StaticType | null)[]): StaticType | null {
  const known = types.filter((type) => type !== null);
  const all = unionOf(...known);
  return known.length < types.length || all === NOTHING ? null : all;
}

/** The values of a part, by the items of the lists that it is taken from. */
export function narrowed(expression: TypedExpression, scope: ItemScope): Narrow {
  const loop = expression.kind === 'variable' ? scope.loops?.get(expression.name) : undefined;
  if (loop !== undefined) return loop;
  if (expression.kind === 'call' && expression.name === 'nth$' && expression.args[1] !== undefined) {
    const type = itemTypeOf(expression.args[1], scope);
    if (type !== null) return { type, orNil: true };
  }
  return { type: expression.valueType, orNil: false };
}

/** The scope inside a loop or a query; the same for any other expression. */
export function inside<S extends ItemScope>(expression: TypedExpression, scope: S): S {
  if (expression.kind === 'foreach' && expression.variable !== null) {
    const { variable, list } = expression;
    const item = { type: itemTypeOf(list, scope) ?? FIELD, orNil: false };
    const index = { type: INTEGER, orNil: false };
    return withLoops(scope, [
      [variable, item],
      [`${variable}-index`, index],
    ]);
  }
  if (expression.kind === 'loop-for-count' && expression.variable !== null)
    return withLoops(scope, [[expression.variable, { type: INTEGER, orNil: false }]]);
  return expression.kind === 'fact-query' ? withFacts(scope, expression) : scope;
}

function withLoops<S extends ItemScope>(scope: S, added: readonly (readonly [string, Narrow])[]): S {
  return { ...scope, loops: new Map([...(scope.loops ?? []), ...added]) };
}

function withFacts<S extends ItemScope>(scope: S, { sets }: Pick<FactQueryExpression, 'sets'>): S {
  const added = sets.map(({ variable, templates }) => [variable, templates] as const);
  return { ...scope, facts: new Map([...(scope.facts ?? []), ...added]) };
}
