/** Drawn documents of one shape: members missing, null, of other types, maps for lists. */
import type { Dice } from '../judge/dice.ts';

export type Document = Readonly<Record<string, unknown>>;
type Draft = Record<string, unknown>;

const OTHER_TYPES: readonly unknown[] = [5, 'zz', true, { a: 1 }, [1], ['a']];

/** The declaration of the shape, with some members required, and the defaults in it. */
export interface Declaration {
  readonly shape: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, number>>;
}

export function drawDeclaration(dice: Dice, isPure: boolean): Declaration {
  const mark = (): string => (dice.percent(12) ? '!' : '');
  const defaults: Record<string, number> = {};
  const number = (name: string, path: string): readonly [string, string] => {
    if (isPure || dice.percent(70)) return [name + mark(), 'integer'];
    const value = dice.int(0, 3);
    defaults[path] = value;
    return [name, `integer = ${value}`];
  };
  const members = (...entries: (readonly [string, unknown])[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(entries);
  const item = (): Readonly<Record<string, unknown>> =>
    members(
      [`p${mark()}`, 'integer'],
      [`t${mark()}`, 'string'],
      [`r${mark()}`, 'string'],
      [`subs${mark()}`, [members([`q${mark()}`, 'integer'], [`w${mark()}`, 'string'])]],
    );
  const shape = members(
    [`s${mark()}`, 'string'],
    number('n', 'input.n'),
    ['k', 'integer'],
    [`b${mark()}`, 'boolean'],
    ['v1', 'any'],
    [`v2${mark()}`, 'any'],
    ...['f', 'ip', 'h', 'ver', 'r'].map((name): readonly [string, string] => [name + mark(), 'string']),
    [`l${mark()}`, ['string']],
    [`o${mark()}`, members([`u${mark()}`, 'string'], number('m', 'input.o.m'), ['k', ['string']])],
    [`items${mark()}`, [item()]],
    [`more${mark()}`, [item()]],
    [`m${mark()}`, members(['*', 'integer'])],
  );
  return { shape, defaults };
}

/** True if the declaration refuses the document; the types in it are right. */
export function isRefused(shape: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const given = (value ?? {}) as Document;
  return Object.entries(shape).some(([key, type]) => {
    if (key === '*') return false;
    const member = given[key.replace('!', '')] ?? null;
    if (member === null) return key.endsWith('!');
    const item: unknown = Array.isArray(type) ? type[0] : null;
    if (Array.isArray(type))
      return (
        typeof item === 'object' &&
        (member as readonly unknown[]).some((one) => isRefused(item as Document, one))
      );
    return typeof type === 'object' && isRefused(type as Document, member);
  });
}

export function drawDocument(dice: Dice): Document {
  const made: Draft = {};
  const add = (to: Draft, chance: number, key: string, make: () => unknown): void => {
    if (dice.percent(chance)) to[key] = make();
  };
  const text = (): string => dice.pick(['a', 'b', 'ab']);
  const number = (): number => dice.int(0, 3);
  const list = (most: number, make: () => unknown): readonly unknown[] => dice.times(dice.int(0, most), make);
  add(made, 75, 'v1', () => dice.pick<unknown>([1, 2, '1', 'a', true]));
  add(made, 75, 'v2', () => dice.pick<unknown>([1, 2, '1', 'a', true]));
  add(made, 65, 'f', () => dice.pick(['/w', '/w/a', '/v', '~/a', 'w/a', '/w/%2e%2e/x']));
  add(made, 65, 'ip', () => dice.pick(['10.1.2.3', '11.0.0.1', 'x', '10.1']));
  add(made, 65, 'h', () => dice.pick(['a.org', 'x.a.org', 'b.org', 'xa.org', '', 'a b']));
  add(made, 65, 'ver', () => dice.pick(['1.2.3', '2.0.0', 'latest', '']));
  const readable = (): string =>
    dice.pick([
      '2',
      '0',
      '1.0',
      'x',
      '',
      '2Ki',
      '1000m',
      '2025-03-09',
      '2025-03-09T01:00:00+01:00',
      '2025-13-01',
      '1970-01-01',
      '1970-01-01T00:10:00Z',
      '1970-01-01T00:20:00Z',
    ]);
  add(made, 75, 'r', readable);
  add(made, 65, 's', () => (dice.percent(8) ? null : text()));
  add(made, 65, 'n', number);
  add(made, 60, 'k', number);
  add(made, 60, 'b', () => dice.percent(50));
  add(made, 70, 'l', () => list(2, text));
  add(made, 70, 'o', () => {
    const inner: Draft = {};
    add(inner, 70, 'u', text);
    add(inner, 70, 'm', number);
    add(inner, 60, 'k', () => list(2, text));
    return inner;
  });
  add(made, 50, 'm', () => {
    const map: Draft = {};
    for (const key of ['a', 'b', '0', '1', 'k0']) add(map, 60, key, number);
    return map;
  });
  const items = (most: number): readonly unknown[] =>
    list(most, () => {
      const item: Draft = {};
      add(item, 75, 'p', number);
      add(item, 75, 't', text);
      add(item, 75, 'r', readable);
      add(item, 70, 'subs', () =>
        list(2, () => {
          const sub: Draft = {};
          add(sub, 75, 'q', number);
          add(sub, 75, 'w', text);
          return sub;
        }),
      );
      return item;
    });
  add(made, 75, 'items', () => items(3));
  add(made, 50, 'more', () => items(2));
  return made;
}

/** Values of other types, null for items, and maps where lists are. */
export function spoil(dice: Dice, document: Document): Document {
  const made: Draft = { ...document };
  const swap = (of: Draft, key: string, chance: number): void => {
    if (key in of && dice.percent(chance)) of[key] = dice.pick(OTHER_TYPES);
  };
  for (const key of ['s', 'n', 'b', 'k', 'f', 'ip', 'r', 'v1', 'v2']) swap(made, key, 10);
  if (isDraft(made['o'])) {
    made['o'] = { ...made['o'] };
    for (const key of ['u', 'm']) swap(made['o'] as Draft, key, 10);
  }
  if (dice.percent(5)) made['o'] = dice.pick<unknown>(['x', 3, ['a']]);
  if (dice.percent(6)) made['l'] = dice.pick<unknown>([['a', 5], { x: 'a' }, 'a', [null, 'b']]);
  const items = (Array.isArray(made['items']) ? made['items'] : []) as readonly Draft[];
  const spoiled = items.map((item): unknown => {
    const copy = { ...item };
    swap(copy, 'p', 8);
    swap(copy, 't', 8);
    swap(copy, 'r', 8);
    if (dice.percent(4)) copy['subs'] = dice.pick<unknown>(['x', 4, { k1: { q: 2, w: 'a' } }, [null]]);
    return dice.percent(4) ? dice.pick<unknown>([null, 5, 'a', ['a']]) : copy;
  });
  if ('items' in made) made['items'] = spoiled;
  if ('items' in made && dice.percent(10))
    made['items'] = Object.fromEntries(spoiled.map((item, i) => [`k${i}`, item]));
  if (dice.percent(2)) made['items'] = dice.pick<unknown>(['x', 7]);
  if (dice.percent(2)) made['more'] = dice.pick<unknown>(['x', 7, { k0: { t: 'a', p: 1, r: '2' } }]);
  if (isDraft(made['m']) && dice.percent(20)) made['m'] = { ...made['m'], a: dice.pick([null, 'x', true]) };
  if (dice.percent(2)) made['m'] = 5;
  return made;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSingle = (value: unknown): boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

/** True if a single value is where rules go through a list: the document is refused, declared or not. */
export function hasSingleForList({ items, more, m, l, o }: Document): boolean {
  const inner = [items, more].flatMap((list) =>
    typeof list === 'object' && list !== null ? (Object.values(list) as readonly unknown[]) : [],
  );
  return (
    isSingle(items) ||
    isSingle(more) ||
    isSingle(m) ||
    isSingle(l) ||
    (isDraft(o) && isSingle(o['k'])) ||
    inner.some((item) => isDraft(item) && isSingle(item['subs']))
  );
}

/** The document without one of its members: never without an item of a list. */
export function withoutOne(dice: Dice, document: Document): Document {
  const copy = structuredClone(document) as Draft;
  const places: (readonly [of: Draft, key: string])[] = [];
  const visit = (value: unknown, isList: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (!isList) places.push([value as Draft, key]);
      visit(member, Array.isArray(member) || key === 'items' || key === 'more' || key === 'subs');
    }
  };
  visit(copy, false);
  if (places.length > 0) {
    const [of, key] = dice.pick(places);
    delete of[key];
  }
  return copy;
}

/** Lists of a declared document that are gone: leaving one out is sending it empty, which is another document. */
export function hasEmptied(before: Document, after: Document): boolean {
  const lists = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const inner = Object.values(value).reduce((sum: number, member) => sum + lists(member), 0);
    return inner + (Array.isArray(value) ? 1 : 0);
  };
  return lists(before) !== lists(after);
}
