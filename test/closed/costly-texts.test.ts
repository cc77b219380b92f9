/** Small texts that expand to very much: compiled, or refused with a position, and never at the cost of all memory. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import { FULL, full } from '../full.ts';

const TEMPLATE =
  'templates:\n  - { name: t, slots: [{ name: n, type: integer }, { name: s, type: string }] }\n';

const pattern = (n: number): string => `{ template: t, conditions: [{ slot: n, expression: equals(${n}) }] }`;

function rule(when: readonly string[]): string {
  const entries = when.map((entry) => `      - ${entry}\n`).join('');
  return `${TEMPLATE}rules:\n  - name: r\n    when:\n${entries}    then: { action: deny }\n`;
}

const repeated = (count: number, make: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => make(index));

function codes(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }]);
  return diagnostics.map(({ code }) => code);
}

describe('alternatives and patterns of a rule', () => {
  const anyOfTwo = (n: number): string => `{ any: [[${pattern(n)}], [${pattern(n + 100)}]] }`;

  test('twenty any of two are refused, eight are not', () => {
    expect(codes(rule(repeated(20, anyOfTwo)))).toEqual(['too-many-alternatives']);
    expect(codes(rule(repeated(8, anyOfTwo)).replaceAll('100', '8'))).not.toContain('too-many-alternatives');
  });

  test('any inside any counts', () => {
    const inner = `{ any: [${repeated(20, (n) => `[${pattern(n)}]`).join(', ')}] }`;
    expect(codes(rule([`{ any: [[${inner}, ${inner}]] }`]))).toEqual(['too-many-alternatives']);
  });

  test('groups are one element each', () => {
    expect(codes(rule(['{ template: t }', ...repeated(20, (n) => `{ not: [${anyOfTwo(n)}] }`)]))).toEqual([]);
  });

  test('a thousand patterns are the most, in groups too', () => {
    expect(codes(rule(repeated(1_001, pattern)))).toEqual(['too-many-patterns']);
    const group = `{ not: [${repeated(1_000, pattern).join(', ')}] }`;
    expect(codes(rule(['{ template: t }', group]))).toEqual(['too-many-patterns']);
  });

  test('a rule at the bounds loads', async () => {
    const text = rule([
      `{ any: [${repeated(250, (n) => `[${pattern(n)}, ${pattern(n + 1)}, ${pattern(n + 2)}]`).join(', ')}] }`,
    ]);
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text }]);
    const facts = [5, 6, 7].map((n) => ({ template: 't', data: { n } }));
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('deny');
  });
});

describe('all rules together', () => {
  const anyOfTwo = (n: number): string => `{ any: [[${pattern(n)}], [${pattern(n + 100)}]] }`;
  const rules = (count: number, when: string): string =>
    `${TEMPLATE}rules:\n${repeated(
      count,
      (n) => `  - { name: r${n}, when: [${when}], then: { action: deny } }\n`,
    ).join('')}`;

  test('alternatives of many rules are refused at the rule that passes the bound', () => {
    const when = repeated(6, anyOfTwo).join(', ');
    const text = rules(401, when);
    const { diagnostics } = compileSources([{ path: 'rules.yaml', text }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['rules-too-large']);
    expect(text.slice(diagnostics[0]?.at.start)).toMatch(/^r400,/);
    expect(codes(rules(20, when))).toEqual([]);
  });

  test('groups count by their content', () => {
    const when = `{ template: t }, { not: [${repeated(6, anyOfTwo).join(', ')}] }`;
    expect(codes(rules(30, when))).toEqual(['rules-too-large']);
  });

  test('a table counts for each of its rows', () => {
    const when = `{ template: t, alias: $t }, ${repeated(20, pattern).join(', ')}`;
    const table = (count: number): string =>
      `${TEMPLATE}tables:\n  - name: d\n    when: [${when}]\n    inputs: [$t.n]\n    outputs: [action]\n    hit: first\n    rows: [${repeated(count, (n) => `[${n}, deny]`).join(', ')}]\n    default: [allow]\n`;
    expect(codes(table(5_000))).toEqual(['rules-too-large']);
    expect(codes(table(5))).not.toContain('rules-too-large');
  });
});

describe('slots of a template', () => {
  const template = (count: number): string =>
    `templates:\n  - name: wide\n    slots:\n${repeated(count, (n) => `      - { name: s${n}, type: integer }\n`).join('')}rules:\n  - { name: r, when: [{ template: wide }], then: { action: deny } }\n`;

  test('a thousand and one are refused where they begin', () => {
    const { diagnostics } = compileSources([{ path: 'rules.yaml', text: template(1_001) }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['too-many-slots']);
    expect(template(1_001).slice(diagnostics[0]?.at.start)).toMatch(/^{ name: s1000,/);
  });

  test('a thousand load', async () => {
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text: template(1_000) }]);
    const facts = [{ template: 'wide', data: { s999: 1 } }];
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('deny');
  });
});

describe('values of a slot and levels of a hierarchy', () => {
  const words = (count: number): string => repeated(count, (n) => `w${n}`).join(', ');

  test('one too many is refused at its position', () => {
    const allowed = (count: number): string =>
      `${TEMPLATE}  - { name: u, slots: [{ name: w, type: symbol, allowed_values: [${words(count)}] }] }\n`;
    const levels = (count: number): string =>
      `${TEMPLATE}hierarchies: [{ name: h, levels: [${words(count)}] }]\n`;
    expect(codes(allowed(10_001))).toEqual(['too-many-values']);
    expect(codes(allowed(10_000))).toEqual(['ruleset-without-rules']);
    expect(codes(levels(1_001))).toEqual(['too-many-values']);
    expect(codes(levels(1_000))).toEqual(['ruleset-without-rules']);
  });
});

describe('constants and tables', () => {
  const asking = (count: number, constant: string, condition: string): string =>
    `${TEMPLATE}constants: { c: ${constant} }\nrules:\n${repeated(
      count,
      (n) =>
        `  - { name: r${n}, when: [{ template: t, alias: $t, conditions: [{ slot: n, expression: equals(${n}) }, ${condition}] }], then: { action: deny } }\n`,
    ).join('')}`;
  const list = `[${repeated(1_000, (n) => `w${n}`).join(', ')}]`;
  const map = (count: number): string => `{ ${repeated(count, (n) => `w${n}: ${n}`).join(', ')} }`;

  test.each([
    ['a list', list, '{ slot: s, expression: in($const.c) }'],
    ['the keys of a map', map(1_000), '{ slot: s, expression: has_key($const.c) }'],
  ])('%s may be written out two hundred times', (_, constant, condition) => {
    expect(codes(asking(201, constant, condition))).toEqual(['constants-too-large']);
    expect(codes(asking(5, constant, condition))).toEqual([]);
  });

  test('texts and expressions count, too', () => {
    const texts = asking(201, list, '{ slot: m, bind: "?m" }').replaceAll('slot: m', 'slot: s');
    const filled = texts.replaceAll('action: deny', 'action: deny, reason: "{const.c}"');
    expect(codes(filled)).toEqual(['constants-too-large']);
    const tests = asking(201, list, '{ slot: s, bind: "?s" }, { test: "(member$ ?s (const c))" }');
    expect(codes(tests)).toEqual(['constants-too-large']);
  });

  test('many rules look up a map of thousands of keys', async () => {
    const rules = full(2_000, 200);
    const text = asking(
      rules,
      map(full(10_000, 2_001)),
      '{ slot: n, expression: "at_least($const.c[$t.s])" }',
    );
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text }]);
    const decide = (s: string): string | null =>
      engine.evaluate({ scoped: true, facts: [{ template: 't', data: { n: rules - 1, s } }] }).decision;
    expect([decide(`w${rules - 1}`), decide(`w${full(9_999, 2_000)}`)]).toEqual(['deny', 'deny']);
    const facts = [{ template: 't', data: { n: rules - 1, s: `w${rules}` } }];
    expect(engine.evaluate({ scoped: true, facts }).ruleTrace).toEqual([]);
  });

  test('thousands of rows that all meet are given up', () => {
    const rows = repeated(6_000, (n) => `[">= ${n}", deny]`).join(', ');
    const table = `${TEMPLATE}tables:\n  - name: d\n    when: [{ template: t, alias: $t }]\n    hit: any\n    inputs: [$t.n]\n    outputs: [action]\n    rows: [${rows}]\n`;
    expect(codes(table)).toContain('table-undecided');
  });

  describe('tables', () => {
    const table = (name: string, columns: number, rows: readonly string[]): string =>
      `  - name: ${name}\n    when: [{ template: t, alias: $t }]\n    hit: first\n    inputs: [${repeated(columns, () => '$t.n').join(', ')}]\n    outputs: [action]\n    rows: [${rows.join(', ')}]\n`;
    const row = (cells: readonly string[]): string => `[${cells.join(', ')}, deny]`;
    const tooMany = (text: string): string | undefined => {
      const { diagnostics } = compileSources([{ path: 'rules.yaml', text }]);
      const found = diagnostics.find(({ code }) => code === 'too-many-values');
      return found && text.slice(found.at.start, found.at.end);
    };

    test('have at most a hundred columns of conditions, in a file, too', () => {
      const wide = (columns: number): string =>
        `${TEMPLATE}tables:\n${table('d', columns, [row(repeated(columns, () => '1'))])}`;
      expect(tooMany(wide(101))).toBe('$t.n');
      expect(codes(wide(101))).toContain('too-many-values');
      expect(codes(wide(100))).not.toContain('too-many-values');
      const text = `${TEMPLATE}tables: [{ name: d, when: [{ template: t, alias: $t }], file: d.csv }]\n`;
      const csv = [repeated(101, () => '$t.n'), repeated(101, () => '1')];
      const files = `${csv[0]?.join(',') ?? ''},action\n${csv[1]?.join(',') ?? ''},deny\n`;
      const { diagnostics } = compileSources([
        { path: 'rules.yaml', text },
        { path: 'd.csv', text: files },
      ]);
      const codesAndFiles = diagnostics.map(({ code, at }) => `${at.file} ${code}`);
      expect(codesAndFiles).toContain('d.csv too-many-values');
    });

    test('are at most a thousand', () => {
      const tables = (count: number): string =>
        `${TEMPLATE}tables:\n${repeated(count, (n) => table(`d${n}`, 1, [row(['1'])])).join('')}`;
      expect(tooMany(tables(1_001))).toMatch(/^name: d1000\n/);
      expect(tooMany(tables(1_000))).toBeUndefined();
    });

    test('have at most 100,000 cells that say something', () => {
      const rows = (cell: string): string[] => repeated(1_001, () => row(repeated(100, () => cell)));
      const said = `${TEMPLATE}tables:\n${table('d', 100, rows('1'))}`;
      expect(tooMany(said)).toBe('1');
      if (FULL) expect(tooMany(`${TEMPLATE}tables:\n${table('d', 100, rows('"-"'))}`)).toBeUndefined();
    });
  });

  test('templates are at most ten thousand', () => {
    const templates = (count: number): string =>
      `templates: [${repeated(count, (n) => `{ name: t${n}, slots: [] }`).join(', ')}]\n`;
    expect(codes(templates(10_001))).toEqual(['too-many-values']);
    expect(codes(templates(10_000))).toEqual(['ruleset-without-rules']);
  });

  test('modules, steps of a path and paths of an each are bounded', () => {
    const modules = (count: number): string =>
      `${TEMPLATE}modules: [${repeated(count, (n) => `{ name: m${n} }`).join(', ')}]\n`;
    expect(codes(modules(1_001))).toEqual(['too-many-values']);
    expect(codes(modules(1_000))).toEqual(['ruleset-without-rules']);
    const input = (each: readonly string[], slot: string): string =>
      `${TEMPLATE}input: [{ template: t, each: [${each.join(', ')}], slots: { n: "${slot}" } }]\n`;
    expect(codes(input(['"$.a[*]"'], `$${'.a'.repeat(257)}`))).toEqual(['bad-path']);
    expect(codes(input(['"$.a[*]"'], `$${'.a'.repeat(256)}`))).toEqual(['ruleset-without-rules']);
    const items = (count: number): string[] => repeated(count, (n) => (n === 0 ? '"$.a[*]"' : '"@[*]"'));
    expect(codes(input(items(33), '#'))).toEqual(['too-many-values']);
    expect(codes(input(items(32), '#'))).toEqual(['ruleset-without-rules']);
  });

  test('a pattern takes thousands of tests', () => {
    const last = full(9_999, 999);
    const tests = repeated(last + 1, (n) => `{ test: "(> ?n ${n})" }`).join(', ');
    const when = `{ template: t, conditions: [{ slot: n, bind: "?n" }, ${tests}] }`;
    const compilation = compileSources([{ path: 'rules.yaml', text: rule([when]) }]);
    expect(compilation.ok && emitClips(compilation.ruleset)).toContain(`(> ?n ${last})`);
    expect(compilation.ok && compilation.javascript()).toContain(String(last));
  });
});

describe('regular expressions', () => {
  const rules = (count: number, of: (index: number) => string): string =>
    `${TEMPLATE}rules:\n${repeated(
      count,
      (n) =>
        `  - { name: r${n}, when: [{ template: t, conditions: [{ slot: s, expression: '${of(n)}' }] }], then: { action: deny } }\n`,
    ).join('')}`;

  test('a pattern shared by many rules is compiled once', async () => {
    const text = rules(300, () => 'matches((?i)\\p{L}+\\P{Lu})');
    const compilation = compileSources([{ path: 'rules.yaml', text }]);
    expect(compilation.ok && compilation.javascript().match(/createRegex\)?\(/g)).toHaveLength(1);
  });

  test('all together are bounded, those in expressions too', () => {
    const large = (n: number): string => `(?:a{100}b${n}){9}`;
    expect(codes(rules(400, (n) => `matches(${large(n)})`))).toEqual(['matching-too-large']);
    const text = rules(1, () => 'equals(a)').replace(
      `equals(a)' }`,
      `equals(a)' }, ${repeated(400, (n) => `{ test: '(service-matches "${large(n)}" abc)' }`).join(', ')}`,
    );
    expect(codes(text)).toEqual(['matching-too-large']);
  });
});

describe('names without number', () => {
  test('thousands of unknown ones are reported, twenty with a suggestion', () => {
    const template = (n: number): string =>
      `  - { name: template-${n}, slots: [{ name: s, type: string }] }\n`;
    const one = (n: number): string =>
      `  - { name: r${n}, when: [{ template: templates-${n} }], then: { action: deny } }\n`;
    const text = `templates:\n${repeated(2_000, template).join('')}rules:\n${repeated(2_000, one).join('')}`;
    const { diagnostics } = compileSources([{ path: 'rules.yaml', text }]);
    expect(diagnostics).toHaveLength(2_000);
    expect(diagnostics.filter(({ suggestion }) => suggestion !== null)).toHaveLength(20);
  });

  test('a chain of functions is inferred whatever its order', () => {
    const functions = repeated(
      1_000,
      (n) => `  - { name: f${n}, type: raw, body: "(deffunction f${n} (?x) (f${n + 1} ?x))" }\n`,
    ).join('');
    const last = '  - { name: f1000, type: raw, body: "(deffunction f1000 (?x) (+ 1 2))" }\n';
    const rules = `rules:\n  - name: r\n    when: [{ template: t, conditions: [{ test: "(str-cat (str-length (f0 1)))" }] }]\n    then: { action: deny }\n`;
    const { diagnostics } = compileSources([
      { path: 'rules.yaml', text: `${TEMPLATE}functions:\n${functions}${last}${rules}` },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['clips-truth-value', 'clips-argument-type']);
  });

  test('hierarchies with functions compile, however many', () => {
    const count = full(2_000, 200);
    const hierarchies = repeated(count, (n) => `  - { name: h${n}, levels: [a, b] }\n`).join('');
    const of = (n: number): string => `  - { name: f${n}, type: classification, hierarchy_ref: h${n} }\n`;
    const text = `${TEMPLATE}hierarchies:\n${hierarchies}functions:\n${repeated(count, of).join('')}`;
    expect(codes(text)).toEqual(['ruleset-without-rules']);
  });
});
