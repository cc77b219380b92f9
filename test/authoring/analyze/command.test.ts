import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import { rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';

const FAULTY = `
ruleset: faulty
templates:
  - { name: transfer, slots: [{ name: amount, type: integer, required: true }] }
rules:
  - name: small
    when: [{ template: transfer, conditions: [{ slot: amount, expression: less_than(1000) }] }]
    then: { action: allow, reason: small }
  - name: tiny
    when: [{ template: transfer, conditions: [{ slot: amount, expression: less_than(10) }] }]
    then: { action: allow, reason: small }
  - name: stop
    when: [{ template: transfer, conditions: [{ slot: amount, expression: greater_than(500) }] }]
    then: { action: deny, reason: stop }
`;
const MESSAGE = 'MAIN::tiny: MAIN::small does the same whenever it fires';

let folder: Folder;
let faulty: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  faulty = await folder.write('faulty/rules.yaml', FAULTY);
});
afterAll(() => folder.remove());
const run = (...options: readonly string[]): Promise<Ran> => runHere('analyze', faulty, ...options);

describe('ferrule analyze', () => {
  it('prints findings with their positions and facts, and exits with 1 if one is a warning', async () => {
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toContain(`${faulty}:9:5: warning: ${MESSAGE} [redundant-rule]\n`);
    expect(out).toContain('1 warning, 2 notes; of 3 rules 3 were seen to fire\n');
  });

  it('reports pairs of an allow and a deny in one line if the mode settles them, otherwise one by one', async () => {
    const pairs =
      'note: 2 pairs of an allow and a deny can fire together; deny-overrides decides between them (--json lists them)';
    const { out } = await run();
    expect(out.match(/\[conflict\]/g)).toHaveLength(1);
    expect(out).toContain(`${faulty}:6:5: ${pairs} [conflict]\n\n1 warning`);
    const github = (await run('--format', 'github')).out;
    expect(github.match(/title=conflict/g)).toHaveLength(1);
    const listed = JSON.parse((await run('--json')).out) as Analysis;
    expect(listed.decide).toBe('deny-overrides');
    expect(listed.findings.filter(({ code }) => code === 'conflict')).toHaveLength(2);
    const first = await folder.write('first.yaml', `decide: first\n${FAULTY}`);
    expect((await runHere('analyze', first)).out).toMatch(
      /small: it can fire together with MAIN::stop \(deny\) \[conflict\]\n {4}\{"template"/,
    );
  });

  it('reports an entry of `input` that yields no fact in any case', async () => {
    const rules = (
      each: string,
    ): string => `templates: [{ name: container, slots: [{ name: image, type: string, required: true }] }]
input:
  - { template: container, each: ${each}, slots: { image: "@.image" } }
rules: [{ name: r, when: [{ template: container, alias: $c }], then: { action: deny, reason: "{c.image}" } }]
`;
    const suite = `cases: [{ input: { a: [{ image: x }], b: [{ image: y }] }, expect: { decision: deny } }]\n`;
    const told = async (name: string, each: string): Promise<string> => {
      const path = await folder.write(`${name}/rules.yaml`, rules(each));
      await folder.write(`${name}/a.test.yaml`, suite);
      return (await runHere('analyze', path.replace('/rules.yaml', ''))).out;
    };
    expect(await told('nested', '["$.a[*]", "@.b[*]"]')).toContain(
      'rules.yaml:3:5: note: input container: no document in the cases has a value at $.a[*], @.b[*] [idle-input]',
    );
    expect(await told('both', '{ any: ["$.a[*]", "$.b[*]"] }')).not.toContain('idle-input');
    expect(await told('one', '{ any: ["$.a[*]", "$.c[*]"] }')).toContain(
      'has a value at $.c[*] [idle-input]',
    );
  });

  it('ends with 0 when there are notes only', async () => {
    const path = await folder.write(
      'notes.yaml',
      FAULTY.replace('reason: small }\n  - name: stop', 'reason: tiny }\n  - name: stop'),
    );
    const { code, out } = await runHere('analyze', path);
    expect([code, out]).toEqual([0, expect.stringContaining('0 warnings, 2 notes')]);
  });

  it('writes one object with --json', async () => {
    const { out } = await run('--json');
    const told = JSON.parse(out) as Analysis;
    expect(told).toMatchObject({ version: 1, ruleset: 'faulty', unknown: [], ignored: [], cut_short: false });
    expect(told.findings[0]).toMatchObject({ code: 'redundant-rule', file: faulty, line: 9, facts: null });
    expect((await run('--format', 'json')).out).toBe(out);
  });

  it('writes SARIF that fits its schema, with what is ignored as suppressed', async () => {
    const path = await folder.write(
      'ignoring.yaml',
      FAULTY.replace('  - name: tiny', '  # ferrule-ignore redundant-rule kept for its name\n  - name: tiny'),
    );
    const { code, out } = await runHere('analyze', path, '--format', 'sarif');
    expect(code).toBe(0);
    const log = JSON.parse(out) as { runs: { results: { ruleId: string; suppressions?: object[] }[] }[] };
    const schema = join(import.meta.dirname, '../../cli/schemas/sarif-2.1.0.json');
    const {
      $schema: _,
      id: __,
      ...rest
    } = JSON.parse(await readFile(schema, 'utf8')) as Record<string, unknown>;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(rest);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(log.runs[0]?.results.filter(({ ruleId }) => ruleId === 'redundant-rule')).toMatchObject([
      { suppressions: [{ kind: 'inSource', justification: 'kept for its name' }] },
    ]);
  });

  it('writes annotations for GitHub', async () => {
    const { out } = await run('--format', 'github');
    expect(out).toContain(`::warning file=${faulty},line=9,col=5,title=redundant-rule::${MESSAGE}\n`);
    expect(out).toContain('::notice ');
  });

  it('begins with the cases of the suites beside the ruleset', async () => {
    const path = await folder.write(
      'text.yaml',
      FAULTY.replace('integer', 'string').replaceAll(
        /less_than\(\d+\)|greater_than\(500\)/g,
        "'matches(^1+$)'",
      ),
    );
    const open = await runHere('analyze', path);
    expect(open.out).toContain('unknown: unreachable-rule of 3 cases (MAIN::small, MAIN::tiny, MAIN::stop)');
    await folder.write(
      'text.test.yaml',
      'cases: [{ facts: [{ template: transfer, data: { amount: "11" } }], expect: { decision: deny } }]',
    );
    expect((await runHere('analyze', path)).out).toContain('of 3 rules 3 were seen to fire');
  });

  it.each([
    [['--format', 'xml'], "unknown format 'xml' (text, json, sarif, github)"],
    [['--json', '--format', 'text'], '--json cannot be combined with --format'],
    [['--budget', 'soon'], "--budget needs a time such as 60s, not 'soon'"],
    [['--now', 'soon'], "--now needs a time such as 2026-01-31T12:00:00Z, or seconds, not 'soon'"],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await run(...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('ends with 3 when the ruleset does not compile', async () => {
    const path = await folder.write(
      'broken.yaml',
      FAULTY.replaceAll('template: transfer,', 'template: tranfer,'),
    );
    const { code, err } = await runHere('analyze', path);
    expect([code, err]).toEqual([3, expect.stringContaining('the ruleset does not compile (3 errors)')]);
  });

  it('ends with 1 when there is nothing at the path', async () => {
    expect((await runHere('analyze', join(folder.path, 'nowhere'))).code).toBe(1);
  });
});

describe('ferrule validate --strict', () => {
  it.each([[[]], [['--json']], [['--format', 'sarif']], [['--format', 'github']]])(
    'reports warnings of the analysis as errors %j',
    async (options) => {
      const { code, out, err } = await runHere('validate', '--strict', faulty, ...options);
      expect(code).toBe(1);
      expect(`${out}${err}`).toContain('redundant-rule');
      expect(`${out}${err}`).not.toContain('conflict');
    },
  );

  it('leaves them out without it', async () => {
    const { code, out } = await runHere('validate', faulty);
    expect([code, out]).toEqual([0, 'ok: 1 template, 1 module, 3 rules\n']);
  });
});

describe('the shipped rulesets', () => {
  it.each(['data-access', 'spend-limits', 'tool-call-gate', 'triage'])('%s has no warning', async (name) => {
    const path = join(import.meta.dirname, '../../../rulesets', name);
    const { out } = await runHere('analyze', path, '--json');
    const { findings, rules, seen_firing: seen } = JSON.parse(out) as Analysis;
    expect(findings.filter(({ code }) => code !== 'conflict')).toEqual([]);
    expect(seen).toBe(rules);
  });
});
