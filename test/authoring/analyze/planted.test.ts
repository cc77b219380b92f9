/** Faults of every code, planted into a ruleset without any by changing its text in one place. */
import { describe, expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { Engine } from '../../../library/node/engine.ts';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import type { FindingCode } from '../../../authoring/analyze/codes.ts';

const SOUND = `
ruleset: transfers
modules: [{ name: check }, { name: decide }]
focus_order: [check, decide]
templates:
  - name: transfer
    slots:
      - { name: id, type: string, required: true }
      - { name: amount, type: integer, required: true }
      - { name: channel, type: symbol, allowed_values: [web, desk], required: true }
  - { name: frozen, slots: [{ name: transfer, type: string, required: true }] }
  - { name: doubt, slots: [{ name: transfer, type: string }, { name: weight, type: integer }] }
---
module: check
rules:
  - name: doubt-large
    when: [{ template: transfer, alias: $t, conditions: [{ slot: amount, expression: at_least(1000) }] }]
    then: { assert: [{ template: doubt, slots: { transfer: $t.id, weight: 1 } }] }
---
module: decide
rules:
  - name: small
    when:
      - { template: transfer, alias: $t, conditions: [{ slot: amount, expression: less_than(1000) }] }
      - not: [{ template: frozen, conditions: [{ slot: transfer, expression: equals($t.id) }] }]
    then: { action: allow, reason: small }
  - name: doubtful
    when:
      - { template: transfer, alias: $t, conditions: [{ slot: channel, expression: equals(web) }] }
      - template: doubt
        conditions: [{ slot: transfer, expression: equals($t.id) }, { slot: weight, expression: greater_than(0) }]
    then: { action: escalate, reason: "transfer {t.id}" }
`;

function analysed(text: string): Analysis {
  return analyze(compileOrThrow([{ path: 'r.yaml', text }]), loadModule, { now: 0 });
}

function rule(name: string, when: string, then: string): string {
  return `${SOUND}  - name: ${name}\n    when: [${when}]\n    then: ${then}\n`;
}

const FROZEN = '{ template: frozen, alias: $f }';
const PLANTED: readonly (readonly [FindingCode, string, string, string])[] = [
  [
    'unreachable-rule',
    'bounds that exclude each other over a join',
    rule(
      'odd',
      '{ template: transfer, alias: $a, conditions: [{ slot: amount, expression: less_than(5) }] }, { template: transfer, conditions: [{ slot: amount, expression: "greater_than(9)", bind: "?b" }, { slot: id, bind: "?i" }, { test: "(= ?b ?c)" }] }'.replace(
        'expression: less_than(5) }',
        'expression: less_than(5), bind: "?c" }',
      ),
      '{ action: deny, reason: odd }',
    ),
    'decide::odd: it never fires: its conditions contradict each other',
  ],
  [
    'unreachable-rule',
    'what must be there must not be there',
    rule(
      'odd',
      `${FROZEN}, { not: [{ template: frozen, conditions: [{ slot: transfer, expression: equals($f.transfer) }] }] }`,
      '{ action: deny, reason: odd }',
    ),
    'decide::odd: it never fires: its conditions contradict each other',
  ],
  [
    'shadowed-rule',
    'an escalation with every allow',
    SOUND.replace(
      'conditions: [{ slot: channel, expression: equals(web) }] }\n      - template: doubt\n        conditions: [{ slot: transfer, expression: equals($t.id) }, { slot: weight, expression: greater_than(0) }]',
      'conditions: [{ slot: amount, expression: "less_than(5000)" }] }',
    ),
    'decide::small: it never decides: whenever it fires, decide::doubtful (escalate) does',
  ],
  [
    'shadowed-rule',
    'two denials that leave nothing between them',
    `${rule('low', '{ template: transfer, conditions: [{ slot: amount, expression: at_most(500) }] }', '{ action: deny, reason: low }')}  - name: high\n    when: [{ template: transfer, conditions: [{ slot: amount, expression: greater_than(500) }] }]\n    then: { action: deny, reason: high }\n`,
    'decide::small: it never decides: whenever it fires, ',
  ],
  [
    'redundant-rule',
    'a narrower copy',
    rule(
      'again',
      '{ template: transfer, alias: $x, conditions: [{ slot: amount, expression: "between(10, 20)" }] }, { not: [{ template: frozen, conditions: [{ slot: transfer, expression: equals($x.id) }] }] }',
      '{ action: allow, reason: small }',
    ),
    'decide::again: decide::small does the same whenever it fires',
  ],
  [
    'conflict',
    'a denial beside the allow',
    rule('stop', FROZEN, '{ action: deny, reason: stop }'),
    'decide::small: it can fire together with decide::stop (deny)',
  ],
  [
    'always',
    'nothing but denials',
    SOUND.replace('action: allow', 'action: deny').replace('action: escalate', 'action: deny'),
    'the decision is always deny',
  ],
  [
    'never',
    'an allow that is never reached',
    rule(
      'open',
      '{ template: transfer }, { not: [{ template: transfer }] }',
      '{ action: route, reason: open }',
    ),
    'no decision is ever route, the action of decide::open',
  ],
  [
    'unused-template',
    'a template more',
    SOUND.replace(
      '  - { name: frozen',
      '  - { name: spare, slots: [{ name: x, type: string }] }\n  - { name: frozen',
    ),
    'template spare: no rule reads or asserts it',
  ],
  [
    'unused-slot',
    'a condition less',
    SOUND.replace(', { slot: weight, expression: greater_than(0) }', ''),
    'slot weight of doubt: no rule reads it',
  ],
  [
    'unused-fact',
    'nobody asks for what was concluded',
    SOUND.replace(
      '- template: doubt\n        conditions: [{ slot: transfer, expression: equals($t.id) }, { slot: weight, expression: greater_than(0) }]',
      '- template: frozen',
    ),
    'template doubt: check::doubt-large asserts it and no rule reads it',
  ],
  [
    'loop',
    'a counter without a bound',
    SOUND.replace(
      '---\nmodule: decide',
      `  - name: more\n    when: [{ template: doubt, alias: $d, conditions: [{ slot: weight, bind: "?w" }] }]\n    then: { assert: [{ template: doubt, slots: { transfer: $d.transfer, weight: "(+ ?w 1)" } }] }\n---\nmodule: decide`,
    ),
    'check::more: it makes itself fire again: more than 10000 firings',
  ],
  [
    'expensive-join',
    'a join less',
    SOUND.replace('{ slot: transfer, expression: equals($t.id) }, { slot: weight', '{ slot: weight'),
    'decide::doubtful: doubt is joined by no condition',
  ],
  [
    'wrong-ignore',
    'a comment about nothing',
    SOUND.replace('  - name: small', '  # ferrule-ignore loop it is wanted\n  - name: small'),
    'there is no loop finding here',
  ],
];

describe('a ruleset without faults', () => {
  it('has no findings, and nothing is left open', () => {
    expect(analysed(SOUND)).toMatchObject({ findings: [], unknown: [], seen_firing: 3, seen_deciding: 2 });
  });
});

describe('a planted fault', () => {
  it.each(PLANTED)('%s: %s', async (code, _, text, message) => {
    const { findings } = analysed(text);
    const found = findings.filter((one) => one.code === code);
    expect(found.map((one) => `${one.rule === null ? '' : `${one.rule}: `}${one.message}`)).toEqual(
      expect.arrayContaining([expect.stringContaining(message)]),
    );
    // Reported facts produce the reported result.
    const engine = await Engine.fromSources([{ path: 'r.yaml', text }], { now: () => 0 });
    for (const { facts, rule: name, with: others } of found) {
      if (facts === null || code === 'loop' || code === 'always') continue;
      const { ruleTrace } = engine.evaluate({ scoped: true, facts });
      expect(ruleTrace).toEqual(expect.arrayContaining([name, ...others]));
    }
    if (code === 'loop')
      expect(() => engine.evaluate({ scoped: true, facts: found[0]?.facts ?? [] })).toThrow('rules fired');
  });

  it('is ignored by a comment with a reason, and reported with it', () => {
    const text = SOUND.replace(', { slot: weight, expression: greater_than(0) }', '').replace(
      '  - { name: doubt,',
      '  # ferrule-ignore unused-slot callers read it\n  - { name: doubt,',
    );
    const { findings, ignored } = analysed(text);
    expect(findings).toEqual([]);
    expect(ignored).toMatchObject([{ code: 'unused-slot', reason: 'callers read it' }]);
  });

  it.each([
    ['# ferrule-ignore', 'it needs a code and a reason: # ferrule-ignore CODE reason'],
    ['# ferrule-ignore unused-solt gone', "unknown code 'unused-solt' (did you mean 'unused-slot'?)"],
    ['# ferrule-ignore conflict', 'it does not say why conflict is ignored'],
  ])('%s ignores nothing and is reported', (comment, message) => {
    const { findings } = analysed(SOUND.replace('  - name: small', `  ${comment}\n  - name: small`));
    expect(findings).toMatchObject([{ code: 'wrong-ignore', message }]);
  });

  it('is not reported outside the analysed fragment', () => {
    const text = rule(
      'odd',
      '{ template: transfer, conditions: [{ slot: id, bind: "?i" }, { test: "(> (str-length ?i) (+ 5 (str-length ?i)))" }] }',
      '{ action: deny, reason: odd }',
    );
    const { findings, unknown } = analysed(text);
    expect(findings).toEqual([]);
    expect(unknown).toContainEqual({ code: 'unreachable-rule', rule: 'decide::odd', why: 'no facts found' });
  });
});
