import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wantsColours } from '../../cli/wants-colours.ts';
import { runCli, runCliWithClosedErrors } from './run-cli.ts';

const GOOD = `templates:
  - { name: agent, slots: [{ name: id, type: string }] }
ruleset: gate
rules:
  - { name: anyone, when: [{ template: agent }], then: { action: allow, reason: known } }
`;
const BROKEN = GOOD.replace('template: agent', 'template: "agnet"');
/** An unknown key: an error, or a warning with --lenient. */
const DOUBTFUL = `${GOOD}ruels: []\n`;

let folder: string;
let good: string;
let broken: string;
let doubtful: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-validate-'));
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  good = await write('good.yaml', GOOD);
  broken = await write('bro,ken 1.yaml', BROKEN);
  await mkdir(join(folder, 'doubtful'));
  doubtful = join(folder, 'doubtful');
  await write('doubtful/rules.yaml', DOUBTFUL);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('several rulesets', () => {
  it('are checked each on its own', async () => {
    const { code, out, err } = await runCli(['validate', good, broken, doubtful, '--lenient']);
    expect(code).toBe(1);
    expect(out).toContain(`ok: ${good}: 1 template, `);
    expect(out).toContain(`ok: ${doubtful}: 1 template, `);
    expect(err).toMatch(/^bro,ken 1\.yaml:5:\d+: error unknown-template: .*did you mean 'agent'/);
    expect(err).toContain('rules.yaml:6:1: warning unknown-key');
  });

  it('are well when all of them are', async () => {
    expect(await runCli(['validate', good, good])).toMatchObject({ code: 0, err: '' });
  });

  it('end with a path where nothing is', async () => {
    const gone = join(folder, 'gone');
    const { code, err } = await runCli(['validate', good, gone]);
    expect({ code, err }).toEqual({ code: 1, err: `ferrule: ${gone}: no such file or folder\n` });
  });
});

describe('a ruleset from standard input', () => {
  it('is checked', async () => {
    expect(await runCli(['validate', '-'], GOOD)).toEqual({
      code: 0,
      out: 'ok: 1 template, 1 module, 1 rule\n',
      err: '',
    });
    const short = 'rules: { small: { allow: true, if: input.rows? < 9 } }';
    expect((await runCli(['validate', '-'], short)).out).toBe('ok: 0 templates, 1 module, 1 rule\n');
    const { code, err } = await runCli(['validate', '-', good], BROKEN);
    expect(code).toBe(1);
    expect(err).toMatch(/^stdin:5:\d+: error unknown-template/);
  });

  it('refuses standard input that is not UTF-8', async () => {
    const { code, out, err } = await runCli(['validate', '-'], Uint8Array.of(0x61, 0x3a, 0xff));
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'ferrule: standard input is not UTF-8 text\n',
    });
  });

  it('can be given once', async () => {
    const { code, err } = await runCli(['validate', '-', '-'], GOOD);
    expect({ code, err }).toEqual({ code: 2, err: 'ferrule: - is given twice\n' });
  });
});

describe('formats for programs', () => {
  it('json: one object for all paths', async () => {
    const { code, out, err } = await runCli(['validate', good, broken, doubtful, '--format', 'json']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      diagnostics: [
        { path: broken, file: 'bro,ken 1.yaml', line: 5, code: 'unknown-template', suggestion: 'agent' },
        { path: join(doubtful, 'rules.yaml'), file: 'rules.yaml', line: 6, code: 'unknown-key' },
      ],
    });
  });

  it('sarif: a log that its schema takes', async () => {
    const schema = JSON.parse(await readFile('test/cli/schemas/sarif-2.1.0.json', 'utf8')) as Record<
      string,
      unknown
    >;
    // It is of draft 4, of which it uses nothing that later drafts say otherwise but the name of `id`.
    const { $schema: _, id: __, ...rest } = schema;
    const isLog = new Ajv({ strict: false, validateFormats: false }).compile(rest);
    const { code, out } = await runCli([
      'validate',
      good,
      broken,
      doubtful,
      '--lenient',
      '--format',
      'sarif',
    ]);
    expect(code).toBe(1);
    const log = JSON.parse(out) as { runs: [{ results: { partialFingerprints: object }[] }] };
    isLog(log);
    expect(isLog.errors).toBeNull();
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'ferrule', rules: [{ id: 'unknown-key' }, { id: 'unknown-template' }] } },
          results: [
            {
              ruleId: 'unknown-template',
              ruleIndex: 1,
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: encodeURI(broken) },
                    region: { startLine: 5, endLine: 5 },
                  },
                },
              ],
            },
            { ruleId: 'unknown-key', ruleIndex: 0, level: 'warning' },
          ],
        },
      ],
    });
    const { out: empty } = await runCli(['validate', good, '--format', 'sarif']);
    isLog(JSON.parse(empty));
    expect(isLog.errors).toBeNull();
    expect(JSON.parse(empty)).toMatchObject({ runs: [{ results: [] }] });
  });

  it('sarif: a problem keeps its fingerprint when its line moves, and equal ones stay distinct', async () => {
    const marks = async (text: string): Promise<readonly unknown[]> => {
      const { out } = await runCli(['validate', '-', '--format', 'sarif'], text);
      const log = JSON.parse(out) as {
        runs: [{ results: { partialFingerprints: Record<string, unknown> }[] }];
      };
      return log.runs[0].results.map((result) => result.partialFingerprints['ferrule/v1']);
    };
    const twice = BROKEN + BROKEN.split('\n')[4]!.replace('anyone', 'everyone');
    const before = await marks(twice);
    expect(before).toHaveLength(2);
    expect(new Set(before).size).toBe(2);
    expect(await marks(`\n\n${twice}`)).toEqual(before);
  });

  it('github: annotations whose properties are escaped', async () => {
    const { code, out, err } = await runCli([
      'validate',
      broken,
      doubtful,
      '--lenient',
      '--format',
      'github',
    ]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const [error, warning, end] = out.split('\n');
    expect(error).toMatch(
      /^::error file=.*bro%2Cken 1\.yaml,line=5,col=\d+,endLine=5,endColumn=\d+,title=unknown-template::/,
    );
    expect(warning).toMatch(/^::warning file=.*doubtful\/rules\.yaml,line=6,col=1,.*title=unknown-key::/);
    expect(end).toBe('');
  });

  it.each([
    [['--format', 'xml'], "unknown format 'xml' (text, json, sarif, github)"],
    [['--json', '--format', 'sarif'], '--json cannot be combined with --format'],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await runCli(['validate', good, ...options]);
    expect({ code, err }).toEqual({ code: 2, err: `ferrule: ${message}\n` });
  });
});

it('evaluate shows every problem of a broken ruleset, each with its line', async () => {
  const { code, out, err } = await runCli(['evaluate', '--no-cache', broken]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    /^ferrule: the ruleset does not compile \(1 error\)\nbro,ken 1\.yaml:5:\d+: error unknown-template/,
  );
  expect(err).toContain('  5 |   - { name: anyone, when: [{ template: "agnet" }]');
  expect(err).toMatch(/\^+\n$/);
});

it('a closed error stream changes no exit code', async () => {
  expect(await runCliWithClosedErrors(['validate', broken])).toBe(1);
});

it.each([
  [true, {}, true],
  [true, { NO_COLOR: '' }, true],
  [true, { NO_COLOR: '0' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, {}, false],
])('colours on a terminal (%s) with %j: %s', (isTTY, environment, wanted) => {
  expect(wantsColours({ isTTY }, environment)).toBe(wanted);
});
