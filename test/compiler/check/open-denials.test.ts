/** Denials by operators that are false of what they cannot read. */
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';

const TEMPLATES = `templates:
  - name: read
    slots:
      - { name: path, type: string }
      - { name: ip, type: string }
      - { name: host, type: string }
      - { name: paths, type: string, list: true }
`;
const FUNCTIONS = `functions:
  - { name: in-etc, type: raw, params: [p], body: '(deffunction MAIN::in-etc (?p) (service-path-within? "/etc" ?p))' }
  - { name: through, type: raw, params: [p], body: '(deffunction MAIN::through (?p) (if (in-etc ?p) then TRUE else FALSE))' }
`;

/** The messages about rule `r`, whose left side is given. */
function warnings(when: string, action = 'deny'): readonly string[] {
  const text = `${TEMPLATES}${FUNCTIONS}rules:\n  - { name: r, when: ${when}, then: { action: ${action} } }\n`;
  return check(text).messages;
}

const pattern = (conditions: string): string => `{ template: read, conditions: [${conditions}] }`;
const slot = (name: string, expression: string): string =>
  pattern(`{ slot: ${name}, expression: ${JSON.stringify(expression)} }`);
const message = (operator: string, action = 'deny'): string =>
  `\`${operator}\` is false for a value that it cannot read, so rule \`r\` (${action}) lets it pass: use \`not_${operator}\` with the allowed values`;

describe('a positive test', () => {
  test.each([
    [`[${slot('path', 'path_within(/etc)')}]`, 'path_within'],
    [`[${slot('host', 'host_within(evil.example)')}]`, 'host_within'],
    [`[${slot('ip', 'in_cidr(10.0.0.0/8)')}]`, 'in_cidr'],
    [`[${slot('ip', 'in_cidr([10.0.0.0/8, 127.0.0.0/8])')}]`, 'in_cidr'],
    [`[{ any: [[${slot('path', 'path_within(/etc)')}], [${slot('path', 'equals(x)')}]] }]`, 'path_within'],
    [`[{ exists: [${slot('path', 'path_within(/etc)')}] }]`, 'path_within'],
    [`[{ template: read }, { not: [${slot('path', 'not_path_within(/etc)')}] }]`, 'path_within'],
    [
      `[{ template: read }, { forall: { each: { template: read }, must: [${slot('path', 'path_within(/etc)')}] } }]`,
      'path_within',
    ],
    [`[${pattern('{ slot: path, bind: "?p" }, { test: "(in-etc ?p)" }')}]`, 'path_within'],
    [`[${pattern('{ slot: path, bind: "?p" }, { test: "(through ?p)" }')}]`, 'path_within'],
    [`[${pattern('{ slot: paths, each: "?p", expression: path_within(/etc) }')}]`, 'path_within'],
  ])('%s', (when, operator) => {
    expect(warnings(when)).toEqual([message(operator)]);
    expect(warnings(when, 'escalate')).toEqual([message(operator, 'escalate')]);
    expect(warnings(when, 'allow')).toEqual([]);
  });
});

describe('a test that holds of what cannot be read', () => {
  test.each([
    `[${slot('path', 'not_path_within(/srv)')}]`,
    `[${slot('ip', 'not_in_cidr(10.0.0.0/8)')}]`,
    `[{ template: read }, { not: [${slot('path', 'path_within(/srv)')}] }]`,
    `[${pattern('{ slot: path, bind: "?p" }, { test: "(not (in-etc ?p))" }')}]`,
    `[${pattern('{ slot: path, bind: "?p" }, { test: "(eq (in-etc ?p) FALSE)" }')}]`,
  ])('%s', (when) => {
    expect(warnings(when)).toEqual([]);
  });
});

test('a row of a table', () => {
  const { messages } = check(`${TEMPLATES}tables:
  - name: t
    hit: first
    when: [{ template: read, alias: $r }]
    inputs: [$r.path]
    outputs: [action, reason]
    rows:
      - ["path_within(/etc)", deny, no]
      - ["path_within(/tmp)", allow, ok]
      - ["not_path_within(/srv)", deny, no]
    default: [deny, no row]
`);
  expect(messages).toEqual([message('path_within').replace('`r`', '`t/1`')]);
});
