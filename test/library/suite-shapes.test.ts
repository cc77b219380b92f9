/** Slips in the shape of suites and of their files. */
import { describe, expect, it } from 'vitest';
import { readSuite } from '../../library/suite/read-suite.ts';
import { suiteDesk } from '../authoring/suite-desk.ts';

const { problems, path } = suiteDesk();

describe('in a suite', () => {
  it.each([
    [
      'cases:\n  - name: one\n    each: [{ amount: 1 }, { amount: 2 }]\n    facts: [{ template: transfer, data: { amount: "{amount}" } }]\n    expect: { decision: 5 }',
      '5:25: invalid `5`: write `"5"`',
    ],
    [
      'cases:\n  - name: one\n    each: [{ d: 1 }, { d: 2 }]\n    facts: [{ template: transfer, data: { amount: 10 } }]\n    expect: { decision: "{d}" }',
      '5:15: expect.decision: expected string, received number',
    ],
    [
      'cases:\n  one:\n    facts: []\n    expect: { decision: deny }',
      '2:3: `cases` must be a list, found a map: write `cases: [{ name: one, facts: [], expect: { decision: deny } }]`',
    ],
    [
      'cases:\n  name: one\n  facts: []\n  expect: { decision: deny }',
      '2:3: `cases` must be a list, found a map: write `cases: [{ name: one, facts: [], expect: { decision: deny } }]`',
    ],
    [
      'case:\n  - name: one\n    expect: { decision: deny }',
      "1:1: unknown key `case` in a suite (did you mean 'cases'?)",
    ],
    [
      'tests:\n  - name: one\n    expect: { decision: deny }',
      "1:1: unknown key `tests` in a suite (did you mean 'cases'?)",
    ],
    ['cases:\n  - one', '2:5: expected a map, found text'],
    [
      'cases:\n  - one: { expect: { decision: deny } }',
      '2:5: invalid `{ one: { expect: { decision: deny } } }`: write `{ name: one, expect: { decision: deny } }`',
    ],
    [
      'name: one\nexpect: { decision: deny }',
      '1:1: invalid `{ name: one, expect: { decision: deny } }`: write `cases: [{ name: one, expect: { decision: deny } }]`',
    ],
    [
      'name: s\ncases: [{ expect: { decision: deny } }]',
      "1:1: unknown key `name` in a suite (did you mean 'suite'?)",
    ],
    [
      '- name: one\n  expct: { decision: deny }',
      "2:3: unknown key `expct` in a case (did you mean 'expect'?)",
    ],
    ['hello', '1:1: expected a map, found text'],
    ['5', '1:1: expected a map, found an integer'],
    [
      'cases:\n  - steps: { assert: [] }',
      '2:12: `steps` must be a list, found a map: write `steps: [{ assert: [] }]`',
    ],
    [
      'cases:\n  - steps: [{ assert: { template: login, data: {} } }, { evaluate: [], expect: { decision: deny } }]',
      '2:23: `assert` must be a list, found a map: write `assert: [{ template: login, data: {} }]`',
    ],
    [
      'cases:\n  - steps: [{ advance: 90 s }, { evaluate: [], expect: { decision: deny } }]',
      "2:15: '90 s' is not a duration such as 90s, 5m, 2h or 1d (did you mean '90s'?)",
    ],
    [
      'cases:\n  - steps: [{ advance: 90s, assert: [] }, { evaluate: [], expect: { decision: deny } }]',
      '2:13: invalid `{ advance: 90s, assert: [] }`: write `{ advance: 90s }, { assert: [] }`',
    ],
    [
      'cases:\n  - steps: [{ evaluate: [] , expcet: { decision: deny } }]',
      "2:30: unknown key `expcet` in a step (did you mean 'expect'?)",
    ],
    [
      'cases:\n  - steps: [{ evaluate: [], expect: deny }]',
      '2:37: invalid `expect: deny`: write `expect: { decision: deny }`',
    ],
    [
      'cases:\n  - steps: [{ evaluate: [{ transfer: { amount: 1 } }], expect: { decision: deny } }]',
      '2:26: invalid `{ transfer: { amount: 1 } }`: write `{ template: transfer, data: { amount: 1 } }`',
    ],
    [
      'cases:\n  - steps: [assert, { evaluate: [], expect: { decision: deny } }]',
      '2:13: expected a map, found text',
    ],
    [
      'properties: [{ name: p, never: deny }]',
      '1:32: invalid `never: deny`: write `never: { decision: deny }`',
    ],
    [
      'properties: [{ name: p, never: [deny] }]',
      '1:32: invalid `never: [deny]`: write `never: { decision: deny }`',
    ],
    [
      'properties: [{ name: p, never: { action: allow } }]',
      "1:34: unknown key `action` in `never` (did you mean 'decision'?)",
    ],
    [
      'properties: [{ name: p, never: { decision: allow }, when: { template: transfer } }]',
      '1:59: `when` must be a list, found a map: write `when: [{ template: transfer }]`',
    ],
    [
      'properties: [{ name: p, monotone: { decision: deny }, under: [{ add: login }] }]',
      '1:35: invalid `{ decision: deny }`: write `deny`',
    ],
    [
      'properties: [{ name: p, monotone: deny, under: [login] }]',
      '1:49: invalid `login`: write `{ add: login }`',
    ],
    [
      'properties: [{ name: p, monotone: deny, under: { add: login } }]',
      '1:48: `under` must be a list, found a map: write `under: [{ add: login }]`',
    ],
    [
      'properties: [{ name: p, monotone: deny, under: [{ add: logn }] }]',
      "1:41: the ruleset has no template 'logn' (did you mean 'login'?)",
    ],
    ['properties: [{ name: p, order_independent: false }]', '1:44: invalid `false`: write `true`'],
    ['properties: [{ name: p, order_independent: yes }]', '1:44: invalid `yes`: write `true`'],
    ['properties: [{ never: { decision: allow } }]', '1:14: a property needs `name`'],
    [
      'properties: { p: { never: { decision: allow } } }',
      '1:13: `properties` must be a list, found a map: write `properties: [{ name: p, never: { decision: allow } }]`',
    ],
    [
      'properties: [{ name: p, never: { decision: block } }]',
      "1:25: unknown decision 'block': expected allow, deny, escalate, scope or route (did you mean 'deny'?)",
    ],
    ['properties: [{ name: p, always: { decision: allow } }]', '1:25: unknown key `always` in a property'],
    ['cases: [{ name: 5, expect: { decision: deny } }]', '1:17: invalid `5`: write `"5"`'],
    [
      'cases: [{ name: a, expect: { decision: deny }, expect: { decision: allow } }]',
      '1:48: duplicate key `expect`',
    ],
    ['cases: [{ name: a, expect: { decision: *x } }]', '1:40: the alias `*x` has no anchor before it'],
    ["cases: [{ name: a, expect: { decision: 'deny } }]", '2:1: unclosed single quote'],
    ['cases:\n\t- name: a', '2:1: tabs cannot be used for indentation: use spaces'],
    [
      'ruleset: nowhere.yaml\ncases: [{ expect: { decision: deny } }]',
      '1:1: RULES/nowhere.yaml: no such file or folder',
    ],
    [
      'templates: []\nrules: []',
      '1:1: `templates` belongs in a ruleset, but `a.test.yaml` is read as a test suite: rename the file',
    ],
    [
      'suite: a\ncases: [{ expect: { decision: deny } }]\n---\ncases: []',
      '3:1: a suite must be one YAML document: this is a second one',
    ],
  ])('%s', async (text, message) => {
    expect(await problems(`${text}\n`)).toEqual([message.replace('RULES', path())]);
  });
});

