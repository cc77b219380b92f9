import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Coverage } from '../../authoring/coverage/coverage.ts';
import { rulesetFolder, runHere, type Folder, type Ran } from './run-tests.ts';

const RULES = `
module: m
modules: [{ name: m, priority: 1 }]
templates:
  - name: transfer
    slots: [{ name: amount, type: integer, required: true }, { name: to, type: string, default: home }]
  - { name: frozen, slots: [{ name: to, type: string, required: true }] }
rules:
  - name: big
    when: [{ template: transfer, conditions: [{ slot: amount, expression: at_least(1000) }] }]
    then: { action: escalate }
  - name: known
    when:
      - template: transfer
        alias: $t
      - any:
          - - { template: frozen, conditions: [{ slot: to, expression: equals($t.to) }] }
          - - { template: transfer, conditions: [{ slot: to, expression: equals(home) }] }
    then: { action: deny }
`;
const ONE = `
cases:
  - { name: small, facts: [{ template: transfer, data: { amount: 999 } }], expect: { decision: deny } }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
  await folder.write('covered/rules.yaml', RULES);
  await folder.write('covered/a.test.yaml', ONE);
});
afterAll(() => folder.remove());
const run = (...options: readonly string[]): Promise<Ran> =>
  runHere('test', join(folder.path, 'covered'), ...options);
const asJson = async (): Promise<Coverage> => JSON.parse((await run('--coverage=json')).out) as Coverage;

describe('ferrule test --coverage', () => {
  it('reports what no case tests', async () => {
    const { code, out } = await run('--coverage');
    expect(out.replaceAll(`${folder.path}/`, '').replace(/in \d+ ms/, 'in N ms')).toBe(`\
✓ a  1 of 1 passed  covered/a.test.yaml

1 passed in N ms

Not covered:
  m::big  covered/rules.yaml:9:5
    never fired
      fact 1 transfer does not fit rules.yaml:10:12
        amount is 999, not at_least(1000)  rules.yaml:10:75
    10:75: at_least(1000) never held
    10:75: at_least(1000) was not tested at 1000
  m::known  covered/rules.yaml:12:5
    17:48: equals($t.to) was never tested
    18:81: equals(home) never failed
    17:15: this branch never held

covered 41.7 %: rules 1 of 2, conditions 2 of 6, branches 1 of 2, boundaries 1 of 2
`);
    expect(code).toBe(0);
  });

  it('counts conditions that cases test, including sessions and failing cases', async () => {
    await folder.write(
      'covered/b.test.yaml',
      `
cases:
  - name: a session
    steps:
      - { assert: [{ template: frozen, data: { to: away } }] }
      - { evaluate: [{ template: transfer, data: { amount: 1000, to: away } }], expect: { decision: allow } }
      - { evaluate: [{ template: transfer, data: { amount: 1001 } }] }
`,
    );
    const { totals, percent } = await asJson();
    expect(totals).toEqual({
      rules: { covered: 2, total: 2 },
      conditions: { covered: 6, total: 6 },
      branches: { covered: 2, total: 2 },
      cells: { covered: 0, total: 0 },
      boundaries: { covered: 2, total: 2 },
    });
    expect(percent).toBe(100);
    await folder.write('covered/b.test.yaml', ONE);
  });

  it('covers nothing with facts that are refused', async () => {
    await folder.write(
      'covered/a.test.yaml',
      'cases: [{ facts: [{ template: transfer, data: {} }], expect: { error: validation_error } }]',
    );
    const { totals } = await asJson();
    expect(totals.rules.covered + totals.conditions.covered).toBe(3);
    await folder.write('covered/a.test.yaml', ONE);
  });

  describe('of cells of decision tables', () => {
    const TABLE = `
templates:
  - { name: item, slots: [{ name: amount, type: integer, required: true }] }
  - name: transfer
    slots: [{ name: amount, type: integer, required: true }, { name: to, type: symbol, required: true }]
tables:
  - name: route
    hit: HIT
    when:
      - { template: transfer, alias: $t }
      - { count: [{ template: item }], as: "?items" }
    FORM
