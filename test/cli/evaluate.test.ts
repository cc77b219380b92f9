import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facts, RULES } from './desk.ts';
import { runCli } from './run-cli.ts';

let folder: string;
let rules: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-cli-'));
  rules = join(folder, 'desk.yaml');
  await writeFile(rules, RULES);
});
afterAll(() => rm(folder, { recursive: true }));

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

  it('prints the same in lines for people, with every digit and nothing that a terminal obeys', async () => {
    const input = '[{"template": "visitor", "data": {"name": "\\u001b[2J", "age": 9007199254740993}}]';
    const words = ['evaluate', rules, '--facts', '-'];
    const [plain, pretty] = [await runCli(words, input), await runCli([...words, '--pretty'], input)];
    expect(pretty.out).toMatch(
      /^{\n {2}"decision": "allow",\n {2}"reason": "\\u001b\[2J is 9007199254740993",\n/,
    );
    expect(pretty.out).toContain('  "metadata": {},\n  "attestation_token": null\n}\n');
    const untimed = (text: string): string => text.replace(/"duration_us": ?\d+/, '');
    expect(untimed(pretty.out).replace(/\n */g, '').replaceAll('": ', '":')).toBe(untimed(plain.out).trim());
    expect(await runCli(['evaluate', rules, '--batch', '-', '--pretty'])).toMatchObject({
      code: 2,
      err: 'ferrule: --pretty cannot be combined with --batch\n',
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
      ['{', 'invalid facts: '],
      ['{}', 'expected an array of facts'],
      ['[1]', 'fact 1 is not an object'],
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

  it('prints a batch line by line', async () => {
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
    [['--facts', 'a', '--batch', 'b'], '--facts cannot be combined with --batch'],
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
