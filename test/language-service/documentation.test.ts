/** Texts about operators and functions: every one has a text, and every example is true. */
import { describe, expect, test } from 'vitest';
import { FUNCTION_TEXTS } from '../../authoring/language-service/documentation/functions.ts';
import { OPERATOR_TEXTS } from '../../authoring/language-service/documentation/operators.ts';
import { OPERATOR_PARAMETERS } from '../../authoring/language-service/documentation/parameters.ts';
import { WRITTEN } from '../../authoring/language-service/documentation/written.ts';
import { FUNCTIONS } from '../../compiler/language/functions/table.ts';
import { Engine } from '../../library/node/engine.ts';

const loads = (text: string): Promise<Engine> => Engine.fromSources([{ path: 'example.yaml', text }]);

/** The facts that the examples are about. */
const CALL = `hierarchies: [{ name: sensitivity, levels: [low, medium, high], compartments: [legal, finance] }]
constants: { limits: { shell: 1, read: 5 } }
templates:
  - name: call
    slots:
      - { name: name, type: string }
      - { name: path, type: string }
      - { name: host, type: string }
      - { name: address, type: string }
      - { name: version, type: string }
      - { name: amount, type: integer }
      - { name: urgent, type: boolean }
      - { name: tags, type: string, list: true }
      - { name: at, type: time }
      - { name: level, type: string }
      - { name: compartments, type: string }
`;

test('every operator and every function has a text, and nothing else has', () => {
  expect(Object.keys(OPERATOR_TEXTS).toSorted()).toEqual([...OPERATOR_PARAMETERS.keys()].toSorted());
  const names = [...FUNCTIONS.values()].map(({ written, name }) => written ?? name);
  expect(Object.keys(FUNCTION_TEXTS).toSorted()).toEqual([...new Set(names)].toSorted());
});

describe.each(Object.entries(OPERATOR_TEXTS))('the examples of %s', (name, { long, short }) => {
  const slot = /call\.(\w+)/.exec(short ?? '')?.[1] ?? 'name';

  test('compile in the long form', async () => {
    const condition = `{ slot: ${slot}, expression: ${JSON.stringify(long)} }`;
    const rule = `rules:\n  - name: r\n    when: [{ template: call, conditions: [${condition}] }]\n    then: { action: deny, reason: no }\n`;
    await loads(CALL + rule);
    expect(long.startsWith(`${name}(`)).toBe(true);
  });

  test.runIf(short !== null)('compile in the short form', async () => {
    // A condition under `not` binds no fact of its own.
    const rule = `rules:\n  r:\n    deny: no\n    for: call\n    if: ${JSON.stringify(short)}\n`;
    await loads(CALL + rule);
  });
});

test('every call of a function has the result that is said', async () => {
  const rules = Object.values(FUNCTION_TEXTS).map(
    ({ call }, n) =>
      `  - name: f${n}\n    when: [{ template: call }]\n` +
      `    then: { assert: [{ template: result, slots: { n: ${n}, text: ${JSON.stringify(`(implode$ (create$ ${call}))`)} } }] }\n`,
  );
  const result = `  - name: result\n    slots: [{ name: n, type: integer }, { name: text, type: string }]\n`;
  const engine = await loads(`${CALL}${result}rules:\n${rules.join('')}`);
  const { facts = [] } = engine.evaluate({
    facts: [{ template: 'call', data: {} }],
    scoped: true,
    include: ['facts'],
  });
  const texts = new Map(
    facts.filter(({ template }) => template === 'result').map(({ data }) => [data['n'], data['text']]),
  );
  expect(Object.keys(FUNCTION_TEXTS).map((name, n) => `${name} ${texts.get(n)}`)).toEqual(
    Object.entries(FUNCTION_TEXTS).map(([name, { gives }]) => `${name} ${gives.replace(/^\((.*)\)$/, '$1')}`),
  );
});

test.each([...WRITTEN])('the example of %s compiles', async (name, { example }) => {
  expect(example).toContain(`${name}(`);
  const [key = '', value = ''] = example.split(/: (.*)/s);
  const lines =
    key === 'if' ? [`if: ${JSON.stringify(value)}`] : [example, 'for: call', 'if: hosts.has("a")'];
  await loads(`${CALL}rules:\n  r:\n    deny: no\n${lines.map((line) => `    ${line}\n`).join('')}`);
});
