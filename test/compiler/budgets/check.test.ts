import { expect, test } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';

const HEAD = `
templates:
  payment: { centre!: string, amount!: integer, kind: string, rate: float, note: time, tags: [string] }
  quota: { from: host, slots: { most!: integer, all: [integer], name: string } }
constants: { cap: 500, caps: { ops: 500 }, word: ops, low: -1 }
rules:
  pay: { allow: ok, if: payment.amount > 0 }
`.replace('  quota: { from: host, slots: { most!: integer, all: [integer], name: string } }', '');
const HOST = `
templates:
  - { name: quota, from: host, slots: [{ name: most, type: integer, required: true }, { name: all, type: integer, list: true }, { name: name, type: string }] }
`;

/** Codes with line, column and the written text of their place. */
function found(budget: string, rest = ''): readonly string[] {
  const text = `${HEAD}${rest}budgets:\n  spend: ${budget}\n`;
  const { diagnostics } = compileSources([
    { path: 'a.yaml', text },
    { path: 'host.yaml', text: HOST },
  ]);
  return diagnostics.map(({ code, at }) => `${code} (${text.slice(at.start, at.end)})`);
}

test.each([
  ['{ for: payment, limit: 5, window: 24h }', []],
  ['{ for: payment, limit: 5, window: day Europe/Brussels, on_exceed: escalate }', []],
  ['{ for: payment, limit: 5, window: month UTC, reserve: { ttl: 15m, on_expire: release } }', []],
  ['{ for: payment, limit: 5, window: session, reason: "{used} {amount} {limit}" }', []],
  [
    '{ for: payment, per: [payment.centre, token], amount: payment.amount, limit: const.cap, window: 1h }',
    [],
  ],
  ['{ for: payment, per: centre, amount: amount, limit: "$const.caps[centre]", window: 1h }', []],
  ['{ for: payment, limit: "const.caps[payment.centre]", window: 1h }', []],
  ['{ for: payment, limit: quota.most, window: 1h }', []],
  ['{ for: payment, amount: payment.rate, limit: 5, window: 1h }', []],
  ['{ for: input, per: input.a.b, amount: input.n, limit: 5, window: 1h }', []],
  ['{ for: payment, if: payment.kind == "x", limit: 5, window: 1h }', []],
  ['{ for: input, if: input.kind == "x", limit: 5, window: 1h }', []],
] as const)('takes %s', (budget, codes) => {
  expect(found(budget)).toEqual(codes);
});

test.each([
  ['{ limit: 5, window: 1h }', ['missing-key ({ limit: 5, window: 1h })']],
  ['{ for: payment, window: 1h }', ['missing-key ({ for: payment, window: 1h })']],
  ['{ for: payment, limit: 5 }', ['missing-key ({ for: payment, limit: 5 })']],
  ['{ for: payment, limit: 5, window: 1h, limits: 3 }', ['short-unknown-key (limits)']],
  ['{ for: paymnt, limit: 5, window: 1h }', ['unknown-template (paymnt)']],
  ['{ for: payment, limit: 5, window: 1h, per: }', ['short-empty (per)']],
  ['{ for: payment, limit: 5, window: 1h, per: [] }', ['short-empty (per)']],
  ['{ for: payment, limit: 5, window: 1h, if: [] }', ['short-empty (if)']],
  ['{ for: payment, limit: 5, window: 1w }', ['budget-window (1w)']],
  ['{ for: payment, limit: 5, window: day }', ['budget-window (day)']],
  ['{ for: payment, limit: 5, window: day Nowhere/City }', ['budget-window (day Nowhere/City)']],
  ['{ for: payment, limit: 5, window: 0h }', ['budget-window (0h)']],
  ['{ for: payment, limit: 5, window: 1h, on_exceed: allow }', ['budget-word (allow)']],
  ['{ for: payment, limit: 5, window: 1h, reserve: { ttl: soon } }', ['budget-ttl (soon)']],
  ['{ for: payment, limit: 5, window: 1h, reserve: { ttl: 1m, on_expire: x } }', ['budget-word (x)']],
  [
    '{ for: payment, limit: 5, window: 1h, reserve: { on_expire: keep } }',
    ['missing-key ({ on_expire: keep })'],
  ],
  ['{ for: payment, limit: -1, window: 1h }', ['budget-limit (-1)']],
  ['{ for: payment, limit: 9223372036854775808, window: 1h }', ['budget-limit (9223372036854775808)']],
  ['{ for: payment, limit: 1.5, window: 1h }', ['budget-value (1.5)']],
  ['{ for: payment, limit: const.word, window: 1h }', ['budget-limit (const.word)']],
  ['{ for: payment, limit: const.low, window: 1h }', ['budget-limit (const.low)']],
  ['{ for: payment, limit: const.caps, window: 1h }', ['budget-limit (const.caps)']],
  ['{ for: payment, limit: const.cpa, window: 1h }', ['unknown-constant (.cpa)']],
  ['{ for: payment, limit: payment.amount, window: 1h }', ['budget-limit-from-caller (payment.amount)']],
  ['{ for: payment, limit: amount, window: 1h }', ['budget-limit-from-caller (amount)']],
  ['{ for: input, limit: input.max, window: 1h }', ['budget-limit-from-caller (input.max)']],
  ['{ for: payment, limit: quota.name, window: 1h }', ['budget-limit (quota.name)']],
  ['{ for: payment, limit: quota.all, window: 1h }', ['budget-list (quota.all)']],
  ['{ for: payment, limit: 5, window: 1h, per: payment.center }', ['budget-source (payment.center)']],
  ['{ for: payment, limit: 5, window: 1h, per: quota.most }', ['budget-source (quota.most)']],
  ['{ for: payment, limit: 5, window: 1h, per: payment.tags }', ['budget-list (payment.tags)']],
  ['{ for: payment, limit: 5, window: 1h, per: 5 + 5 }', ['budget-value (5 + 5)']],
  ['{ for: payment, limit: 5, window: 1h, amount: payment.kind }', ['budget-amount-type (payment.kind)']],
  ['{ for: payment, limit: 5, window: 1h, amount: -1 }', ['budget-value (-1)']],
  ['{ for: payment, limit: 5, window: 1h, amount: 1.5 }', ['budget-value (1.5)']],
  ['{ for: payment, limit: 5, window: 1h, reason: "{nothing}" }', ['unbound-name (nothing)']],
  ['{ for: payment, limit: 5, window: 1h, if: payment.knd == "x" }', ['unknown-slot (.knd)']],
  [
    '{ for: payment, limit: 5, window: 1h, per: [centre, payment.centre] }',
    ['duplicate-name (payment.centre)'],
  ],
] as const)('refuses %s', (budget, codes) => {
  expect(found(budget)).toEqual(codes);
});

