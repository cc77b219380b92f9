import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, runCliIntoHead } from './run-cli.ts';

const RULES = `
ruleset: desk
version: "2.0"
templates:
  - name: visitor
    slots: [{ name: name, type: string, required: true }, { name: age, type: integer, default: 30 }]
  - { name: pass, slots: [{ name: for, type: string }] }
rules:
  - name: adult
    when: [{ template: visitor, alias: $v, conditions: [{ slot: age, expression: at_least(18) }] }]
    then: { action: allow, reason: "{v.name} is {v.age}", assert: [{ template: pass, slots: { for: "$v.name" } }] }
  - name: minor
    when: [{ template: visitor, conditions: [{ slot: age, expression: less_than(18) }] }]
    then: { action: deny, reason: too young }
`;

let folder: string;
let rules: string;
let broken: string;
let doubtful: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-cli-'));
  rules = join(folder, 'desk.yaml');
  broken = join(folder, 'broken.yaml');
  doubtful = join(folder, 'doubtful.yaml');
  await writeFile(rules, RULES);
  await writeFile(broken, RULES.replace('slot: age', 'slot: aeg'));
  await writeFile(doubtful, `${RULES}\ncolour: blue\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const facts = (data: object): string => JSON.stringify([{ template: 'visitor', data }]);

describe('ferrule', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(await runCli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('helps with every command', async () => {
    const { code, out } = await runCli(['--help']);
    expect(code).toBe(0);
    for (const [, name = ''] of out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)*) {2}/gm)) {
      expect((await runCli([...name.split(' '), '--help'])).out).toContain(`Usage: ferrule ${name}`);
    }
  });

  it('suggests what was meant', async () => {
    expect(await runCli(['evalute'])).toEqual({
      code: 2,
      out: '',
      err: "ferrule: unknown command 'evalute' (did you mean evaluate?)\n",
    });
  });

  it('ends quietly when nobody reads on', async () => {
    const lines = join(folder, 'many.jsonl');
    await writeFile(lines, `${facts({ name: 'Ann' })}\n`.repeat(20_000));
    const { code, err } = await runCliIntoHead(['evaluate', rules, '--batch', lines]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('ferrule compile', () => {
  it.each([
    [[], '(defrule MAIN::adult'],
    [['--target', 'clips'], '(defrule MAIN::adult'],
    [['--target', 'typescript'], 'export const ruleset'],
    [['--target', 'js'], 'createEngine'],
    [['--target', 'plan'], 'fires MAIN::adult'],
  ])('prints %j', async (options, expected) => {
    const { code, out, err } = await runCli(['compile', rules, ...options]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(expected);
  });

  it('writes files', async () => {
    const all = join(folder, 'out/all');
    expect((await runCli(['compile', rules, '--out', all])).code).toBe(0);
    const files = ['constructs.clp', 'matcher.ts', 'ruleset.d.mts', 'ruleset.mjs'];
    expect((await readdir(all)).sort()).toEqual(files);
    const one = join(folder, 'out/one');
    expect((await runCli(['compile', rules, '--target', 'clips', '--out', one])).code).toBe(0);
    expect(await readdir(one)).toEqual(['constructs.clp']);
    expect(await readFile(join(one, 'constructs.clp'), 'utf8')).toBe((await runCli(['compile', rules])).out);
  });

  it('refuses another target, and a folder that cannot be made', async () => {
    expect(await runCli(['compile', rules, '--target', 'wasm'])).toMatchObject({ code: 2, out: '' });
    const { code, err } = await runCli(['compile', rules, '--out', join(rules, 'out')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^ferrule: cannot write to /);
  });

  it('shows what does not compile where it stands', async () => {
    const { code, out, err } = await runCli(['compile', broken]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^broken\.yaml:10:65: error [a-z-]+: .*did you mean 'age'/);
    expect(err).toMatch(/ferrule: the ruleset does not compile \(\d+ errors?\)\n$/);
    expect(err).not.toMatch(/^ {4}at /m);
  });
});

describe('ferrule validate', () => {
  it('counts what is well', async () => {
    expect(await runCli(['validate', rules])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok: 2 templates, .*2 rules\n$/),
    });
  });

  it('fails on errors, and on warnings when strict; an unknown key is a warning when lenient', async () => {
    expect((await runCli(['validate', broken])).code).toBe(1);
    const lax = await runCli(['validate', doubtful, '--lenient']);
    expect(lax.code).toBe(0);
    expect(lax.err).toContain('doubtful.yaml:16:1: warning');
    const strict = await runCli(['validate', doubtful, '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.err).toContain('doubtful.yaml:16:1: error');
  });

  it('refuses a small text that stands for too much', async () => {
    const any =
      '{ any: [[{ template: a, conditions: [{ slot: n, expression: equals(1) }] }], [{ template: a }]] }';
    const when = Array.from({ length: 20 }, () => any).join(', ');
    const path = join(folder, 'large.yaml');
    const rule = `{ name: r, when: [${when}], then: { action: deny } }`;
    await writeFile(
      path,
      `templates: [{ name: a, slots: [{ name: n, type: integer }] }]\nrules: [${rule}]\n`,
    );
    const { code, err } = await runCli(['validate', path]);
    expect([code, err]).toEqual([1, expect.stringMatching(/large\.yaml:2:\d+: error too-many-alternatives/)]);
    await rm(path);
  });

  it('answers JSON', async () => {
    const { code, out } = await runCli(['validate', broken, '--json']);
    expect(code).toBe(1);
    const { ok, diagnostics } = JSON.parse(out) as { ok: boolean; diagnostics: object[] };
    expect(ok).toBe(false);
    expect(diagnostics[0]).toMatchObject({
      file: 'broken.yaml',
      line: 10,
      severity: 'error',
      suggestion: 'age',
    });
    expect(JSON.parse((await runCli(['validate', rules, '--json'])).out)).toEqual({
      ok: true,
      diagnostics: [],
    });
  });

  it('tells when nothing is there', async () => {
    const gone = join(folder, 'gone.yaml');
    expect(await runCli(['validate', gone])).toEqual({
      code: 1,
      out: '',
      err: `ferrule: ${gone}: no such file or folder\n`,
    });
  });
});

describe('ferrule info', () => {
  it('lists what a ruleset declares', async () => {
    const { code, out } = await runCli(['info', rules]);
    expect(code).toBe(0);
    expect(out).toContain('desk 2.0\n');
    expect(out).toContain('visitor: name string required, age integer');
    expect(out).toContain('MAIN::adult: allow, salience 0, desk.yaml:9:5');
  });

  it('answers JSON', async () => {
    const { out } = await runCli(['info', rules, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      name: 'desk',
      version: '2.0',
      hash: expect.stringMatching(/^sha256:/),
      decide: 'deny-overrides',
      templates: [
        { name: 'visitor', slots: [{ name: 'name', type: 'STRING', required: true }, {}] },
        { name: 'pass' },
      ],
      rules: [
        { name: 'MAIN::adult', action: 'allow' },
        { name: 'MAIN::minor', action: 'deny' },
      ],
    });
  });
});

describe('ferrule evaluate', () => {
  it('reads facts from a file or standard input', async () => {
    const file = join(folder, 'facts.json');
    await writeFile(file, facts({ name: 'Ann' }));
    const expected = {
      decision: 'allow',
      reason: 'Ann is 30',
      rule_trace: ['MAIN::adult'],
      module_trace: ['MAIN'],
      duration_us: expect.any(Number) as number,
      metadata: {},
      attestation_token: null,
    };
    const fromFile = await runCli(['evaluate', rules, '--facts', file]);
    expect(fromFile).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(fromFile.out)).toEqual(expected);
    const fromInput = await runCli(
      ['evaluate', rules, '--facts', '-'],
      `{"facts": ${facts({ name: 'Ann' })}}`,
    );
    expect(JSON.parse(fromInput.out)).toEqual(expected);
    expect(JSON.parse((await runCli(['evaluate', rules])).out)).toMatchObject({
      decision: 'deny',
      rule_trace: [],
    });
  });

  it('lists the facts at the end, digit by digit', async () => {
    const input = '[{"template": "visitor", "data": {"name": 1.50, "age": 9007199254740993}}]';
    const { out } = await runCli(['evaluate', rules, '--facts', '-', '--with-facts'], input);
    expect(out).toContain('"reason":"1.50 is 9007199254740993"');
    expect(out).toContain(
      '"facts":[{"template":"visitor","data":{"name":"1.50","age":9007199254740993}},{"template":"pass","data":{"for":"1.50"},"rule":"',
    );
  });

  it('refuses facts that are not valid, in one line', async () => {
    expect(await runCli(['evaluate', rules, '--facts', '-'], facts({ nam: 'x' }))).toEqual({
      code: 1,
      out: '',
      err: "ferrule: Unknown slot(s) ['nam'] in template 'visitor'. Did you mean 'name'?\n",
    });
  });

  it('says what is wrong with every line', async () => {
    const wrong = [
      ['{', 'the facts are not valid: '],
      ['{}', 'expected an array of facts'],
      ['[1]', 'fact 1 is no object'],
      ['[{"data": {}}]', 'fact 1 needs a template'],
      ['[{"template": "visitor"}]', 'fact 1 needs data'],
      ['[{"template": "x", "data": {}}]', "Unknown template 'x'"],
    ] as const;
    const { code, out } = await runCli(
      ['evaluate', rules, '--batch', '-'],
      wrong.map(([line]) => line).join('\n'),
    );
    expect(code).toBe(1);
    const details = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { detail: string }).detail);
    expect(details).toEqual(wrong.map(([, message]) => expect.stringContaining(message) as string));
  });

  it('answers a batch line by line', async () => {
    const input = [
      facts({ name: 'Ann' }),
      '',
      '{',
      facts({ name: 'Bob', age: true }),
      facts({ name: 'Cy', age: 3 }),
    ];
    const { code, out, err } = await runCli(['evaluate', rules, '--batch', '-'], input.join('\n'));
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(answers).toEqual([
      expect.objectContaining({ decision: 'allow', reason: 'Ann is 30' }),
      { error: 'invalid_json', detail: expect.stringContaining('not valid') as string, field: null },
      {
        error: 'validation_error',
        detail: "Slot 'age' expects integer, got boolean",
        field: 'facts[0].data.age',
      },
      expect.objectContaining({ decision: 'deny', reason: 'too young' }),
    ]);
    const clean = await runCli(
      ['evaluate', rules, '--batch', '-', '--with-facts'],
      `${input[0]}\n${input[0]}\n`,
    );
    expect(clean.code).toBe(0);
    const [first, second] = clean.out
      .split('\n')
      .map((line) => line && (JSON.parse(line) as { facts: object[] }));
    expect(first).toMatchObject({ facts: [{ template: 'visitor' }, { template: 'pass' }] });
    expect(second).toMatchObject({ facts: [{ template: 'visitor' }, { template: 'pass' }] });
  });

  it('names the rule that raised an error', async () => {
    const division = join(folder, 'division.yaml');
    await writeFile(
      division,
      `
templates: [{ name: share, slots: [{ name: of, type: integer }] }]
rules:
  - name: split
    when: [{ template: share, conditions: [{ slot: of, bind: "?n" }, { test: "(> (div 10 ?n) 1)" }] }]
    then: { action: allow, reason: enough }
`,
    );
    const { code, err } = await runCli(
      ['evaluate', division, '--facts', '-'],
      '[{"template": "share", "data": {"of": 0}}]',
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^ferrule: rule MAIN::split \(division\.yaml:4:5\): .*divide by zero.*\n$/);
  });

  it.each([
    [['--facts', 'a', '--batch', 'b'], '--facts and --batch exclude each other'],
    [['--now', 'noon'], '--now needs a number of seconds'],
  ])('refuses %j', async (options, message) => {
    expect(await runCli(['evaluate', rules, ...options])).toEqual({
      code: 2,
      out: '',
      err: `ferrule: ${message}\n`,
    });
  });

  it('takes the time from --now', async () => {
    const clock = join(folder, 'clock.yaml');
    await writeFile(
      clock,
      `
templates: [{ name: event, slots: [{ name: at, type: float }] }]
rules:
  - name: fresh
    when: [{ template: event, conditions: [{ slot: at, bind: "?at" }, { test: "(< (- (service-now) ?at) 60)" }] }]
    then: { action: allow, reason: fresh }
`,
    );
    const event = '[{"template": "event", "data": {"at": 1000}}]';
    const at = async (now: string) =>
      (
        JSON.parse((await runCli(['evaluate', clock, '--facts', '-', '--now', now], event)).out) as {
          decision: string;
        }
      ).decision;
    expect(await at('1030')).toBe('allow');
    expect(await at('1100')).toBe('deny');
  });
});