describe('in a suite of JSON', () => {
  it.each([
    ['[{ "expect": "deny" }]', '1:14: invalid `expect: deny`: write `expect: { decision: deny }`'],
    ['[{ "expct": { "decision": "deny" } }]', "1:4: unknown key `expct` in a case (did you mean 'expect'?)"],
    [
      '[{ "facts": [{ "template": "transfer", "data": { "id": "$t.id" } }], "expect": { "decision": "deny" } }]',
      '1:56: `$t.id` is plain text in a suite: write the value, or `"\\u0024t.id"` for the text',
    ],
    ['[{ "name": "a", "name": "b", "expect": { "decision": "deny" } }]', '1:17: duplicate key `name`'],
    ['[\n  { "expect": { "decision": "deny" } },\n]', "3:1: invalid JSON: Unexpected token ']'"],
    ['[{ "expect": { "decision": \'deny\' } }]', "1:28: invalid JSON: Unexpected token '''"],
    ['[{ "expect": { "decision": "deny" } }\n', '2:1: invalid JSON: '],
    ['// cases\n[]', "1:1: invalid JSON: Unexpected token '/'"],
    ['[{ expect: {} }]', '1:4: invalid JSON: Expected property name'],
  ])('%s', async (text, message) => {
    const [first = '', ...others] = await problems(text, 'cases.json');
    expect([first.slice(0, message.length), ...others]).toEqual([message]);
  });
});

it('documents are free: no reference, brace or key of them is looked at', () => {
  const text = `cases:
  - { input: { a: "$t.id", b: "{x}", c: null, d: , decision: block, x-y: { z: [{ e }] } }, expect: { decision: null, reason: null } }
  - { input: null, expect: { decision: deny } }
`;
  expect(readSuite('a.test.yaml', text, '')).toMatchObject({ ok: true });
});