test('refuses a filter of both forms', () => {
  const budget =
    '{ for: payment, limit: 5, window: 1h, if: payment.kind == "x", when: [{ template: payment }] }';
  expect(found(budget)).toContain('conflicting-keys ([{ template: payment }])');
});

test('refuses amounts and keys of a declared document that are none', () => {
  const input = 'input: { n: string, a: { b: string } }\n';
  expect(found('{ for: input, amount: input.n, limit: 5, window: 1h }', input)).toEqual([
    'budget-amount-type (input.n)',
  ]);
  expect(found('{ for: input, per: input.a, limit: 5, window: 1h }', input)).toEqual([
    'budget-path (input.a)',
  ]);
  expect(found('{ for: input, per: input.x, limit: 5, window: 1h }', input)).toEqual([
    'short-input-path (input.x)',
  ]);
});

test('refuses a mode in which something could open what a budget closes', () => {
  expect(found('{ for: payment, limit: 5, window: 1h }', 'decide: allow-overrides\n')).toContain(
    'budget-decide (allow-overrides)',
  );
});

test('refuses rules that take away what is counted', () => {
  const rest = `---
rules:
  - { name: gone, when: [{ template: payment, alias: $p }], then: { retract: [$p] } }
---
`;
  expect(found('{ for: payment, limit: 5, window: 1h }', rest).map((text) => text.split(' ')[0])).toContain(
    'budget-changed-facts',
  );
});

test('refuses facts of a fleet, and two budgets of one name', () => {
  const text = `
templates: [{ name: shared, scope: fleet, slots: [{ name: id, type: string }] }]
budgets:
  - { name: a, for: shared, limit: 1, window: 1h }
---
budgets:
  - { name: a, for: shared, limit: 1, window: 1h }
`;
  const codes = compileSources([{ path: 'a.yaml', text }]).diagnostics.map(({ code }) => code);
  expect(codes).toContain('budget-for');
  expect(codes).toContain('duplicate-name');
});

test('both forms make the same budget', () => {
  const long = `${HEAD}
---
budgets:
  - name: spend
    for: payment
    when: [{ template: payment, conditions: [{ slot: kind, expression: equals("x") }] }]
    per: [centre]
    amount: amount
    limit: $const.caps[centre]
    window: 24h
`;
  const short = `${HEAD}
budgets:
  spend: { for: payment, if: payment.kind == "x", per: payment.centre, amount: payment.amount, limit: "const.caps[payment.centre]", window: 24h }
`;
  const [a, b] = [long, short].map((text) => compileSources([{ path: 'a.yaml', text }]));
  if (!a!.ok || !b!.ok) throw new Error(JSON.stringify([a!.diagnostics, b!.diagnostics]));
  const { shape: _, ...one } = a!.ruleset.budgets![0]!;
  const { shape: __, ...other } = b!.ruleset.budgets![0]!;
  expect(one).toEqual(other);
  expect(one).toMatchObject({
    name: 'spend',
    template: 'payment',
    use: 'MAIN::spend-use',
    per: [{ name: 'centre', source: { kind: 'slot', slot: 'centre' }, sensitive: false }],
    limit: { kind: 'map', entries: [['ops', '500']] },
    window: { kind: 'sliding', ms: 86_400_000, written: '24h' },
    onExceed: 'deny',
    reserve: null,
  });
});
