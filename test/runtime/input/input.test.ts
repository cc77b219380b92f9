import { describe, expect, it } from 'vitest';
import { Engine, parseDocument } from '../../../library/node/engine.ts';

const POD = `
templates:
  - { name: pod, slots: [{ name: name, type: string, required: true }, { name: host, type: string }] }
  - name: container
    slots:
      - { name: name, type: string, required: true }
      - { name: image, type: string, default: none }
      - { name: memory, type: string }
      - { name: pod, type: string }
      - { name: at, type: integer }
  - { name: port, slots: [{ name: of, type: string }, { name: at, type: integer }, { name: number, type: integer }] }
  - { name: label, slots: [{ name: key, type: string }, { name: value, type: string }] }
input:
  - { template: pod, slots: { name: $.metadata.name, host: "$['spec']['node name']" } }
  - template: container
    each: $.spec.containers[*]
    slots: { name: "@.name", image: "@.image", memory: "@.resources.limits.memory", pod: $.metadata.name, at: "#" }
  - template: port
    each: ["$.spec.containers[*]", "@.ports[*]"]
    slots: { of: "@^.name", at: "#^", number: "@" }
  - { template: label, each: $.metadata.labels.*, slots: { key: "#", value: "@" } }
rules:
  - { name: see, when: [{ template: container, alias: $c }], then: { action: allow, reason: "{c.name}" } }
`;

async function engineOf(
  yaml: string,
  options: Parameters<typeof Engine.fromSources>[1] = {},
): Promise<Engine> {
  return Engine.fromSources([{ path: 'ruleset.yaml', text: yaml }], options);
}

/** The facts that a document is, as a scoped evaluation sees them. */
function factsOf(engine: Engine, document: unknown): readonly unknown[] {
  const { facts = [] } = engine.evaluate({ scoped: true, input: document, include: ['facts'] });
  return facts.map(({ template, data }) => [template, ...Object.values(data)]);
}

/** A ruleset whose only fact is one \`found\` an item that a path leads to. */
function finder(each: string, value = '@'): Promise<Engine> {
  return engineOf(`
templates: [{ name: found, slots: [{ name: key, type: string }, { name: value, type: string }] }]
input: [{ template: found, each: ${JSON.stringify(each)}, slots: { key: "#", value: ${JSON.stringify(value)} } }]
rules: [{ name: see, when: [{ template: found }], then: { action: allow } }]
`);
}

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no refusal';
};

