/** Slips in the cases of suites: each is reported once, where it is, with the way to write it. */
import { describe, expect, it } from 'vitest';
import { suiteDesk } from './suite-desk.ts';

const { problems } = suiteDesk();

describe('below `expect`', () => {
  const FACTS = '[{ template: transfer, data: { amount: 10 } }]';
  it.each([
    ['allow', '4:13: invalid `expect: allow`: write `expect: { decision: allow }`'],
    ['deny', '4:13: invalid `expect: deny`: write `expect: { decision: deny }`'],
    ['"block"', '4:13: invalid `expect: block`: write `expect: { decision: deny }`'],
    ['[deny]', '4:13: invalid `expect: [deny]`: write `expect: { decision: deny }`'],
    [
      '{ decision: block }',
      "4:15: unknown decision 'block': expected allow, deny, escalate, scope or route (did you mean 'deny'?)",
    ],
    [
      '{ decision: Deny }',
      "4:15: unknown decision 'Deny': expected allow, deny, escalate, scope or route (did you mean 'deny'?)",
    ],
    [
      '{ decision: denied }',
      "4:15: unknown decision 'denied': expected allow, deny, escalate, scope or route (did you mean 'deny'?)",
    ],
    ['{ decision: [deny] }', '4:25: invalid `[deny]`: write `deny`'],
    ['{ decision: true }', '4:25: invalid `true`: write `allow`'],
    ['{ action: deny }', "4:15: unknown key `action` in `expect` (did you mean 'decision'?)"],
    ['{ effect: deny }', "4:15: unknown key `effect` in `expect` (did you mean 'decision'?)"],
    ['{ deny: true }', '4:13: invalid `expect: { deny: true }`: write `expect: { decision: deny }`'],
    ['{ decison: allow }', "4:15: unknown key `decison` in `expect` (did you mean 'decision'?)"],
    ['{ decision: allow, reasons: x }', "4:32: unknown key `reasons` in `expect` (did you mean 'reason'?)"],
    ['', '4:5: `expect` has no value: add one, or remove the key'],
    ['{ decision: allow, fired: small }', '4:39: `fired` must be a list, found text: write `fired: [small]`'],
    [
      '{ decision: allow, fired: [small] }',
      "4:32: the ruleset has no rule 'small' (did you mean 'm::small'?)",
    ],
    [
      '{ decision: allow, fired: m::small }',
      '4:39: `fired` must be a list, found text: write `fired: [m::small]`',
    ],
    [
      '{ decision: allow, fired: { include: [m::small] } }',
      "4:41: unknown key `include` in `fired` (did you mean 'includes'?)",
    ],
    [
      '{ decision: allow, fired: { includes: m::small } }',
      '4:51: `includes` must be a list, found text: write `includes: [m::small]`',
    ],
    [
      '{ decision: allow, fired: { m::small: true } }',
      '4:39: `fired` must be a list, found a map: write `fired: [m::small]`',
    ],
    [
      '{ decision: allow, reason: [small] }',
      '4:40: expected text, `{ matches: PATTERN }` or `{ contains: TEXT }`, found a list',
    ],
    [
      '{ decision: allow, reason: { match: small } }',
      "4:42: unknown key `match` in a text that is expected (did you mean 'matches'?)",
    ],
    [
      '{ decision: allow, reason: { matches: small, contains: small } }',
      '4:40: `matches` cannot be combined with `contains`',
    ],
    ['{ decision: allow, reason: 5 }', '4:40: invalid `5`: write `"5"`'],
    ['{ decision: allow, metadata: [code] }', '4:42: invalid `[code]`: write `{ code: TEXT }`'],
    ['{ decision: allow, metadata: { code: 5 } }', '4:50: invalid `5`: write `"5"`'],
    ['{ decision: allow, metadata: { code: true } }', '4:50: invalid `true`: write `"true"`'],
    [
      '{ decision: allow, obligations: { type: log } }',
      '4:45: `obligations` must be a list, found a map: write `obligations: [{ type: log }]`',
    ],
    ['{ decision: allow, obligations: [log] }', '4:46: invalid `log`: write `{ type: log }`'],
    [
      '{ decision: allow, obligations: log }',
      '4:45: `obligations` must be a list, found text: write `obligations: [{ type: log }]`',
    ],
    [
      '{ decision: allow, facts: [{ template: checked, data: {} }] }',
      '4:39: invalid `[{ template: checked, data: {} }]`: write `{ includes: [{ template: checked, data: {} }] }`',
    ],
    [
      '{ decision: allow, facts: { includes: { template: checked, data: {} } } }',
      '4:51: `includes` must be a list, found a map: write `includes: [{ template: checked, data: {} }]`',
    ],
    [
      '{ decision: allow, facts: { includes: [{ template: checked }] } }',
      '4:52: invalid `{ template: checked }`: write `{ template: checked, data: {} }`',
    ],
    ['{ error: true }', '4:22: expected a code such as `validation_error`, found `true`'],
    ['{ error: validation }', "4:15: unknown error code 'validation' (did you mean 'validation_error'?)"],
  ])('%s', async (written, message) => {
    const text = `cases:\n  - name: one\n    facts: ${FACTS}\n    expect: ${written}\n`;
    expect(await problems(text)).toEqual([message]);
  });
});

