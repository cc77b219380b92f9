/** Changes of budgets, and the steps that notice them. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mutationsOf } from '../../authoring/mutate/mutations.ts';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

const RULES = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
constants: { most: 500, caps: { ops: 10, lab: 20 } }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend:
    for: payment
    if: payment.centre != "free"
    per: [payment.centre, token]
    amount: payment.amount
    limit: const.most
    window: day Europe/Brussels
  calls: { for: payment, per: payment.centre, limit: 7, window: 90s, on_exceed: escalate }
  capped: { for: payment, per: payment.centre, limit: "const.caps[payment.centre]", window: month UTC }
  held: { for: payment, amount: 2, limit: 100, window: session, reserve: { ttl: 15m } }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

it('changes limits, windows, keys, amounts, conditions and what follows', () => {
  const { mutations } = mutationsOf([{ path: 'rules.yaml', text: RULES }]);
  const of = (name: string): readonly string[] =>
    mutations.filter(({ rule }) => rule === name).map(({ line, what }) => `${line}: ${what}`);
  expect(of('spend')).toEqual([
    '8: without the budget',
    '4: limit 501 instead of 500',
    '4: limit 499 instead of 500',
    '14: window month Europe/Brussels instead of day Europe/Brussels',
    '14: window day UTC instead of day Europe/Brussels',
    '11: without payment.centre in `per`',
    '11: without token in `per`',
    '12: without `amount`',
    '9: on_exceed escalate instead of deny',
    '10: without the condition payment.centre != "free"',
    '10: payment.centre == "free" instead of payment.centre != "free"',
  ]);
  expect(of('calls')).toEqual([
    '15: without the budget',
    '15: limit 8 instead of 7',
    '15: limit 6 instead of 7',
    '15: window 91s instead of 90s',
    '15: window 89s instead of 90s',
    '15: without `per`',
    '15: on_exceed deny instead of escalate',
  ]);
  expect(of('capped')).toEqual([
    '16: without the budget',
    '4: limit caps[ops] 11 instead of 10',
    '4: limit caps[ops] 9 instead of 10',
    '4: limit caps[lab] 21 instead of 20',
    '4: limit caps[lab] 19 instead of 20',
    '16: window day UTC instead of month UTC',
    '16: without `per`',
    '16: on_exceed escalate instead of deny',
  ]);
  expect(of('held')).toEqual([
    '17: without the budget',
    '17: limit 101 instead of 100',
    '17: limit 99 instead of 100',
    '17: window 365d instead of session',
    '17: amount 3 instead of 2',
    '17: amount 1 instead of 2',
    '17: without `amount`',
    '17: on_exceed escalate instead of deny',
    '17: without `reserve`',
    '17: ttl 16m instead of 15m',
    '17: ttl 14m instead of 15m',
    '17: on_expire release instead of keep',
  ]);
});

const PAY = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend:
    for: payment
    if: payment.centre != "free"
    per: payment.centre
    amount: payment.amount
    limit: 500
    window: 1h
    reserve: { ttl: 10m, on_expire: release }
`;
const decide = (id: string, amount: number, decision: string, centre = 'ops'): string =>
  `      - { decide: { payment: { id: ${id}, centre: ${centre}, amount: ${amount} } }, expect: { decision: ${decision} } }\n`;
const WEAK = `now: 2026-01-31T12:00:00Z\ncases:\n  - name: a\n    steps:\n${decide('a', 10, 'allow')}`;
const STRONG = `${WEAK}${decide('b', 491, 'deny')}${decide('c', 490, 'allow')}${decide('d', 500, 'allow', 'lab')}${decide('e', 501, 'allow', 'free')}${decide('z', 0, 'allow')}
      - { advance: 599999ms }
${decide('f', 1, 'deny')}
      - { advance: 1ms }
${decide('g', 500, 'allow')}
      - { settle: { commit: 500 } }
      - { advance: 3599999ms }
${decide('h', 1, 'deny')}
      - { advance: 1ms }
${decide('i', 500, 'allow')}`;

it('is noticed by steps, and by no evaluation', async () => {
  await folder.write('weak/rules.yaml', PAY);
  await folder.write('weak/a.test.yaml', WEAK);
  const weak = await runHere('test', join(folder.path, 'weak'), '--mutate', '--budget', '10m');
  for (const change of ['limit 501 instead of 500', 'window 2h instead of 1h', 'without `per`'])
    expect(weak.out).toContain(`spend: ${change}`);
  await folder.write('strong/rules.yaml', PAY);
  await folder.write('strong/a.test.yaml', STRONG);
  const strong = await runHere('test', join(folder.path, 'strong'), '--mutate', '--budget', '10m');
  expect(strong.out.split('\n').filter((line) => line.includes(' spend: '))).toEqual([]);
  expect(strong.out).toContain('1 passed');
});