describe('the facts of a document', async () => {
  const engine = await engineOf(POD);
  const document = {
    metadata: { name: 'p', labels: { app: 'web', tier: 'front' } },
    spec: {
      'node name': 'n1',
      containers: [
        { name: 'a', image: 'x', ports: [80, 443] },
        { name: 'b', image: null, resources: { limits: { memory: '1Gi' } } },
      ],
    },
  };

  it('come in the order of input: and then of the text', () => {
    expect(factsOf(engine, document)).toEqual([
      ['pod', 'p', 'n1'],
      ['container', 'a', 'x', '', 'p', 0],
      ['container', 'b', 'none', '1Gi', 'p', 1],
      ['port', 'a', 0, 80],
      ['port', 'a', 0, 443],
      ['label', 'app', 'web'],
      ['label', 'tier', 'front'],
    ]);
  });

  it('come before the facts of the request, and are gone with them', () => {
    const facts = [{ template: 'label', data: { key: 'own', value: 'last' } }];
    const { facts: end = [] } = engine.evaluate({ scoped: true, input: document, facts, include: ['facts'] });
    expect(end.at(-1)?.data).toEqual({ key: 'own', value: 'last' });
    expect(engine.size).toBe(0);
  });

  it('stay after a plain evaluation, and count as asserted', async () => {
    const plain = await engineOf(POD);
    const events: unknown[] = [];
    plain.subscribe((event) => events.push([event.kind, 'count' in event ? event.count : null]));
    expect(plain.evaluate({ input: document }).decision).toBe('allow');
    expect(plain.size).toBe(7);
    expect(events[0]).toEqual(['asserted', 7]);
    expect(plain.evaluate({ input: document }).ruleTrace).toEqual([]);
  });

  it('keep the order of keys that look like integers', () => {
    const text =
      '{"metadata":{"name":"p","labels":{"b":"1","10":"2","a":"3","9":"4","\\u0038":"5","\\u00007":"6"}}}';
    const labels = factsOf(engine, parseDocument(text)).slice(1);
    expect(labels.map((label) => (label as string[])[1])).toEqual(['b', '10', 'a', '9', '8', '\u00007']);
  });

  it('are refused with the path that the value comes from', () => {
    const run = (input: unknown) => () => engine.evaluate({ scoped: true, input });
    expect(refusal(run({}))).toBe(
      "Missing required slot(s) ['name'] in template 'pod' (input: name is $.metadata.name)",
    );
    expect(refusal(run({ metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }, null] } }))).toBe(
      "Missing required slot(s) ['name'] in template 'container' (input: name is @.name, item 2 of $.spec.containers[*])",
    );
    expect(
      refusal(run({ metadata: { name: 'p' }, spec: { containers: [{ name: 'a', ports: ['x'] }] } })),
    ).toBe(
      "Slot 'number' expects integer, got string (input: number is @, item 1 of $.spec.containers[*], @.ports[*])",
    );
    expect(engine.size).toBe(0);
  });

  it('leave a plain engine as it was when one is refused', async () => {
    const plain = await engineOf(POD);
    const input = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }, {}] } };
    expect(() => plain.evaluate({ input })).toThrow('item 2 of');
    expect(plain.size).toBe(0);
    expect(plain.evaluate({ input: document }).decision).toBe('allow');
  });

  it('are limited', async () => {
    const small = await engineOf(POD, { limits: { inputFacts: 3 } });
    expect(() => small.evaluate({ scoped: true, input: document })).toThrow(
      'The input holds more than 3 facts',
    );
    expect(small.size).toBe(0);
  });

  it('are distinguished from a missing one', async () => {
    const without = await engineOf(POD.replace(/^input:[\s\S]*?^rules:/m, 'rules:'));
    expect(() => without.evaluate({ scoped: true, input: {} })).toThrow('takes no input: it has no `input:`');
    expect(without.evaluate({ scoped: true, input: null }).ruleTrace).toEqual([]);
  });
});

