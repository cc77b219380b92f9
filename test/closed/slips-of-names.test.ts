/** Names of aliases, variables and modules in the place of others: each is an error that says what to write. */
import { expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { TEMPLATES } from './slip-templates.ts';

function found(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

const rule = (then: string, conditions = ''): string =>
  `${TEMPLATES}rules: [{ name: r, when: [{ template: p, alias: $p, conditions: [${conditions}] }], then: ${then} }]\n`;

test('ruleset: limits was meant as the module', () => {
  const inFile = (head: string): readonly string[] =>
    found(`modules:\n  - name: limits\n    description: limits\n---\n${head}\n${rule('{ action: deny }')}`);
  expect(inFile('module: limits')).toEqual([]);
  expect(inFile('ruleset: limit')).toEqual([]);
  expect(inFile('ruleset: limits\nmodule: limits')).toEqual([]);
  expect(inFile('ruleset: limits')).toEqual([
    'module-as-name: `ruleset: limits` names the ruleset, and its rules are in no module: write `module: limits` for rules of this module, or another name',
  ]);
});

test('an alias alone names no value', () => {
  const then = (effects: string): string => found(rule(`{ action: deny, ${effects} }`)).join();
  const noted = (text: string): string => `assert: [{ template: note, slots: { text: ${text} } }]`;
  const duty = (text: string): string => `obligations: [{ type: t, properties: { k: ${text} } }]`;
  for (const effects of [noted('$p'), noted('"of $p"'), duty('$p')])
    expect(then(effects)).toMatch(/^looks-like-reference: .*write `\$p\.slot` for the value/);
  for (const effects of ['reason: $p', 'reason: "of $p"'])
    expect(then(effects)).toMatch(/^reference-in-text: .*write `{p\.slot}` for the value/);
  for (const effects of ['scope: $p', 'metadata: { k: $p }'])
    expect(then(effects)).toMatch(/^looks-like-reference: .*write `{p\.slot}` for the value/);
  for (const effects of [noted('$q'), noted('literal($p)'), noted('p'), 'reason: "of $q"', duty('"5 $"')])
    expect(then(effects)).toBe('');
});

test.each(['@n', '%n', ':n', '&n', '#n'])('a variable behind another sign: equals(%s)', (text) => {
  const bound = (name: string): readonly string[] =>
    found(
      rule('{ action: deny }', `{ slot: n, bind: "?${name}" }, { slot: who, expression: "equals(${text})" }`),
    );
  expect(bound('n').join()).toMatch(/^looks-like-reference: .*write `\?n` for the value/);
  expect(bound('m')).toEqual([]);
});

test.each([':= $o.who', ':: $o.who', 'who := $o.who'])('a reference behind a sign: equals(%s)', (text) => {
  const two = rule('{ action: deny }').replace(
    'when: [',
    `when: [{ template: p, alias: $o }, { template: p, conditions: [{ slot: who, expression: "equals(${text})" }] }, `,
  );
  expect(found(two).join()).toMatch(/^looks-like-reference: .*write `\$o\.who` for the value/);
});
