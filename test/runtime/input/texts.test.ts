/** Texts that a rule fills in, and the braces that stay text. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const ruleset = (then: string): string => `
templates:
  - name: a
    slots:
      - { name: s, type: string }
      - { name: l, type: string, list: true }
      - { name: b, type: boolean }
      - { name: at, type: time }
      - { name: f, type: float }
  - { name: n, slots: [{ name: s, type: string }, { name: l, type: string, list: true }] }
rules:
  - name: r
    when: [{ template: a, alias: $a, conditions: [{ slot: l, bind: "$?l" }, { slot: s, expression: equals(x) }] }]
    then: { action: scope, ${then} }
`;
const DATA = { s: 'x', l: ['p', 'q'], b: true, at: 1769860800.5, f: 2 };

async function evaluated(then: string) {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(then) }]);
  return engine.evaluate({
    scoped: true,
    facts: [{ template: 'a', data: DATA }],
    include: ['facts', 'firings'],
  });
}

/** In all of these, a text is filled in the same way. */
const PLACES: readonly (readonly [place: string, then: (text: string) => string])[] = [
  ['metadata', (text) => `metadata: { k: ${text} }`],
  ['scope', (text) => `scope: ${text}`],
  ['assert', (text) => `assert: [{ template: n, slots: { s: ${text} } }]`],
  ['an item of assert', (text) => `assert: [{ template: n, slots: { l: [${text}] } }]`],
  ['modify', (text) => `modify: [{ fact: $a, slots: { s: ${text} } }]`],
  ['an obligation', (text) => `obligations: [{ type: t, properties: { k: ${text} } }]`],
];

describe.each(PLACES)('the text of %s', (place, then) => {
  it.each([
    ['{a.s}, {l}, {a.l}', 'x, p, q, p, q'],
    ['{a.b} {a.at} {a.f}', 'true 2026-01-31T12:00:00.500Z 2.0'],
    ['{"j":1} {} { a.s } {1} {a.s.t}', '{"j":1} {} { a.s } {1} {a.s.t}'],
    ['{{a.s}} {{x}} {"s":"{a.s}"}', '{{a.s}} {{x}} {"s":"x"}'],
    ['{a.s', '{a.s'],
    ['a.s} \\ "q" ?x', 'a.s} \\ "q" ?x'],
  ])('%j', async (text, expected) => {
    const {
      metadata,
      facts = [],
      firings = [],
      obligations = [],
    } = await evaluated(then(JSON.stringify(text)));
    const fact = facts.at(-1)?.data;
    const found: Readonly<Record<string, unknown>> = {
      metadata: metadata['k'],
      scope: firings[0]?.scope,
      assert: fact?.['s'],
      'an item of assert': (fact?.['l'] as readonly unknown[])[0],
      modify: fact?.['s'],
      'an obligation': obligations[0]?.properties['k'],
    };
    expect(found[place]).toBe(expected);
  });

  it.each(['{nobody}', '{a.nothing}', '{b.s}'])('%j is an error', async (text) => {
    await expect(evaluated(then(JSON.stringify(text)))).rejects.toThrow(
      /error (unbound-name|unknown-slot|unknown-alias)/,
    );
  });
});