describe('paths', () => {
  const document = { a: { x: 1, y: { x: 2 } }, x: [{ x: 3 }, 4, 5], z: null };
  it.each([
    ['$.x[1]', [['1', '4']]],
    ['$.x[-1]', [['2', '5']]],
    ['$.x[7]', []],
    ['$.z', []],
    [
      '$.x[1,2]',
      [
        ['1', '4'],
        ['2', '5'],
      ],
    ],
    ['$["x"][-1,0]["x"]', [['x', '3']]],
    ["$['x','a']['x']", [['x', '1']]],
    ['$.a.y.*', [['x', '2']]],
    ['$.length', []],
    ['$.x.length', []],
    ['$.constructor', []],
    ['$.a.toString', []],
    ['$.__proto__', []],
  ])('%s', async (path, found) => {
    const engine = await finder(path);
    expect(factsOf(engine, document)).toEqual(found.map((pair) => ['found', ...pair]));
  });

  it('go down in the order of the text', async () => {
    const engine = await finder('$..n');
    const text = '{"b":{"n":"1","c":[{"n":"2"}]},"n":"3","1":{"n":"4"}}';
    expect(factsOf(engine, parseDocument(text)).map((fact) => (fact as string[])[2])).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('with several places give a slot its value only where there is one', async () => {
    const engine = await finder('$.items[*]', '@..id');
    expect(factsOf(engine, { items: [{ id: 'a' }, { in: { id: 'b' } }, {}] })).toEqual([
      ['found', '0', 'a'],
      ['found', '1', 'b'],
      ['found', '2', ''],
    ]);
    expect(() => factsOf(engine, { items: [{ id: 'a', in: { id: 'b' } }] })).toThrow(
      "Slot 'value' takes one value, got 2 (input: value is @..id, item 1 of $.items[*])",
    );
  });
});

describe('list slots', async () => {
  const engine = await engineOf(`
templates:
  - name: doc
    slots:
      - { name: names, type: symbol, list: true, max_items: 3 }
      - { name: flags, type: boolean, list: true }
      - { name: on, type: boolean }
input: [{ template: doc, slots: { names: "$.tags[*].name", flags: $.flags, on: $.on } }]
rules: [{ name: see, when: [{ template: doc }], then: { action: allow } }]
`);

  it.each([
    [{}, [], [], false],
    [
      { tags: [{ name: 'a' }, {}, { name: null }, { name: 'b' }], flags: [true, false], on: true },
      ['a', 'b'],
      [true, false],
      true,
    ],
    [{ tags: { x: { name: 'a' } }, flags: [], on: null }, ['a'], [], false],
  ])('take the values of a path, or a list: %j', (document, ...values) => {
    expect(factsOf(engine, document)).toEqual([['doc', ...values]]);
  });

  it.each([
    [{ flags: true }, "Slot 'flags' expects array, got boolean (input: flags is $.flags)"],
    [{ flags: ['true'] }, "Slot 'flags[0]' expects boolean, got string"],
    [{ on: [true] }, "Slot 'on' expects boolean, got array (input: on is $.on)"],
    [{ tags: [{ name: ['a'] }] }, "Slot 'names[0]' expects symbol, got array"],
    [
      { tags: ['a', 'b', 'c', 'd'].map((name) => ({ name })) },
      "Slot 'names' has 4 items, more than 3 (input: names is $.tags[*].name)",
    ],
  ])('refuse what does not fit: %j', (document, message) => {
    expect(refusal(() => factsOf(engine, document))).toBe(message);
  });
});

describe('hostile documents', () => {
  it('have keys of prototypes as any others', async () => {
    const engine = await finder('$.labels.*');
    const text = '{"labels":{"__proto__":"a","constructor":"b","toString":"c","1":"d","hasOwnProperty":"e"}}';
    expect(factsOf(engine, parseDocument(text))).toEqual([
      ['found', '__proto__', 'a'],
      ['found', 'constructor', 'b'],
      ['found', 'toString', 'c'],
      ['found', '1', 'd'],
      ['found', 'hasOwnProperty', 'e'],
    ]);
    expect(Object.prototype).not.toHaveProperty('1');
  });

  it('count the last of equal keys, whichever reader reads them', async () => {
    const engine = await finder('$.labels.*');
    expect(factsOf(engine, parseDocument('{"labels":{"a":"1","a":"2"}}'))).toEqual([['found', 'a', '2']]);
    expect(factsOf(engine, parseDocument('{"labels":{"7":"1","a":"x","7":"2"}}'))).toEqual([
      ['found', '7', '2'],
      ['found', 'a', 'x'],
    ]);
  });

  it('are refused when they are too deep', async () => {
    const engine = await finder('$..x');
    const deep = parseDocument(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`);
    expect(() => factsOf(engine, deep)).toThrow('The input is nested more than 500 deep');
    expect(() => parseDocument(`{"1":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toThrow(SyntaxError);
  });

  it('are refused when they hold too much', async () => {
    const engine = await finder('$.items[*]');
    const items = Array.from({ length: 10_001 }, (_, i) => String(i));
    expect(() => factsOf(engine, { items })).toThrow('The input holds more than 10000 facts');
    const wide = await finder('$..*..x');
    const nested = Array.from({ length: 100 }).reduce<unknown>(
      (inner) => ({ a: inner, b: Array(200).fill(0) }),
      0,
    );
    expect(() => factsOf(wide, nested)).toThrow('lead to more than 1000000 values');
  });

  it('may be anything at all', async () => {
    const engine = await finder('$.a.b[*]');
    for (const document of ['text', 7, true, [], [[]], {}, { a: 'b' }, { a: { b: 'text' } }]) {
      expect(factsOf(engine, document)).toEqual([]);
    }
  });
});
