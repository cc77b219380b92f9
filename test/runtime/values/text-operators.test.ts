import { describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { Engine } from '../../../runtime/engine.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';

const rulesetOf = (expression: string) => `
templates:
  - name: known
    slots: [{ name: text, type: string }, { name: symbol, type: symbol }, { name: texts, type: symbol, list: true }]
  - { name: item, slots: [{ name: text, type: string }] }
rules:
  - name: holds
    when:
      - { template: known, alias: $k }
      - template: item
        alias: $i
        conditions: [{ slot: text, bind: "?t", expression: '${expression}' }]
    then: { action: allow, reason: holds }
  - name: asked
    when:
      - { template: known, alias: $k, conditions: [{ slot: text, bind: "?asked" }] }
      - { template: item, conditions: [{ slot: text, bind: "?t" }, { test: '(service-glob? ?asked ?t)' }] }
    then: { action: escalate, reason: globbed }
`;

function holds(expression: string, known: Record<string, unknown>, text: string): boolean {
  const compilation = compileSources([{ path: 'ruleset.yaml', text: rulesetOf(expression) }]);
  if (!compilation.ok) throw new Error(compilation.diagnostics.map(({ message }) => message).join());
  const engine = new Engine(loadRuleset(compilation.javascript()));
  engine.assertFact('known', known);
  engine.assertFact('item', { text });
  return engine.evaluate().ruleTrace.some((rule) => rule.endsWith('holds'));
}

describe('arguments come with the facts', () => {
  it.each([
    ['equals_ignore_case($k.symbol)', { symbol: 'ADMIN' }, 'Admin', true],
    ['in_ignore_case($k.texts)', { texts: ['ADMIN', 'ROOT'] }, 'Root', true],
    ['in_ignore_case($k.texts)', { texts: [] }, 'Root', false],
    ['in_cidr($k.text)', { text: '10.0.0.0/8' }, '10.1.1.1', true],
    ['in_cidr($k.text)', { text: '10.0.0.0/33' }, '10.0.0.0', false],
    ['in_cidr($k.texts)', { texts: ['x', '::1/128'] }, '0:0::1', true],
    ['glob($k.text)', { text: '/srv/*' }, '/srv/x', true],
    ['path_within($k.symbol)', { symbol: '/srv' }, '/srv/x/..', true],
    ['path_within($k.text)', { text: '' }, '/srv', false],
    ['host_within($k.text)', { text: 'example.com' }, 'https://a.example.com', true],
    ['host_within($k.text)', { text: 'https://example.com' }, 'example.com', false],
    ['semver_satisfies($k.text)', { text: '^1' }, '1.9.9', true],
    ['semver_satisfies($k.text)', { text: 'latest' }, '1.9.9', false],
    ['contains($k.text)', { text: '' }, 'x', true],
  ])('%s, %j, %j: %j', (expression, known, text, expected) => {
    expect(holds(expression, known, text)).toBe(expected);
    if (!expression.startsWith('semver')) expect(holds(`not_${expression}`, known, text)).toBe(!expected);
  });
});

describe('the host functions of the operators', () => {
  it.each([
    ['(service-glob? ?t)', 'clips-argument-count'],
    ['(service-glob? 3 ?t)', 'clips-argument-type'],
    ['(service-in-some-cidr? ?t ?t)', 'open-denial', 'clips-argument-type'],
  ])('%s is refused', (test, ...codes) => {
    const text = rulesetOf('equals(a)').replace('(service-glob? ?asked ?t)', test);
    const { diagnostics } = compileSources([{ path: 'ruleset.yaml', text }]);
    expect(diagnostics.map((one) => one.code)).toEqual(codes);
  });

  it('have names that an application cannot give its own', () => {
    const compilation = compileSources([{ path: 'ruleset.yaml', text: rulesetOf('equals(a)') }]);
    if (!compilation.ok) throw new Error('does not compile');
    const engine = new Engine(loadRuleset(compilation.javascript()));
    expect(() => engine.registerFunction('service-glob?', () => true)).toThrow('must be named service-');
    expect(() => engine.registerFunction('service-glob', () => true)).not.toThrow();
  });
});
