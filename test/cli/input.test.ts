/** `ferrule evaluate` with a document, and with what an answer may include. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const RULES = `
templates:
  - { name: label, slots: [{ name: key, type: string }, { name: value, type: integer, required: true }] }
  - { name: seen, slots: [{ name: key, type: string }, { name: tags, type: string, list: true }] }
input: [{ template: label, each: $.labels.*, slots: { key: "#", value: "@" } }]
rules:
  - name: see
    when: [{ template: label, alias: $l, conditions: [{ slot: value, bind: "?n", expression: greater_than(0) }] }]
    then:
      action: allow
      reason: "{l.key}"
      obligations: [{ type: log, properties: { n: "?n", more: [$l.key, true] } }]
      assert: [{ template: seen, slots: { key: $l.key, tags: [a, b] } }]
`;
const PLAIN = `
templates: [{ name: label, slots: [{ name: key, type: string }] }]
rules: [{ name: see, when: [{ template: label }], then: { action: allow } }]
`;
const DOCUMENT = '{"labels":{"b":1,"7":9007199254740993,"a":0}}';

let folder: string;
let rules: string;
let plain: string;
let document: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-input-'));
  [rules, plain, document] = ['labels.yaml', 'plain.yaml', 'document.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(rules, RULES);
  await writeFile(plain, PLAIN);
  await writeFile(document, DOCUMENT);
});
afterAll(() => rm(folder, { recursive: true }));

const failure = async (...words: string[]): Promise<readonly [number | null, string]> => {
  const { code, out, err } = await runCli(['evaluate', ...words], '{}');
  expect(out).toBe('');
  return [code, err];
};

describe('--input', () => {
  it.each(['a file', 'standard input'])(
    'reads %s: facts in the order of its text, digit by digit',
    async (from) => {
      const path = from === 'a file' ? document : '-';
      const { code, out } = await runCli(
        ['evaluate', rules, '--input', path, '--include', 'facts'],
        path === '-' ? DOCUMENT : '',
      );
      expect(code).toBe(0);
      expect(out).toContain(
        '"facts":[{"template":"label","data":{"key":"b","value":1}},{"template":"label","data":{"key":"7","value":9007199254740993}},{"template":"label","data":{"key":"a","value":0}},',
      );
      expect(out).toContain('{"template":"seen","data":{"key":"b","tags":["a","b"]},"rule":"MAIN::see"}');
      expect(out).toContain(
        '"obligations":[{"type":"log","properties":{"n":9007199254740993,"more":["7",true]}},{"type":"log","properties":{"n":1,"more":["b",true]}}]',
      );
      expect(out).not.toContain('"firings"');
    },
  );

  it('comes before --facts, and in lines of a batch', async () => {
    const facts = '[{"template":"label","data":{"key":"own","value":5}}]';
    const both = await runCli(
      ['evaluate', rules, '--input', document, '--facts', '-', '--include', 'facts'],
      facts,
    );
    expect((JSON.parse(both.out) as { facts: { data: { key: string } }[] }).facts[3]?.data.key).toBe('own');
    const lines = `{"input":${DOCUMENT}}\n{"facts":${facts},"input":{"labels":{"x":"y"}}}\n{"input":{}}\n`;
    const batch = await runCli(['evaluate', rules, '--batch', '-'], lines);
    expect(batch.code).toBe(1);
    expect(
      batch.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { decision: 'allow' },
      { error: 'validation_error', detail: expect.stringContaining('item 1 of $.labels.*') as string },
      { decision: 'deny' },
    ]);
  });

  it('can be combined with facts as a map of templates, which need their key', async () => {
    const map = '{"label":{"key":"own","value":5}}';
    const included = ['evaluate', rules, '--facts', '-', '--include', 'facts'];
    expect((await runCli(included, map)).out).toContain(
      '{"template":"label","data":{"key":"own","value":5}}',
    );
    const both = await runCli(included, `{"facts":${map},"input":{"labels":{}}}`);
    expect(both.out).toContain('{"template":"label","data":{"key":"own","value":5}}');
    expect(await runCli(included, '{"label":{"key":"own","value":5},"input":{"labels":{}}}')).toEqual({
      code: 1,
      out: '',
      err: `ferrule: invalid facts: 'label' beside input: write {"facts": {"label": …}, "input": …}\n`,
    });
  });

  it('is given to explain, too', async () => {
    const { code, out } = await runCli(['explain', rules, '--input', document, '--json'], '');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { decision: string }).decision).toBe('allow');
  });

  it.each(['evaluate', 'explain'])(
    'and its document in --facts cannot both be given to %s',
    async (command) => {
      const sent = ['--input', document, '--facts', '-'];
      expect(await runCli([command, rules, ...sent], `{"facts":[],"input":{}}`)).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining('the document is in --facts: leave out --input') as string,
      });
    },
  );

  it('is refused when it fits nothing', async () => {
    expect(await failure(plain, '--input', '-')).toEqual([
      1,
      expect.stringMatching(/^ferrule: .*takes no input: it has no `input:`\n$/),
    ]);
    await writeFile(join(folder, 'broken.json'), '{"a":');
    expect(await failure(rules, '--input', join(folder, 'broken.json'))).toEqual([
      1,
      expect.stringMatching(/^ferrule: invalid input: /),
    ]);
    expect((await failure(rules, '--input', join(folder, 'none.json')))[0]).toBe(1);
    expect((await failure(rules, '--input', '-', '--facts', '-'))[0]).toBe(2);
    expect((await failure(rules, '--input', document, '--batch', '-'))[0]).toBe(2);
  });
});

describe('--include', () => {
  it('adds firings, with what each matched', async () => {
    const { out } = await runCli(['evaluate', rules, '--input', document, '--include', 'firings,facts']);
    const { firings, facts } = JSON.parse(out) as { firings: object[]; facts: object[] };
    expect(firings).toHaveLength(2);
    expect(firings[1]).toEqual({
      rule: 'MAIN::see',
      action: 'allow',
      reason: 'b',
      metadata: {},
      scope: null,
      notify: [],
      obligations: [{ type: 'log', properties: { n: 1, more: ['b', true] } }],
      facts: [{ template: 'label', data: { key: 'b', value: 1 } }],
    });
    expect(facts).toHaveLength(5);
  });

  it('takes nothing else', async () => {
    expect(await failure(rules, '--include', 'rules')).toEqual([
      2,
      expect.stringContaining("unknown --include 'rules': expected firings or facts"),
    ]);
  });
});
