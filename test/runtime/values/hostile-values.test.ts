/** Values that are not valid addresses, paths, hosts or versions: the operator does not hold, its complement does. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const PLAIN: readonly (readonly [operator: string, good: string])[] = [
  ['in_cidr(0.0.0.0/0)', '10.0.0.1'],
  ['in_cidr([0.0.0.0/0, "::/0"])', '::1'],
  ['path_within(/)', '/srv/x'],
  ['path_within(.)', 'x/y'],
  ['host_within(example.com)', 'https://api.example.com/x'],
  ['glob("/srv/**")', '/srv/x'],
  ['equals_ignore_case(admin)', 'ADMIN'],
  ['in_ignore_case([admin, root])', 'Root'],
  ['contains(needle)', 'a needle'],
  ['starts_with(needle)', 'needles'],
  ['ends_with(needle)', 'a needle'],
  ['matches("^needle$")', 'needle'],
];

const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\0',
  '10.0.0.1\0',
  '010.0.0.1',
  '0x0a.0.0.1',
  '10.1',
  '１０.0.0.1',
  '10。0。0。1',
  '::1%eth0',
  '[::1]',
  '/srv/\0x',
  '/srv/%2e%2e/etc',
  '/srv/..%2fetc',
  '/srv\\..\\etc',
  '/srv/..\\etc',
  '/srv/\uff0e\uff0e/etc',
  '/srv/..\uff0fetc',
  '/../etc',
  '../etc',
  'https://example.com@evil.org/',
  'https://evil.org\\@example.com',
  'https:example.com',
  'ftp://example.com',
  'javascript://example.com/%0aalert(1)',
  'example.com\0.evil.org',
  'ехample.com',
  'a..example.com',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  'x'.repeat(100_000),
  '%00',
];

const ruleset = `
templates:
  - { name: t, slots: [{ name: s, type: string }] }
  - { name: v, slots: [{ name: s, type: string }] }
rules:
${PLAIN.flatMap(([operator], i) =>
  ['', 'not_'].map(
    (not) =>
      `  - { name: ${not === '' ? 'is' : 'not'}-${i}, when: [{ template: t, alias: $t, conditions: [{ slot: s, expression: '${not}${operator}' }] }], then: { action: allow } }\n`,
  ),
).join(
  '',
)}  - { name: version, when: [{ template: t, conditions: [{ slot: s, expression: 'semver_satisfies("*")' }] }], then: { action: allow } }
`;

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset }]);
});

function holding(text: string): ReadonlySet<string> {
  const { ruleTrace } = engine.evaluate({ scoped: true, facts: [{ template: 't', data: { s: text } }] });
  return new Set(ruleTrace.map((rule) => rule.replace('MAIN::', '')));
}

describe('odd texts', () => {
  it.each(PLAIN)('%s holds for %j', (operator, good) => {
    const at = PLAIN.findIndex(([name]) => name === operator);
    const found = holding(good);
    expect([found.has(`is-${at}`), found.has(`not-${at}`)]).toEqual([true, false]);
  });

  it('have each complement hold exactly where its operator does not', () => {
    for (const text of [...HOSTILE, ...PLAIN.map(([, good]) => good)]) {
      const found = holding(text);
      const both = PLAIN.filter((_, i) => found.has(`is-${i}`) === found.has(`not-${i}`));
      expect(both, JSON.stringify(text.slice(0, 50))).toEqual([]);
    }
  });

  it.each(HOSTILE.map((text) => [text.slice(0, 60), text]))(
    '%j is not an address, host, version or known word',
    (_, text) => {
      const found = holding(text);
      for (const at of [0, 1, 4, 6, 7, 8, 9, 10, 11])
        expect(found.has(`is-${at}`), PLAIN[at]?.[0]).toBe(false);
      expect(found.has('version')).toBe(false);
    },
  );

  it.each(HOSTILE.filter((text) => /[/\\\0]|%[0-9a-f]{2}/.test(text) && !text.includes('://')))(
    '%j is not a path, or one outside',
    (text) => {
      const found = holding(text);
      expect([found.has('is-2'), found.has('is-3')]).toEqual([false, false]);
    },
  );
});
