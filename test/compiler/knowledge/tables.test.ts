import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompileError, Engine, SourceError } from '../../../library/node/engine.ts';
import { check } from '../check/check.ts';

const TEMPLATES = `templates:
  - name: q
    slots:
      - { name: level, type: symbol, allowed_values: [low, high], default: low }
      - { name: n, type: integer, default: 0 }
      - { name: f, type: float, default: 0 }
      - { name: t, type: string, default: "" }
      - { name: b, type: boolean, default: false }
      - { name: l, type: symbol, list: true }
`;

interface Table {
  readonly inputs: string;
  readonly rows: readonly string[];
  readonly hit?: string;
  readonly default?: string;
}

function text({ inputs, rows, hit, ...rest }: Table): string {
  return `${TEMPLATES}tables:
  - name: route
    when: [{ template: q, alias: $q, conditions: [{ slot: n, bind: "?n" }] }]
    ${hit === undefined ? '' : `hit: ${hit}`}
    inputs: [${inputs}]
    outputs: [action, reason]
    rows:
${rows.map((row) => `      - [${row}]\n`).join('')}${rest.default === undefined ? '' : `    default: [${rest.default}]\n`}`;
}

async function reasonOf(table: Table, data: object): Promise<string> {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: text(table) }]);
  return engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { ...data } }] }).reason ?? '';
}

describe('cells', () => {
  it.each<[string, string, object, object | null]>([
    ['$q.level', 'high', { level: 'high' }, { level: 'low' }],
    ['$q.level', '"low, high"', { level: 'high' }, null],
    ['$q.level', '[low, high]', { level: 'high' }, null],
    ['$q.level', '"not(low)"', { level: 'high' }, { level: 'low' }],
    ['$q.level', '"-"', { level: 'high' }, null],
    ['$q.level', '""', { level: 'high' }, null],
    ['$q.n', '"< 10"', { n: 9 }, { n: 10 }],
    ['$q.n', '"<= 10"', { n: 10 }, { n: 11 }],
    ['?n', '"> 10"', { n: 11 }, { n: 10 }],
    ['?n', '">=10"', { n: 10 }, { n: 9 }],
    ['$q.n', '"[1..10)"', { n: 1 }, { n: 10 }],
    ['$q.n', '"(1..10]"', { n: 10 }, { n: 1 }],
    ['$q.n', '"]1..10["', { n: 2 }, { n: 10 }],
    ['$q.f', '"[1.5..2.5]"', { f: 2.5 }, { f: 2.6 }],
    ['$q.n', '7', { n: 7 }, { n: 8 }],
    ['$q.n', '"7, 9"', { n: 9 }, { n: 8 }],
    ['$q.b', 'true', { b: true }, { b: false }],
    ['$q.t', 'equals("-")', { t: '-' }, { t: '' }],
    ['$q.t', '"starts_with(ab)"', { t: 'abc' }, { t: 'b' }],
    ['$q.t', '"a b"', { t: 'a b' }, { t: 'a' }],
    ['$q.l', 'has(x)', { l: ['y', 'x'] }, { l: ['y'] }],
  ])('%s: %s', async (inputs, cell, passes, fails) => {
    const table: Table = { inputs, rows: [`${cell}, allow, row`], default: 'deny, none' };
    expect(await reasonOf(table, passes)).toBe('row');
    if (fails !== null) expect(await reasonOf(table, fails)).toBe('none');
  });

  it.each([
    ['$q.n', '[1..10]', 'this interval is a list in YAML: put it in quotes, `"[1..10]"`'],
    ['$q.level', 'medium', '`medium` is not an allowed value of slot `level`'],
    ['$q.n', 'many', '`many` is not a valid value of type INTEGER'],
    ['$q.t', '"< 3"', '`less_than` does not apply to slot `t` of type STRING'],
    ['$q.n', '"[10..1]"', 'this can never hold: the conditions exclude every value of `$q.n`'],
    ['$q.x', '1', 'template `q` has no slot `x`'],
    ['$r.n', '1', 'unknown alias `$r`: no pattern of the rule has it'],
    ['?m', '1', '`?m` is not bound here'],
    ['n', '1', /invalid column `n`/],
  ])('%s: %s is refused', (inputs, cell, message) => {
    const { messages } = check(text({ inputs, rows: [`${cell}, allow, row`], default: 'deny, none' }));
    expect(messages).toContainEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('a row of another length is refused', () => {
    const found = check(text({ inputs: '$q.n', rows: ['1, allow', '1, allow, a, b'] })).messages;
    expect(found).toEqual([
      'expected 3 cells, one per column, found 2',
      'expected 3 cells, one per column, found 4',
    ]);
  });
});

describe('hit policies', () => {
  const overlapping = ['"[0..5]", allow, small', '"[5..9]", allow, large'];

  it('unique: rows that meet are an error with an example', () => {
    expect(check(text({ inputs: '$q.n', rows: overlapping, default: 'deny, none' })).messages).toEqual([
      'rows `1` and `2` both match $q.n = 5: use `hit: first` if the first of them is meant to win',
    ]);
  });

  it('any: rows may meet when they say the same', async () => {
    const same = {
      inputs: '$q.n',
      hit: 'any',
      rows: ['"[0..5]", allow, a', '"[5..9]", allow, a'],
      default: 'deny, none',
    };
    expect(await reasonOf(same, { n: 5 })).toBe('a');
    expect(check(text({ ...same, rows: overlapping })).messages).toEqual([
      'rows `1` and `2` both match $q.n = 5: their outputs differ',
    ]);
  });

  it('first: the first row wins', async () => {
    const table = { inputs: '$q.n', hit: 'first', rows: overlapping, default: 'deny, none' };
    expect(await reasonOf(table, { n: 5 })).toBe('small');
    expect(await reasonOf(table, { n: 6 })).toBe('large');
  });

  it('collect: all rows fire, in their order', async () => {
    const table = { inputs: '$q.n', hit: 'collect', rows: overlapping, default: 'deny, none' };
    const engine = await Engine.fromSources([{ path: 'r.yaml', text: text(table) }]);
    const trace = (n: number) =>
      engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { n } }] }).ruleTrace;
    expect(trace(5)).toEqual(['MAIN::route/1', 'MAIN::route/2']);
    expect(trace(50)).toEqual(['MAIN::route/default']);
  });

  it('an unknown one is refused', () => {
    expect(check(text({ inputs: '$q.n', hit: 'frist', rows: overlapping })).messages).toContain(
      'unknown hit policy `frist`: expected unique, any, first or collect',
    );
  });

  it('texts whose rows may meet need `first`', () => {
    const rows = ['contains(a), allow, a', 'contains(b), allow, b'];
    expect(check(text({ inputs: '$q.t', rows, default: 'deny, none' })).messages).toEqual([
      'cannot tell whether rows `1` and `2` overlap: use `hit: first`',
    ]);
    expect(check(text({ inputs: '$q.t', hit: 'first', rows, default: 'deny, none' })).messages).toEqual([]);
  });

  it('another column may keep such rows apart', () => {
    const rows = ['contains(a), low, allow, a', 'contains(b), high, allow, b'];
    expect(check(text({ inputs: '$q.t, $q.level', rows, default: 'deny, none' })).messages).toEqual([]);
  });
});

