/** Steps that decide on budgets and settle what they hold. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

const RULES = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
  cap: { from: host, slots: { most!: integer } }
rules:
  pay:
    allow: ok
    if: payment.amount > 0
budgets:
  daily-spend:
    for: payment
    if: payment.centre != "free"
    per: [payment.centre, token]
    amount: payment.amount
    limit: 500
    window: day Europe/Brussels
    reason: "{used} of {limit} EUR spent, {requested} requested"
  hourly-calls:
    for: payment
    per: token
    limit: 3
    window: 1h
    on_exceed: escalate
  held:
    for: payment
    if: payment.centre == "hold"
    amount: payment.amount
    limit: 100
    window: session
    reserve: { ttl: 15m, on_expire: release }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
  await mkdir(join(folder.path, 'pay'));
  await folder.write('pay/pay.yaml', RULES);
});
afterAll(() => folder.remove());

const payment = (id: string, amount: number | string, centre = 'ops'): string =>
  `{ payment: { id: ${id}, centre: ${centre}, amount: ${amount} } }`;
const run = async (steps: readonly string[], ...options: readonly string[]): Promise<string> => {
  const text = `now: 2026-03-28T12:00:00Z\ncases:\n  - name: one\n    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`;
  const path = await folder.write('pay/pay.test.yaml', text);
  return (await runHere('test', path, ...options)).out;
};
const differences = async (...steps: readonly string[]): Promise<string> =>
  (await run(steps))
    .split('\n')
    .filter((line) => /^ {6}/.test(line))
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .join('\n');
const problems = async (...steps: readonly string[]): Promise<readonly string[]> =>
  (await run(steps))
    .split('\n')
    .filter((line) => line.includes('pay.test.yaml:'))
    .map((line) => line.slice(line.indexOf('.yaml:') + 6));

describe('steps that decide', () => {
  it('an exceeded budget escalates what the rules allow, and nothing else', async () => {
    const allowed = ['a', 'b', 'c'].map(
      (id) => `{ decide: ${payment(id, 1, 'free')}, expect: { decision: allow } }`,
    );
    const out = await differences(
      ...allowed,
      `{ decide: ${payment('d', 1, 'free')}, expect: { decision: escalate, exceeded: [hourly-calls] } }`,
      `{ decide: ${payment('e', 0, 'free')}, expect: { decision: deny, counted: false, exceeded: [hourly-calls], reason: "default decision (no rules fired)", metadata: {} } }`,
    );
    expect(out).toBe('');
  });

  it('add up, per key and in their window', async () => {
    const out = await differences(
      `{ decide: ${payment('f', 0, 'free')}, expect: { decision: deny, counted: false } }`,
      `{ decide: ${payment('a', 480)}, expect: { decision: allow, counted: true, exceeded: [], budgets: [{ budget: daily-spend, key: { centre: ops, token: test }, requested: 480, used: 0, limit: 500, exceeded: false }] } }`,
      `{ decide: ${payment('b', 30)}, expect: { decision: deny, counted: false, exceeded: [daily-spend], reason: "480 of 500 EUR spent, 30 requested", metadata: { budget: daily-spend, code: budget_exceeded } } }`,
      `{ decide: ${payment('c', 30)}, token: other, expect: { decision: allow } }`,
      `{ decide: ${payment('d', 500, 'free')}, expect: { decision: allow, budgets: [{ budget: hourly-calls, used: 1 }] } }`,
      `{ decide: ${payment('e', 20)}, expect: { decision: allow } }`,
      `{ decide: ${payment('g', 1, 'free')}, expect: { decision: escalate, exceeded: [hourly-calls] } }`,
      '{ now: 2026-03-28T22:59:59.999Z }',
      `{ decide: ${payment('h', 1)}, expect: { decision: deny } }`,
      '{ advance: 1ms }',
      `{ decide: ${payment('i', 500)}, expect: { decision: allow } }`,
    );
    expect(out).toBe('');
  });

  it('hold what is settled', async () => {
    const out = await differences(
      `{ decide: ${payment('a', 60, 'hold')}, as: first, expect: { decision: allow } }`,
      `{ decide: ${payment('b', 60, 'hold')}, expect: { decision: deny, budgets: [{ budget: held, reserved: 60, used: 0 }] } }`,
      `{ decide: ${payment('c', 60, 'hold')}, session: other, expect: { decision: allow } }`,
      '{ settle: { commit: 40 }, of: first, expect: { state: committed, over: false, late: false } }',
      '{ settle: { commit: 41 }, of: first, expect: { error: reservation_closed } }',
      `{ decide: ${payment('d', 60, 'hold')}, as: second, expect: { decision: allow, budgets: [{ budget: held, used: 40 }] } }`,
      '{ settle: { release: true } }',
      '{ advance: 1h }',
      `{ decide: ${payment('e', 60, 'hold')}, expect: { decision: allow, budgets: [{ budget: held, used: 40 }] } }`,
      '{ advance: 15m }',
      `{ decide: ${payment('f', 60, 'hold')}, expect: { decision: allow, budgets: [{ budget: held, used: 40, reserved: 0 }] } }`,
      '{ advance: 15m }',
      '{ settle: { commit: [{ budget: held, key: {}, amount: 70 }] }, expect: { over: true, late: true } }',
    );
    expect(out).toBe('');
  });

  it('report what differs, with the sums', async () => {
    const out = await differences(
      `{ decide: ${payment('a', 600)}, expect: { decision: allow, counted: true, exceeded: [held], budgets: [{ budget: daily-spend, used: 1 }, { budget: held }] } }`,
      '{ settle: { release: true }, expect: { state: released } }',
    );
    expect(out).toBe(
      [
        'step 1: decision expected allow got deny',
        'daily-spend {"centre":"ops","token":"test"}: used 0, requested 600, limit 500',
        'hourly-calls {"token":"test"}: used 0, requested 1, limit 3',
        'step 1: counted expected true got false',
        'step 1: exceeded expected held got daily-spend',
        'step 1: budgets.daily-spend {"centre":"ops","token":"test"}.used expected 1 got 0',
        'step 1: budgets expected held',
        'got daily-spend {"centre":"ops","token":"test"}, hourly-calls {"token":"test"}',
        'step 2: error expected a reservation got reservation_not_found: reservation not found',
      ].join('\n'),
    );
  });

  it('refuse what cannot be counted', async () => {
    const out = await differences(
      `{ decide: ${payment('a', -1)}, expect: { error: budget_amount } }`,
      `{ decide: [{ template: payment, data: { id: a, centre: x, amount: 1 } }, { template: payment, data: { id: a, centre: x, amount: 1 } }], expect: { error: validation_error } }`,
      `{ evaluate: ${payment('a', 1)}, expect: { decision: deny, metadata: { code: decision_required } } }`,
    );
    expect(out).toBe('');
  });

  it('takes values of rows', async () => {
    const path = await folder.write(
      'pay/pay.test.yaml',
      `cases:
  - name: "amount {amount}"
    each: [{ amount: 500, counted: true, more: 0 }, { amount: 501, counted: false, more: 1 }]
    steps:
      - { decide: ${payment('a', '"{amount}"')}, expect: { counted: "{counted}", budgets: [{ budget: daily-spend, requested: "{amount}" }] } }
`,
    );
    expect((await runHere('test', path)).out).toContain('2 of 2 passed');
  });
});

describe('slips in such steps', () => {
  const DECIDE = '{ decide: [], expect: { decision: deny } }';
  it.each([
    [
      '{ decide: [], advance: 1h }',
      '5:9: invalid `{ decide: [], advance: 1h }`: write `{ decide: [] }, { advance: 1h }`',
    ],
    ['{ decide: }', '5:19: invalid `decide:`: write `decide: []`'],
    ['{ decide: [], of: x, expect: { decision: deny } }', '5:23: `decide` cannot be combined with `of`'],
    ['{ settle: { release: true }, input: {} }', '5:38: `settle` cannot be combined with `input`'],
    ['{ settle: { release: true, commit: 5 } }', '5:21: `commit` cannot be combined with `release`'],
    ['{ settle: {} }', '5:11: must be { commit: AMOUNT } or { release: true }'],
    ['{ settle: { commit: -1 } }', "5:21: '-1' is not a whole number from 0 to 9223372036854775807"],
    ['{ settle: { comit: 1 } }', "5:21: unknown key `comit` in `settle` (did you mean 'commit'?)"],
    ['{ settle: { commit: 1 }, of: first }', '5:34: no `decide` before this step has `as: first`'],
    [
      '{ decide: [], as: a }\n      - { decide: [], as: a }',
      '6:23: a `decide` before this step has `as: a`, too',
    ],
    ['{ decide: [], times: 0 }', "5:23: '0' is not a whole number from 1 to 10000"],
    ['{ now: yesterday }', "5:11: 'yesterday' is not a time such as 2026-01-31T12:00:00Z, nor seconds"],
    [
      '{ now: 2026-03-28T11:00:00Z }',
      '5:11: the clock does not go back: it is 2026-03-28T12:00:00.000Z before this step',
    ],
    [
      '{ assert: [] }\n      - { decide: [], session: a }',
      '6:23: facts of `assert` belong to one session: leave `session` out',
    ],
    [
      '{ evaluate: [], expect: { counted: true } }',
      '5:35: `counted` can only be expected of a step with `decide`',
    ],
    [
      '{ decide: [], expect: { state: committed } }',
      '5:33: `state` can only be expected of a step with `settle`',
    ],
    [
      '{ settle: { release: true }, expect: { decision: allow } }',
      '5:48: `decision` can only be expected of a decision',
    ],
    [
      '{ settle: { release: true }, expect: { state: spent } }',
      "5:48: unknown state 'spent': expected committed or released",
    ],
    ['{ decide: [], expect: { counted: 1 } }', "5:33: '1' is neither true nor false"],
    [
      '{ decide: [], expect: { exceeded: held } }',
      '5:43: `exceeded` must be a list, found text: write `exceeded: [held]`',
    ],
    [
      '{ decide: [], expect: { exceeded: [hold] } }',
      "5:44: the ruleset has no budget 'hold' (did you mean 'held'?)",
    ],
    [
      '{ decide: [], expect: { budgets: [{ budget: hold, used: 1 }] } }',
      "5:45: the ruleset has no budget 'hold' (did you mean 'held'?)",
    ],
    [
      '{ decide: [], expect: { budgets: { held: { used: 1 } } } }',
      '5:42: `budgets` must be a list, found a map: write `budgets: [{ budget: held, used: 1 }]`',
    ],
    [
      '{ decide: [], expect: { budgets: [{ budget: held, spent: 1 }] } }',
      "5:59: unknown key `spent` in an entry of `budgets` (did you mean 'used'?)",
    ],
  ])('%s', async (step, problem) => {
    expect(await problems(step, DECIDE)).toEqual([problem]);
  });

  it('are found in cases without steps, too', async () => {
    const path = await folder.write(
      'pay/pay.test.yaml',
      'cases: [{ facts: [], expect: { decision: deny, counted: false } }]',
    );
    const { out } = await runHere('test', path);
    expect(out).toContain('1:48: `counted` can only be expected of a step with `decide`');
  });

  it('a time needs a clock to start from', async () => {
    const path = await folder.write(
      'pay/pay.test.yaml',
      'cases: [{ steps: [{ now: 2026-03-28T12:00:00Z }, { decide: [], expect: { decision: deny } }] }]',
    );
    const { out } = await runHere('test', path);
    expect(out).toContain('1:21: a step with `now` needs a `now` of the case or the suite');
  });
});
