/** What the analysis reports of budgets. */
import { expect, it } from 'vitest';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { loadModule } from '../../../library/node/load-ruleset.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const TEMPLATES = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
  login: { who!: string }
  account: { from: host, slots: { centre!: string, most!: integer } }
`;

/** Lines of findings about budgets, with the number of facts that show them. */
function findings(rules: string, budget: string): readonly string[] {
  const text = `${TEMPLATES}rules:\n${rules}\nbudgets:\n  spend: ${budget}\n`;
  const compilation = compileOrThrow([{ path: 'r.yaml', text }], { name: 'r' });
  const { findings: found, unknown } = analyze(compilation, loadModule, { now: NOW, budgetMs: 20_000 });
  return [
    ...found.map(({ code, severity, message, line, facts }) =>
      [line, severity, code, message, ...(facts === null ? [] : [JSON.stringify(facts)])].join(' | '),
    ),
    ...unknown.map(({ code, why }) => `${code}: ${why}`),
  ].filter((line) => line.includes('budget'));
}

const PAY = '  pay: { allow: ok, if: payment.amount > 0 }';
const LINE = TEMPLATES.split('\n').length + 3;

it('a key from the caller alone', () => {
  expect(findings(PAY, '{ for: payment, per: [payment.centre, payment.id], limit: 5, window: 1h }')).toEqual([
    `${LINE} | warning | budget-caller-key | budget spend: its key comes from the caller alone (payment.centre, payment.id): another key has a limit of its own`,
  ]);
  expect(
    findings(
      '  pay: { allow: ok, if: input.amount > 0 }',
      '{ for: input, per: input.user, limit: 5, window: 1h }',
    ),
  ).toEqual([
    `${LINE} | warning | budget-caller-key | budget spend: its key comes from the caller alone (input.user): another key has a limit of its own`,
  ]);
});

it.each(['per: [payment.centre, token], ', 'per: token, ', ''])('%sis not', (per) => {
  expect(findings(PAY, `{ for: payment, ${per}limit: 5, window: 1h }`)).toEqual([]);
});

it('a key from the host is not', () => {
  const rules = '  open: { allow: ok, if: account.most > 0 }';
  expect(findings(rules, '{ for: account, per: account.centre, limit: 5, window: 1h }')).toEqual([]);
});

it('a budget of sessions', () => {
  expect(findings(PAY, '{ for: payment, limit: 5, window: session }')).toEqual([
    `${LINE} | note | budget-session | budget spend: a caller who picks session ids is not bound by it`,
  ]);
});

it('a budget that no allow uses', () => {
  const unused = `${LINE} | warning | budget-unreached | budget spend: no allow uses it`;
  const over = '{ for: payment, if: payment.amount > 100, limit: 5, window: 1h }';
  const small = '  pay: { allow: ok, for: payment, if: "not exists(p in payment, p.amount > 50)" }';
  expect(findings('  pay: { deny: no, if: payment.amount > 0 }', over)).toEqual([unused]);
  expect(findings(small, over)).toContain(unused);
  expect(
    findings('  pay: { deny: no, if: login.who == "x" }', '{ for: payment, limit: 5, window: 1h }'),
  ).toEqual([unused]);
  // Both facts may come in one request.
  expect(
    findings('  in: { allow: ok, if: login.who == "x" }', '{ for: payment, limit: 5, window: 1h }'),
  ).toEqual([]);
});

it('an allow of what the condition leaves out', () => {
  const [line = '', ...others] = findings(
    PAY,
    '{ for: payment, if: payment.amount > 100, limit: 5, window: 1h }',
  );
  expect(others).toEqual([]);
  expect(line).toContain(
    `${LINE} | warning | budget-left-out | budget spend: its condition leaves out what MAIN::pay allows | [`,
  );
  const [{ data }] = JSON.parse(line.slice(line.indexOf('['))) as [
    { readonly data: { readonly amount: number } },
  ];
  expect(data.amount).toBeGreaterThan(0);
  expect(data.amount).toBeLessThan(101);
});

it('a condition that leaves out only what is denied is right', () => {
  const rules = '  pay: { allow: ok, if: payment.amount > 100 }';
  expect(findings(rules, '{ for: payment, if: payment.amount > 0, limit: 5, window: 1h }')).toEqual([]);
});

it('an ignored finding says why', () => {
  const text = `${TEMPLATES}rules:\n${PAY}\nbudgets:\n  # ferrule-ignore budget-session for sessions that the gate makes\n  spend: { for: payment, limit: 5, window: session }\n`;
  const compilation = compileOrThrow([{ path: 'r.yaml', text }], { name: 'r' });
  const { findings: found, ignored } = analyze(compilation, loadModule, { now: NOW });
  expect(found.filter(({ code }) => code === 'budget-session')).toEqual([]);
  expect(ignored.map(({ code }) => code)).toEqual(['budget-session']);
});

it('the rules and facts of sums are not reported', () => {
  const text = `${TEMPLATES}rules:\n${PAY}\nbudgets:\n  spend: { for: payment, per: token, limit: account.most, window: 1h, on_exceed: escalate }\n`;
  const compilation = compileOrThrow([{ path: 'r.yaml', text }], { name: 'r' });
  const {
    findings: found,
    unknown,
    rules,
    seen_firing: fired,
  } = analyze(compilation, loadModule, { now: NOW });
  const lines = [...found.map(({ message }) => message), ...unknown.map(({ code }) => code)];
  expect(lines).toEqual([
    'template login: no rule reads or asserts it',
    'slot centre of account: no rule reads it',
  ]);
  expect([rules, fired]).toEqual([1, 1]);
});
