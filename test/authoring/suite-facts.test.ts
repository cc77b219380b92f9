/** Facts of suites: what looks like a reference, and what the ruleset refuses. */
import { describe, expect, it } from 'vitest';
import { suiteDesk } from './suite-desk.ts';

const { run: runSuite } = suiteDesk();

describe('a text that looks like a reference', () => {
  const suite = (data: string): string =>
    `cases: [{ facts: [{ template: transfer, data: { amount: 5, id: ${data} } }], expect: { fired: [m::small] } }]`;

  it.each(['"\\u0024t.id"', '"\\u007bid}"', '$5.00', '"{a b}"', '$t', 't.id'])(
    'may be meant as text: %s',
    async (data) => {
      expect(await runSuite(suite(data))).toContain('1 passed');
    },
  );

  it('is filled in where the case has rows', async () => {
    expect(await runSuite(suite('"{id}"').replace('{ facts', '{ each: [{ id: x }], facts'))).toContain(
      '1 passed',
    );
  });
});

describe('a fact that the ruleset refuses', () => {
  it.each([
    ['[{ template: transfr, data: {} }]', "Unknown template 'transfr'. Did you mean 'transfer'?", '1:21'],
    ['[{ template: transfer, data: { amonut: 1 } }]', "Did you mean 'amount'?", '1:49'],
    ['[{ template: transfer, data: { amount: ten } }]', 'expects integer, got string', '1:49'],
    ['[{ template: transfer, data: {} }]', "Missing required slot(s) ['amount']", '1:19'],
    ['[{ template: checked, data: {} }, { template: login, data: { at: x } }]', 'expects integer', '1:79'],
  ])('%s is reported with its position', async (facts, message, place) => {
    const out = await runSuite(`cases: [{ facts: ${facts}, expect: { decision: deny } }]`);
    expect(out).toContain(message);
    expect(out).toMatch(new RegExp(`^ +at .*/a\\.test\\.yaml:${place}$`, 'm'));
  });

  const refused = '{ template: transfer, data: { amount: x } }';
  it.each([
    ['the suite', `facts: [${refused}]\ncases: [{ expect: { decision: deny } }]`, '1:39'],
    [
      'a step',
      `cases: [{ steps: [{ assert: [${refused}] }, { evaluate: [], expect: { decision: deny } }] }]`,
      '1:60',
    ],
    ['an evaluation', `cases: [{ steps: [{ evaluate: [${refused}], expect: { decision: deny } }] }]`, '1:62'],
    ['a row', `cases: [{ each: [{ a: 1 }], facts: [${refused}], expect: { decision: deny } }]`, '1:67'],
  ])('of %s', async (_, text, place) => {
    expect(await runSuite(text)).toMatch(new RegExp(`^ +at .*/a\\.test\\.yaml:${place}$`, 'm'));
  });

  it('is what a case may expect', async () => {
    const facts = '[{ template: transfr, data: {} }]';
    expect(await runSuite(`cases: [{ facts: ${facts}, expect: { error: validation_error } }]`)).toContain(
      '1 passed',
    );
  });
});

it.each([
  ['[{ template: transfr }]', '1:62', "unknown template `transfr` (did you mean 'transfer'?)"],
  ['[transfer]', '1:60', 'invalid `transfer`: write `{ template: transfer }`'],
  [
    '[{ template: transfer, conditions: [{ slot: amount, expression: "> 5" }] }]',
    '1:111',
    "expected `operator(arguments)`, found `> 5` (did you mean 'greater_than(5)'?)",
  ],
])('the facts of a property: %s', async (when, place, message) => {
  const out = await runSuite(`properties: [{ name: p, never: { decision: allow }, when: ${when} }]`);
  expect(out).toContain(`/a.test.yaml:${place}\n`);
  expect(out).toContain(message);
});

describe('facts as a map of templates', () => {
  it('are those of a list', async () => {
    const suite = (facts: string): string => `cases: [{ facts: ${facts}, expect: { fired: [m::small] } }]`;
    expect(await runSuite(suite('{ transfer: { amount: 5 } }'))).toContain('1 passed');
    expect(await runSuite(suite('{ transfer: [{ amount: 5 }] }'))).toContain('1 passed');
  });

  it.each([
    ['{ transfr: { amount: 1 } }', "Unknown template 'transfr'. Did you mean 'transfer'?", '1:20'],
    ['{ transfer: { amonut: 1 } }', "Did you mean 'amount'?", '1:32'],
    ['{ transfer: [{ amount: 1 }, { amount: ten }] }', 'expects integer, got string', '1:48'],
  ])('%s is refused with its place', async (facts, message, place) => {
    const out = await runSuite(`cases: [{ facts: ${facts}, expect: { decision: deny } }]`);
    expect(out).toContain(message);
    expect(out).toMatch(new RegExp(`^ +at .*/a\\.test\\.yaml:${place}$`, 'm'));
  });
});

describe('a property in the short form', () => {
  const suite = (claim: string): string => `properties: [{ name: p, never: { decision: deny }, ${claim} }]`;

  it('refuses `if` beside `when`, and an invalid condition', async () => {
    expect(await runSuite(suite('if: transfer.amount > 5, when: [{ template: transfer }]'))).toContain(
      '`when` cannot be combined with `if`',
    );
    expect(await runSuite(suite('if: transfr.amount > 5'))).toContain('transfr');
  });
});