describe('in a case', () => {
  it.each([
    [
      'facts: { template: transfer, data: { amount: 10 } }',
      '3:12: `facts` must be a list, found a map: write `facts: [{ template: transfer, data: { amount: 10 } }]`',
    ],
    [
      'facts: [{ transfer: { amount: 10 } }]',
      '3:13: invalid `{ transfer: { amount: 10 } }`: write `{ template: transfer, data: { amount: 10 } }`',
    ],
    [
      'facts: [{ template: transfer, amount: 10 }]',
      '3:13: invalid `{ template: transfer, amount: 10 }`: write `{ template: transfer, data: { amount: 10 } }`',
    ],
    [
      'facts: [{ template: transfer, slots: { amount: 10 } }]',
      "3:35: unknown key `slots` in a fact (did you mean 'data'?)",
    ],
    [
      'facts: [{ template: transfer, data: [{ amount: 10 }] }]',
      '3:41: invalid `[{ amount: 10 }]`: write `{ amount: 10 }`',
    ],
    [
      'facts: [{ template: transfer }]',
      '3:13: invalid `{ template: transfer }`: write `{ template: transfer, data: {} }`',
    ],
    [
      'facts: [{ template: transfer, data: { amount: "$t.amount" } }]',
      '3:51: `$t.amount` is plain text in a suite: write the value, or `"\\u0024t.amount"` for the text',
    ],
    [
      'facts: [{ template: transfer, data: { amount: 10, id: "{id}" } }]',
      '3:59: `{id}` is plain text in a suite: write the value, or `"\\u007bid}"` for the text',
    ],
    [
      'fact: [{ template: transfer, data: { amount: 10 } }]',
      "3:5: unknown key `fact` in a case (did you mean 'facts'?)",
    ],
    ['facts: []\n    facts: [{ template: transfer, data: { amount: 10 } }]', '4:5: duplicate key `facts`'],
    ['facts:', '3:5: `facts` has no value: add one, or remove the key'],
    [
      'now: yesterday\n    facts: [{ template: transfer, data: { amount: 10 } }]',
      "3:5: 'yesterday' is not a time such as 2026-01-31T12:00:00Z, nor seconds",
    ],
    [
      'now: 2026-01-31\n    facts: [{ template: transfer, data: { amount: 10 } }]',
      "3:5: '2026-01-31' is not a time such as 2026-01-31T12:00:00Z, nor seconds (did you mean '2026-01-31T00:00:00Z'?)",
    ],
    [
      'now: [1]\n    facts: [{ template: transfer, data: { amount: 10 } }]',
      '3:10: expected a time such as `2026-01-31T12:00:00Z`, or seconds, found a list',
    ],
    [
      'each: { amount: 1 }\n    facts: [{ template: transfer, data: { amount: 10 } }]',
      '3:11: `each` must be a list, found a map: write `each: [{ amount: 1 }]`',
    ],
    [
      'each: [1, 2]\n    facts: [{ template: transfer, data: { amount: 10 } }]',
      '3:11: invalid `[1, 2]`: write `[{ x: 1 }, { x: 2 }]`',
    ],
    [
      'each: [{ amount: 1 }]\n    facts: [{ template: transfer, data: { amount: "{amonut}" } }]',
      "4:43: no row value is called 'amonut' (did you mean 'amount'?)",
    ],
    [
      'each: [{ amount: 1 }]\n    facts: [{ template: transfer, data: { amount: {amount} } }]',
      '4:51: invalid `{amount}`: write `"{amount}"`',
    ],
  ])('%s', async (written, message) => {
    const text = `cases:\n  - name: one\n    ${written}\n    expect: { decision: allow }\n`;
    expect(await problems(text)).toEqual([message]);
  });
});

it('several slips are reported together, in order', async () => {
  const text = `now: soon
cases:
  - { name: a, facts: { transfer: { amount: 1 } }, expect: deny }
  - { name: b, fact: [{ transfer: { amount: 1 } }], expect: { action: deny } }
`;
  expect(await problems(text)).toEqual([
    '3:60: invalid `expect: deny`: write `expect: { decision: deny }`',
    "4:16: unknown key `fact` in a case (did you mean 'facts'?)",
    '4:23: invalid `{ transfer: { amount: 1 } }`: write `{ template: transfer, data: { amount: 1 } }`',
    "4:63: unknown key `action` in `expect` (did you mean 'decision'?)",
  ]);
});