`;
    const ROWS = `inputs: [$t.amount, $t.to, "?items"]
    outputs: [action]
    rows:
      - ["[10..100)", "-", "-", allow]
      - ["-", "not(home)", "-", deny]
      - ["[10..100)", home, ">= 2", route]
    default: [escalate]`;
    const SUITE = (cases: string): string => `cases:\n${cases}`;
    const transfer = (amount: number, to: string): string =>
      `  - { facts: [{ template: transfer, data: { amount: ${amount}, to: ${to} } }], expect: { decision: allow } }\n`;
    const path = (): string => join(folder.path, 'table');
    const coverageOf = async (cases: string, rules: string): Promise<Coverage> => {
      await folder.write('table/rules.yaml', rules);
      await folder.write('table/a.test.yaml', SUITE(cases));
      return JSON.parse((await runHere('test', path(), '--coverage=json')).out) as Coverage;
    };
    const cellsOf = ({ rulesets: [only] }: Coverage): readonly unknown[] =>
      (only?.rules ?? []).flatMap(({ rule, cells }) =>
        cells.map(({ input, text, line, held, failed }) => [rule, input, text, line, held, failed]),
      );

    it.each(['first', 'collect'])('tests each cell separately, under %s', async (hit) => {
      const rules = TABLE.replace('HIT', hit).replace('FORM', ROWS);
      const told = await coverageOf(transfer(9, 'home') + transfer(10, 'home'), rules);
      expect(cellsOf(told)).toEqual([
        ['MAIN::route/1', '$t.amount', '[10..100)', 15, 1, 1],
        ['MAIN::route/2', '$t.to', 'not(home)', 16, 0, 2],
        ['MAIN::route/3', '$t.amount', '[10..100)', 17, 1, 1],
        ['MAIN::route/3', '$t.to', 'home', 17, 2, 0],
        ['MAIN::route/3', '?items', '>= 2', 17, 0, 2],
      ]);
      expect(told.totals.cells).toEqual({ covered: 7, total: 10 });
      const [row] = told.rulesets[0]?.rules ?? [];
      expect(row?.cells[0]?.boundaries).toEqual([
        { bound: 10, on: 1, under: 1, over: null },
        { bound: 100, on: 0, under: 0, over: null },
      ]);
      const text = (await runHere('test', path(), '--coverage')).out;
      expect(text).toContain('    cell not(home) of $t.to never held\n');
      expect(text).toContain('    cell home of $t.to never failed\n');
      expect(text).toContain('    cell [10..100) of $t.amount was not tested at 100\n');
      expect(text).toMatch(/^covered .*, cells 7 of 10, boundaries \d of 8$/m);
    });

    it('tests no cell if no facts match the patterns of the table', async () => {
      const rules = TABLE.replace('HIT', 'first').replace('FORM', ROWS);
      await coverageOf(
        '  - { facts: [{ template: item, data: { amount: 1 } }], expect: { decision: allow } }\n',
        rules,
      );
      const text = (await runHere('test', path(), '--coverage')).out;
      expect(text).toContain('    cell not(home) of $t.to was never tested\n');
    });

    it('reads rows of a file, and tells their lines there', async () => {
      await folder.write('table/route.csv', '$t.amount,$t.to,?items,action\n< 10,-,-,allow\n-,home,-,deny\n');
      const rules = TABLE.replace('HIT', 'first').replace('FORM', 'file: route.csv');
      const told = await coverageOf(transfer(9, 'home'), rules);
      expect(cellsOf(told)).toEqual([
        ['MAIN::route/1', '$t.amount', '< 10', 2, 1, 0],
        ['MAIN::route/2', '$t.to', 'home', 3, 1, 0],
      ]);
      const lcov = (await runHere('test', path(), '--coverage=lcov')).out;
      expect(lcov).toMatch(/SF:.*route\.csv\n[^]*BRDA:3,\d+,0,1\nBRDA:3,\d+,1,0\n/);
      const page = (await runHere('test', path(), '--coverage=html')).out;
      expect(page).toMatch(/-,home,-,deny<\/td><td class="n">.*\$t\.to held 1, failed 0</);
    });
  });

  it('is lcov with the lines of the YAML', async () => {
    const { out, err } = await run('--coverage=lcov');
    expect(err).toContain('2 passed');
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('TN:');
    expect(lines.at(-1)).toBe('end_of_record');
    expect(lines.filter((line) => line.startsWith('SF:'))).toEqual([
      `SF:${join(folder.path, 'covered/rules.yaml')}`,
    ]);
    expect(lines).toContain('FN:9,m::big');
    expect(lines).toContain('FNDA:0,m::big');
    const data = new Map(
      lines
        .filter((line) => line.startsWith('DA:'))
        .map((line) => line.slice(3).split(',') as [string, string]),
    );
    expect([data.get('9'), data.get('17'), Number(data.get('18')) > 0]).toEqual(['0', '0', true]);
    for (const line of lines)
      expect(line).toMatch(
        /^(?:TN:|SF:.+|FN:\d+,.+|FNDA:\d+,.+|(?:FNF|FNH|BRF|BRH|LF|LH):\d+|BRDA:\d+,\d+,\d+,(?:\d+|-)|DA:\d+,\d+|end_of_record)$/,
      );
  });

  it('is a page in which texts stay texts', async () => {
    await folder.write('odd/rules.yaml', `${RULES}# </td><script>alert(1)</script>\n`);
    await folder.write('odd/a.test.yaml', ONE);
    const { out } = await runHere('test', join(folder.path, 'odd'), '--coverage=html');
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).not.toContain('<script');
    expect(out).not.toMatch(/https?:/);
    expect(out).toContain('class="none"');
  });

  it('fails below a threshold, which asks for coverage alone', async () => {
    const below = await run('--threshold', '90');
    expect(below.err).toMatch(/^covered \d+\.\d %, less than 90 %$/m);
    expect(below.code).toBe(1);
    expect((await run('--threshold', '10')).code).toBe(0);
  });

  it.each([
    [['--coverage=xml'], "unknown coverage format 'xml' (text, json, lcov, html)"],
    [['--threshold', 'most'], '--threshold needs a number from 0 to 100'],
    [['--threshold', '101'], '--threshold needs a number from 0 to 100'],
    [['--coverage='], 'needs a value'],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await run(...options);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('is on its page', async () => {
    const page = await readFile(new URL('../../docs/guides/testing.md', import.meta.url), 'utf8');
    for (const option of ['--coverage[=FORMAT]', '--threshold PERCENT', 'lcov', 'html'])
      expect(page).toContain(option);
  });
});
