import {
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  stringify,
  type Document,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { GRAMMAR } from '../places/grammar.ts';
import type { PairPlace } from '../places/place.ts';
import { emptiesOf, isDefaultOfSlot, type Make } from './empty.ts';

/** A change of shape. */
interface ShapeSlip {
  readonly kind: string;
  /** Makes the text of the whole file; null if the change does not apply. */
  readonly make: () => string | null;
}

/** One key, its value or its place in another shape. */
export function shapeSlips(text: string, place: PairPlace): readonly ShapeSlip[] {
  return shapesOf(place).map(([kind, change]) => ({ kind, make: () => changed(text, place, change) }));
}

function changed(text: string, place: PairPlace, change: Make): string | null {
  const documents = parse(text);
  const document = documents[place.document];
  if (document === undefined) return null;
  const map = place.path.length === 1 ? document.contents : document.getIn(place.path.slice(0, -1), true);
  if (!isMap(map)) return null;
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === place.key);
  if (pair === undefined) return null;
  const before = String(document);
  change(document, pair as Pair, map as YAMLMap);
  return String(document) === before ? null : written(documents);
}

function parse(text: string): readonly Document[] {
  const documents = parseAllDocuments(text, { intAsBigInt: true });
  return Array.isArray(documents) ? (documents as Document[]) : [];
}

function written(documents: readonly Document[]): string {
  return documents
    .map((one, i) => (i === 0 ? String(one) : `---\n${String(one).replace(/^---\n/, '')}`))
    .join('');
}

function shapesOf({ owner, key, value, parent }: PairPlace): readonly (readonly [string, Make])[] {
  const wrapped: readonly (readonly [string, Make])[] = [
    ['shape: in a list', (document, pair) => (pair.value = document.createNode([pair.value]))],
    ['shape: in a map', (document, pair) => (pair.value = document.createNode({ value: pair.value }))],
    [
      'shape: in a map of its own name',
      (document, pair) => (pair.value = document.createNode({ [key]: pair.value })),
    ],
  ];
  return [
    ...emptiesOf({ owner, key }, GRAMMAR[owner]?.[key], value),
    ...wrapped,
    ...levels(owner, parent),
    ['shape: key twice', (_, pair, map) => void map.items.push(pair)],
    ...(value === 'list'
      ? LISTS.filter(([name]) => !isDefaultOfSlot({ owner, key }) || !TEXTS.includes(name))
      : []),
    ...(value === 'map' ? MAPS : []),
    ...(value === 'scalar' ? SCALARS : []),
  ];
}

/** Lists of other texts, which a default may be: with an empty one, and of one with commas. */
const TEXTS = ['shape: list as a list of one text', 'shape: an item that is an empty text'];

const SCALARS: readonly (readonly [string, Make])[] = [
  [
    'shape: value as a key',
    (document, pair) => (pair.value = document.createNode({ [textOf(pair.value)]: null })),
  ],
  [
    'shape: value as a flag',
    (document, pair) => (pair.value = document.createNode({ [textOf(pair.value)]: true })),
  ],
];

function textOf(node: unknown): string {
  return isScalar(node) ? String(node.value) : String(node);
}

const MAPS: readonly (readonly [string, Make])[] = [
  [
    'shape: map as a list of maps',
    (document, pair) => {
      if (isMap(pair.value))
        pair.value = document.createNode(pair.value.items.map((one) => ({ [textOf(one.key)]: one.value })));
    },
  ],
  [
    'shape: map as a list of pairs',
    (document, pair) => {
      if (isMap(pair.value))
        pair.value = document.createNode(pair.value.items.map((one) => [textOf(one.key), one.value]));
    },
  ],
  [
    'shape: map as a text',
    (document, pair) => {
      if (isMap(pair.value))
        pair.value = document.createNode(stringify(pair.value, { collectionStyle: 'flow' }).trim());
    },
  ],
  [
    'shape: map as its keys',
    (document, pair) => {
      if (isMap(pair.value)) pair.value = document.createNode(pair.value.items.map((one) => textOf(one.key)));
    },
  ],
];

