/** Meaning of `@`, `#` and their carets below several paths of `each`, and the largest allowed documents. */
import { describe, expect, it } from 'vitest';
import { Engine, parseDocument } from '../../../library/node/engine.ts';

async function engineOf(element: string, slots = ''): Promise<Engine> {
  const text = `
templates:
  - name: f
    slots:
      - { name: a, type: string }
      - { name: b, type: string }
      - { name: c, type: string }
      - { name: list, type: string, list: true }
${slots}
input: [${element}]
rules: [{ name: r, when: [{ template: f }], then: { action: allow } }]
`;
  return Engine.fromSources([{ path: 'r.yaml', text }], { strict: true });
}

async function factsOf(element: string, document: unknown): Promise<readonly unknown[]> {
  const engine = await engineOf(element);
  const { facts = [] } = engine.evaluate({ scoped: true, input: document, include: ['facts'] });
  return facts.map(({ data }) => [data['a'], data['b'], data['c'], ...(data['list'] as string[])]);
}

const HOUSE = {
  name: 'house',
  floors: [
    { name: 'ground', rooms: { hall: { doors: ['front', 'back'] }, kitchen: { doors: [] } } },
    { name: 'first', rooms: { bath: { doors: ['only'], tags: ['wet', 'warm'] } } },
  ],
};
const DOORS = `each: ["$.floors[*]", "@.rooms.*", "@.doors[*]"]`;

describe('places of nested items', () => {
  it.each<[slots: string, expected: readonly unknown[]]>([
    [
      '{ a: "@", b: "#", c: "#^" }',
      [
        ['front', '0', 'hall'],
        ['back', '1', 'hall'],
        ['only', '0', 'bath'],
      ],
    ],
    [
      '{ a: "@^^.name", b: "#^^", c: "$.name" }',
      [
        // Equal facts are one.
        ['ground', '0', 'house'],
        ['first', '1', 'house'],
      ],
    ],
    [
      '{ a: "@", list: "@^.tags" }',
      [
        ['front', '', ''],
        ['back', '', ''],
        ['only', '', '', 'wet', 'warm'],
      ],
    ],
    [
      '{ a: "@", list: "@^^..doors[*]" }',
      [
        ['front', '', '', 'front', 'back'],
        ['back', '', '', 'front', 'back'],
        ['only', '', '', 'only'],
      ],
    ],
    [
      '{ a: "$.floors[-1].name", b: "@^^.rooms.bath.doors[0]", c: "$.floors[9].name" }',
      [
        ['first', '', ''],
        ['first', 'only', ''],
      ],
    ],
  ])('%s', async (slots, expected) => {
    expect(await factsOf(`{ template: f, ${DOORS}, slots: ${slots} }`, HOUSE)).toEqual(expected);
  });

  it('come in the order of `input:`, whatever the order of the document', async () => {
    const two = `{ template: f, each: "$.z[*]", slots: { a: "@" } }, { template: f, slots: { a: "$.y" } }, { template: f, each: "$.x.*", slots: { a: "@", b: "#" } }`;
    const document = parseDocument('{"x":{"2":"p","1":"q","k":"r"},"y":"s","z":["t"]}');
    expect(await factsOf(two, document)).toEqual([
      ['t', '', ''],
      ['s', '', ''],
      ['p', '2', ''],
      ['q', '1', ''],
      ['r', 'k', ''],
    ]);
  });

  it('give one fact without `each`, whatever the document is', async () => {
    for (const document of [{}, [], 'x', 0, false])
      expect(await factsOf('{ template: f, slots: { a: "$.a" } }', document)).toEqual([['', '', '']]);
  });

  it.each([
    [
      '{ template: f, each: "$.x[*]", slots: { a: "@" } }',
      { x: [['p']] },
      "Slot 'a' expects string, got array",
    ],
    [
      '{ template: f, each: "$.x[*]", slots: { a: "@" } }',
      { x: [{}] },
      "Slot 'a' expects string, got object",
    ],
    ['{ template: f, slots: { a: "$.x[*]" } }', { x: ['p', 'q'] }, "Slot 'a' takes one value, got 2"],
    ['{ template: f, slots: { a: "$..p" } }', { p: 'p', x: { p: 'q' } }, "Slot 'a' takes one value, got 2"],
    ['{ template: f, slots: { list: "$.x" } }', { x: 'p' }, "Slot 'list' expects array, got string"],
    ['{ template: f, slots: { list: "$.x" } }', { x: {} }, "Slot 'list' expects array, got object"],
    [
      '{ template: f, slots: { list: "$.x" } }',
      { x: ['p', 'q', null] },
      "Slot 'list[2]' expects string, got null",
    ],
    ['{ template: f, slots: { list: "$.x" } }', { x: [['p']] }, "Slot 'list[0]' expects string, got array"],
  ])('%s of %j is refused', async (element, document, message) => {
    await expect(factsOf(element, document)).rejects.toThrow(message);
  });
});

describe('hostile documents', () => {
  it('name no slot, key or index of a prototype', async () => {
    const document = parseDocument(
      '{"__proto__":{"a":"own"},"constructor":{"prototype":{"polluted":"yes"}},"a":{"__proto__":{"b":"x"}}}',
    );
    const paths = [
      '$.__proto__.a',
      '$.constructor.prototype.polluted',
      '$.a.b',
      '$.a.__proto__.b',
      '$.a.hasOwnProperty',
    ];
    const read = async (path: string) =>
      (await factsOf(`{ template: f, slots: { a: "${path}" } }`, document))[0];
    expect(await Promise.all(paths.map(read))).toEqual(['own', 'yes', '', 'x', ''].map((a) => [a, '', '']));
    for (const path of [
      '$.length',
      '$.x.length',
      '$[0].length',
      '$.x.constructor.name',
      "$['x']['__proto__']",
    ])
      expect(await factsOf(`{ template: f, slots: { a: "${path}" } }`, { x: [] })).toEqual([['', '', '']]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('may be deep where no path goes, and not where `..` looks', async () => {
    const deep = parseDocument(`{"a":"x","d":${'['.repeat(2000)}${']'.repeat(2000)}}`);
    expect(await factsOf('{ template: f, slots: { a: "$.a" } }', deep)).toEqual([['x', '', '']]);
    await expect(factsOf('{ template: f, slots: { a: "$..a" } }', deep)).rejects.toThrow(
      'The input is nested more than 500 deep',
    );
  });

  it('are refused when a list slot would hold them all', async () => {
    const many = { x: Array.from({ length: 1_000_001 }, () => [0]) };
    await expect(factsOf('{ template: f, slots: { list: "$..*" } }', many)).rejects.toThrow(
      'lead to more than 1000000 values',
    );
  });
});
