import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

const GOT = `{"decision":"allow","reason":"small: 10","fired":["m::small"],"metadata":{"code":"ok"}}`;
const NONE = `{"decision":"deny","reason":"default decision (no rules fired)","fired":[],"metadata":{}}`;

describe('ferrule test --update', () => {
  it.each([
    [
      'block maps',
      'a.test.yaml',
      `# head
cases:
  - name: first # stays
    facts:
      - { template: transfer, data: { amount: 10 } } # ten

  - name: second
  - name: >
      third
  # tail
  - { name: fourth, expect: { decision: allow } }
`,
      `# head
cases:
  - name: first # stays
    facts:
      - { template: transfer, data: { amount: 10 } } # ten
    expect: ${GOT}

  - name: second
    expect: ${NONE}
  - name: >
      third
    expect: ${NONE}
  # tail
  - { name: fourth, expect: { decision: allow } }
`,
    ],
    [
      'lines that end as on Windows',
      'a.test.yaml',
      'cases:\r\n  - name: a # b\r\n  - name: |\r\n      b\r\n  - name: c\r\n    facts:\r\n      - { template: transfer, data: { amount: 10 } }\r\n',
      `cases:\r\n  - name: a # b\r\n    expect: ${NONE}\r\n  - name: |\r\n      b\r\n    expect: ${NONE}\r\n  - name: c\r\n    facts:\r\n      - { template: transfer, data: { amount: 10 } }\r\n    expect: ${GOT}\r\n`,
    ],
    [
      'a block list at the end',
      'a.test.yaml',
      'cases:\n- name: a\n  facts:\n  - template: transfer\n    data:\n      amount: 10\n\n# end\n',
      `cases:\n- name: a\n  facts:\n  - template: transfer\n    data:\n      amount: 10\n  expect: ${GOT}\n\n# end\n`,
    ],
    ['no line end', 'a.test.yaml', 'cases:\n  - name: a', `cases:\n  - name: a\n    expect: ${NONE}`],
    ['flow maps', 'a.test.yaml', 'cases: [{ name: a }]\n', `cases: [{ name: a, "expect": ${NONE} }]\n`],
    [
      'JSON',
      'cases.json',
      `[
  {
    "name": "a",
    "facts": [{ "template": "transfer", "data": { "amount": 10 } }]
  }
]
`,
      `[
  {
    "name": "a",
    "facts": [{ "template": "transfer", "data": { "amount": 10 } }],
    "expect": ${GOT}
  }
]
`,
    ],
  ])('writes results into %s', async (_, name, before, after) => {
    const file = await folder.write(name, before);
    const { err } = await runHere('test', file, '--update');
    expect(await readFile(file, 'utf8')).toBe(after);
    expect(err).toMatch(/: \d answers? written\n$/);
    const again = await runHere('test', file, '--update');
    expect(again.err).toBe('');
    expect(again.out).not.toContain('at least one expectation');
    expect(await readFile(file, 'utf8')).toBe(after);
  });

  it('writes errors', async () => {
    const file = await folder.write('a.test.yaml', 'cases: [{ facts: [{ template: x, data: {} }] }]');
    await runHere('test', file, '--update');
    expect(await readFile(file, 'utf8')).toContain('"expect": {"error":"validation_error","detail":"');
    expect((await runHere('test', file)).code).toBe(0);
  });

  it('leaves rows, steps and what is not chosen as they are', async () => {
    const text =
      'cases: [{ name: a, each: [{ x: 1 }] }, { name: b, steps: [{ evaluate: [] }] }, { name: c }]';
    const file = await folder.write('a.test.yaml', text);
    expect((await runHere('test', file, '--update', '--filter', '[ab]')).code).toBe(1);
    await runHere('test', file, '--update', '--filter', 'b');
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
