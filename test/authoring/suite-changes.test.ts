import { expect, it } from 'vitest';
import { readSuite } from '../../library/suite/read-suite.ts';
import { full } from '../full.ts';

/** A plain run tries every ninth change; each part of the suite still has several. */
const STRIDE = full(1, 9);

/** A suite with every key of the format. */
const WHOLE = {
  ...{ suite: 's', ruleset: 'r', now: '2026-01-31T12:00:00Z', facts: [{ template: 't', data: { a: 1 } }] },
  cases: [
    {
      name: 'n',
      facts: [{ template: 't', data: { a: 'x', l: [1, 2] } }],
      input: { a: 1 },
      now: 5,
      expect: {
        decision: 'allow',
        reason: { matches: 'x' },
        fired: { includes: ['m::a'], order: ['m::b'] },
        metadata: { k: 'v', j: { contains: 'x' } },
        obligations: [{ type: 'log', properties: { a: 1 } }],
        facts: { includes: [{ template: 't', data: {} }], excludes: [] },
      },
    },
    { each: [{ a: 1 }], expect: { error: 'validation_error', detail: 'x' } },
    { expect: { fired: ['m::a'], reason: null, decision: null } },
    {
      steps: [
        { assert: [{ template: 't', data: {} }] },
        { advance: '5m' },
        { evaluate: [], input: 1, expect: { decision: 'deny' } },
      ],
    },
  ],
  properties: [
    { name: 'p', never: { decision: 'allow' }, when: [{ template: 't' }] },
    { name: 'q', monotone: 'deny', under: [{ add: 't' }] },
    { name: 'o', order_independent: true },
  ],
};
const VALUES: readonly unknown[] = [
  null,
  5,
  true,
  'text',
  [],
  {},
  ['a'],
  [{ a: 1 }],
  { a: 1 },
  { deny: true },
  { 'm::a': 1 },
];

type Holder = Record<string | number, unknown>;

/** The suite with one change, for every part and several changes of it. */
function* changed(): Generator<readonly [string, unknown]> {
  for (const path of pathsOf(WHOLE, [])) {
    const change = (
      what: string,
      apply: (holder: Holder, key: string | number) => void,
    ): readonly [string, unknown] => {
      const copy = { root: structuredClone(WHOLE) } as Holder;
      const holder = ['root', ...path.slice(0, -1)].reduce((one, key) => one[key] as Holder, copy);
      if (path.length === 0) apply(copy, 'root');
      else apply(holder, path.at(-1)!);
      return [`${path.join('.')} ${what}`, copy['root']];
    };
    for (const value of VALUES)
      yield change(JSON.stringify(value), (holder, key) => void (holder[key] = value));
    if (typeof path.at(-1) !== 'string') continue;
    yield change('missing', (holder, key) => void delete holder[key]);
    for (const name of ['zzz', 'x-y'])
      yield change(`is ${name}`, (holder, key) => {
        holder[name] = holder[key];
        delete holder[key];
      });
  }
}

function pathsOf(
  value: unknown,
  path: readonly (string | number)[],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, i) => pathsOf(item, [...path, i]))
    : Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]));
  return [path, ...inner];
}

it('every single change of a suite is reported once, in the words of the format, in YAML and in JSON', () => {
  const wrong: string[] = [];
  let refused = 0;
  let count = 0;
  for (const [what, suite] of changed()) {
    if (count++ % STRIDE !== 0) continue;
    const text = JSON.stringify(suite);
    const [yaml, json] = [readSuite('a.test.yaml', text, ''), readSuite('cases.json', text, '')];
    const told = yaml.ok ? [] : yaml.problems.map(({ message }) => message);
    if (!yaml.ok) refused++;
    if (yaml.ok !== json.ok || told.length > 1) wrong.push(`${what}: ${told.join('; ')}`);
    // These are words of the library that checks the shape.
    if (told.some((message) => /received|Invalid input|^\w+\.\w+: /.test(message)))
      wrong.push(`${what}: ${told.join()}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(700 / STRIDE);
});