const LISTS: readonly (readonly [string, Make])[] = [
  [
    'shape: list as its only item',
    (_, pair) => {
      if (isSeq(pair.value) && pair.value.items.length === 1) pair.value = pair.value.items[0];
    },
  ],
  [
    'shape: list as a map by names',
    (document, pair) => {
      if (!isSeq(pair.value)) return;
      const entries = pair.value.items.flatMap((item): [string, unknown][] => {
        if (!isMap(item)) return [[textOf(item), null]];
        const [first, ...rest] = item.items;
        return [[textOf(first?.value), Object.fromEntries(rest.map((one) => [textOf(one.key), one.value]))]];
      });
      pair.value = document.createNode(Object.fromEntries(entries));
    },
  ],
  [
    'shape: list as a map by numbers',
    (document, pair) => {
      if (isSeq(pair.value)) pair.value = document.createNode(Object.fromEntries(pair.value.items.entries()));
    },
  ],
  [
    'shape: list as a text',
    (document, pair) => {
      if (isSeq(pair.value))
        pair.value = document.createNode(
          pair.value.items
            .map((item) =>
              isScalar(item) ? textOf(item) : stringify(item, { collectionStyle: 'flow' }).trim(),
            )
            .join(', '),
        );
    },
  ],
  [
    'shape: list as one text with spaces',
    (document, pair) => {
      if (isSeq(pair.value) && pair.value.items.every(isScalar))
        pair.value = document.createNode(pair.value.items.map(textOf).join(' '));
    },
  ],
  [
    'shape: list as a list of one text',
    (document, pair) => {
      if (isSeq(pair.value) && pair.value.items.length > 1 && pair.value.items.every(isScalar))
        pair.value = document.createNode([pair.value.items.map(textOf).join(', ')]);
    },
  ],
  [
    'shape: items as texts',
    (document, pair) => {
      if (isSeq(pair.value) && pair.value.items.some(isMap))
        pair.value = document.createNode(
          pair.value.items.map((item) => stringify(item, { collectionStyle: 'flow' }).trim()),
        );
    },
  ],
  [
    'shape: an item that is empty',
    (document, pair) => {
      if (isSeq(pair.value)) pair.value.items.splice(1, 0, document.createNode(null));
    },
  ],
  [
    'shape: an item that is an empty map',
    (document, pair) => {
      if (isSeq(pair.value)) pair.value.items.splice(1, 0, document.createNode({}));
    },
  ],
  [
    'shape: an item that is an empty list',
    (document, pair) => {
      if (isSeq(pair.value)) pair.value.items.splice(1, 0, document.createNode([]));
    },
  ],
  [
    'shape: an item that is an empty text',
    (document, pair) => {
      if (isSeq(pair.value)) pair.value.items.splice(1, 0, document.createNode(''));
    },
  ],
  [
    'shape: an item in a list',
    (document, pair) => {
      if (isSeq(pair.value) && pair.value.items[0] !== undefined)
        pair.value.items[0] = document.createNode([pair.value.items[0]]);
    },
  ],
  [
    'shape: item in a map of a key',
    (document, pair) => {
      if (isSeq(pair.value) && pair.value.items[0] !== undefined)
        pair.value.items[0] = document.createNode({ item: pair.value.items[0] });
    },
  ],
  [
    'shape: two items as one map',
    (document, pair) => {
      if (!isSeq(pair.value)) return;
      const [first, second] = pair.value.items;
      if (!isMap(first) || !isMap(second)) return;
      const keys = first.items.map(({ key }) => textOf(key));
      if (second.items.some(({ key }) => keys.includes(textOf(key)))) return;
      first.items.push(...second.items);
      pair.value.items.splice(1, 1);
    },
  ],
];

/** A key one level further out or in. */
function levels(owner: string, parent: string | null): readonly (readonly [string, Make])[] {
  const inner: Make = (_, pair, map) => {
    // In a map of the author's own keys it is one of them.
    const target = map.items
      .filter((one) => GRAMMAR[owner]?.[textOf(one.key)]?.kind !== 'free')
      .map((one) => one.value)
      .find((one) => isMap(one) && one !== pair.value);
    if (!isMap(target)) return;
    map.items.splice(map.items.indexOf(pair as never), 1);
    target.items.push(pair as never);
  };
  const innerItem: Make = (_, pair, map) => {
    const target = map.items.flatMap((one) =>
      isSeq(one.value) && one.value !== pair.value ? one.value.items.filter(isMap) : [],
    )[0];
    if (target === undefined) return;
    map.items.splice(map.items.indexOf(pair as never), 1);
    target.items.push(pair as never);
  };
  const outer: Make = (document, pair, map) => {
    const around = mapAround(document, map);
    if (around === null) return;
    map.items.splice(map.items.indexOf(pair as never), 1);
    around.items.push(pair as never);
  };
  return [
    ['level: in a map beside it', inner],
    ['level: in an item of a list beside it', innerItem],
    ...(parent === null ? [] : [['level: in the map around', outer] as const]),
  ];
}

function mapAround(document: Document, wanted: YAMLMap): YAMLMap | null {
  const search = (node: unknown, around: YAMLMap | null): YAMLMap | null => {
    if (node === wanted) return around;
    if (isSeq(node))
      return node.items.map((item) => search(item, around)).find((one) => one !== null) ?? null;
    if (isMap(node))
      return node.items.map((one) => search(one.value, node)).find((one) => one !== null) ?? null;
    return null;
  };
  return search(document.contents, null);
}