describe('gaps', () => {
  it.each<[string, readonly string[], string | null]>([
    ['$q.level', ['low, allow, a'], '$q.level = high'],
    ['$q.level', ['low, allow, a', 'high, allow, b'], null],
    ['$q.b', ['true, allow, a'], '$q.b = false'],
    ['$q.n', ['"< 0", allow, a', '"> 0", allow, b'], '$q.n = 0'],
    ['$q.n', ['"<= 0", allow, a', '"> 0", allow, b'], null],
    ['$q.n', ['"< 1", allow, a', '"> 0", allow, b'], null],
    ['$q.f', ['"< 1", allow, a', '">= 2", allow, b'], '$q.f = 1'],
    ['$q.t', ['a, allow, a'], '$q.t = other'],
    ['$q.level, $q.n', ['low, "-", allow, a', 'high, "< 5", allow, b'], '$q.level = high, $q.n = 5'],
    ['$q.level, $q.n', ['low, "-", allow, a'], '$q.level = high, $q.n = 0'],
  ])('%s with %j: %s', async (inputs, rows, example) => {
    const hit = 'first';
    const { messages } = check(text({ inputs, rows, hit }));
    if (example === null) return expect(messages).toEqual([]);
    expect(messages).toEqual([`no row of table \`route\` matches ${example}, and the table has no default`]);
    // The example is a request that no row matches.
    const data = Object.fromEntries(
      example.split(', ').map((part) => {
        const [slot = '', value = ''] = part.replace('$q.', '').split(' = ');
        const isText = slot === 't' || slot === 'level';
        return [slot, isText ? value : (JSON.parse(value) as unknown)];
      }),
    );
    expect(await reasonOf({ inputs, rows, hit }, data)).toBe('default decision (no rules fired)');
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-tables-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const RULES = `${TEMPLATES}tables:
  - name: route
    when: [{ template: q, alias: $q }]
    hit: first
    file: rows/route.csv
    default: [deny, none]
`;

  async function load(csv: string | Uint8Array): Promise<Engine> {
    await mkdir(join(folder, 'rows'), { recursive: true });
    await writeFile(join(folder, 'rules.yaml'), RULES);
    await writeFile(join(folder, 'rows', 'route.csv'), csv);
    return Engine.fromRules(join(folder, 'rules.yaml'));
  }

  const answer = (engine: Engine, data: object) =>
    engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { ...data } }] }).reason;

  it('are CSV with quotes, line breaks in cells, and a byte order mark', async () => {
    const engine = await load(
      '\uFEFF$q.level,$q.n,action,reason\r\n"low, high",[1..5),allow,"a ""b"",\nc {q.n}"\r\n\r\nlow,-,allow,\r\n',
    );
    expect(answer(engine, { level: 'high', n: 4 })).toBe('a "b",\nc 4');
    expect(answer(engine, { level: 'low', n: 9 })).toBe('');
    expect(answer(engine, { level: 'high', n: 5 })).toBe('none');
  });

  it('are part of the hash', async () => {
    const one = await load('$q.n,action,reason\n1,allow,a\n');
    const other = await load('$q.n,action,reason\n1,allow,b\n');
    expect(one.hash).not.toBe(other.hash);
  });

  it.each([
    [
      '$q.n,action,reason\n1,allow\n',
      'rows/route.csv:2:1: error row-length: expected 3 cells, one per column, found 2',
    ],
    ['$q.n,action,reason\n1,"allow,x\n', 'rows/route.csv:2:3: error bad-csv: invalid CSV: unclosed quote'],
    [
      '$q.n,action,reason\n1,"allow"x,x\n',
      'rows/route.csv:2:10: error bad-csv: invalid CSV: expected a comma or the end of the line after the closing quote',
    ],
    [
      '$q.n,action,reason\n1,al"low,x\n',
      'rows/route.csv:2:5: error bad-csv: invalid CSV: quote inside an unquoted cell: put the whole cell in double quotes',
    ],
    [
      '$q.n,action,reason\n1,allow,x;\n',
      'rows/route.csv:2:9: error bad-csv: invalid CSV: `;` is part of the text `x;`: remove it, or put the cell in double quotes',
    ],
    [
      '$q.n,action,reason\n1,allow // only,x\n',
      'rows/route.csv:2:3: error bad-csv: invalid CSV: `//` is part of the text `allow // only`: remove it, or put the cell in double quotes',
    ],
    [
      '$q.n,action,reason\n1,allow,= x\n',
      'rows/route.csv:2:9: error bad-csv: invalid CSV: `=` is part of the text `= x`: remove it, or put the cell in double quotes',
    ],
    [
      '$q.n,action,reason\n,,\n1,allow,x\n',
      'rows/route.csv:2:1: error bad-csv: invalid CSV: a row without a value: remove it',
    ],
    [
      '$q.n,action,reason\none,allow,x\n',
      'rows/route.csv:2:1: error wrong-literal: `one` is not a valid value of type INTEGER',
    ],
    [
      '$q.n,action,reason\n',
      'rules.yaml:14:11: error empty-file: the file `rows/route.csv` has no rows after its header',
    ],
  ])('%j is refused with its place', async (csv, message) => {
    const failed = await load(csv).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CompileError);
    expect((failed as Error).message).toContain(message);
  });

  it('that is not UTF-8 is refused', async () => {
    await expect(load(new Uint8Array([0x61, 0xff]))).rejects.toBeInstanceOf(SourceError);
  });

  it('that leads out of the folder or is not there is refused', async () => {
    for (const path of ['../route.csv', '/route.csv', 'missing.csv', 'rules.yaml']) {
      const { messages } = check(RULES.replace('rows/route.csv', path));
      expect(messages).toEqual([
        `unknown file \`${path}\`: expected the relative path of a CSV file inside the ruleset folder`,
      ]);
    }
  });
});

it('a thousand rows find the row as one does', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => `${i}, allow, "row ${i}"`);
  const table = { inputs: '$q.n', rows, default: 'deny, none' };
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: text(table) }]);
  const reason = (n: number) =>
    engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { n } }] }).reason;
  expect([0, 500, 999, 1000].map(reason)).toEqual(['row 0', 'row 500', 'row 999', 'none']);
});

it('duplicate names of rows and tables are refused', () => {
  const table = `  - name: route
    when: [{ template: q, alias: $q }]
    inputs: [$q.level]
    outputs: [name, action]
    rows: [[low, a, allow], [high, a, allow]]
`;
  const { messages } = check(`${TEMPLATES}tables:\n${table}${table}`);
  expect(messages).toContain('table `route` is already defined in rules.yaml');
  expect(messages).toContain('row `a` is already defined in rules.yaml');
});
