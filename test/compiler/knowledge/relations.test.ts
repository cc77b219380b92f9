import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { readSources } from '../../../compiler/read/read-sources.ts';
import { Engine } from '../../../library/node/engine.ts';
import { check, checkAll } from '../check/check.ts';
import { emitClips } from '../../../compiler/emit/clips/emit-clips.ts';

const TEMPLATES = `templates:
  - name: member
    slots: [{ name: user, type: symbol, required: true }, { name: role, type: symbol, required: true }]
  - name: request
    slots: [{ name: user, type: symbol, required: true }, { name: action, type: symbol, required: true }]
`;
const COLUMNS = 'columns: [{ name: role, type: symbol }, { name: action, type: symbol }]';
const ROWS = 'rows: [[admin, write], [admin, read], [viewer, read]]';
const RULE = `rules:
  - name: granted
    when:
      - { template: request, alias: $req }
      - { template: member, alias: $m, conditions: [{ slot: user, expression: equals($req.user) }] }
      - relation: role_grants
        alias: $g
        conditions:
          - { slot: role, expression: equals($m.role) }
          - { slot: action, expression: equals($req.action) }
    then: { action: allow, reason: "{g.role} may {g.action}" }
`;
const relation = (...lines: readonly string[]): string =>
  ['relations:', '  - name: role_grants', ...lines.map((line) => `    ${line}`), ''].join('\n');
const GOOD = TEMPLATES + relation(COLUMNS, ROWS) + RULE;

const FACTS = [
  { template: 'member', data: { user: 'ann', role: 'admin' } },
  { template: 'request', data: { user: 'ann', action: 'write' } },
];
const start = (text: string): Promise<Engine> => Engine.fromSources([{ path: 'rules.yaml', text }]);

describe('rows', () => {
  it('are matched as facts are, before and after facts that come and go', async () => {
    const engine = await start(GOOD);
    expect(engine.evaluate({ scoped: true, facts: FACTS }).reason).toBe('admin may write');
    expect(engine.evaluate({ scoped: true, facts: [] }).decision).toBe('deny');
    engine.assertFacts(FACTS);
    expect(engine.evaluate().reason).toBe('admin may write');
    engine.retract('member', {});
    engine.assertFacts([{ template: 'member', data: { user: 'ann', role: 'viewer' } }]);
    expect(engine.evaluate().decision).toBe('deny');
  });

  it('never appear as facts', async () => {
    const engine = await start(GOOD);
    const { firings, facts } = engine.evaluate({
      scoped: true,
      facts: FACTS,
      include: ['firings', 'facts'],
    });
    const templates = (list: readonly { readonly template: string }[] = []) =>
      list.map(({ template }) => template);
    expect(templates(firings?.[0]?.facts)).toEqual(['request', 'member']);
    expect(templates(facts)).toEqual(['member', 'request']);
    expect(engine.facts()).toEqual([]);
    expect(JSON.stringify(engine.describe())).not.toContain('role_grants');
    for (const template of ['role_grants', '__relation_role_grants']) {
      const data = { role: 'admin', action: 'delete' };
      expect(() => engine.assertFacts([{ template, data }])).toThrow(template);
      expect(() => engine.query(template)).toThrow(template);
      expect(() => engine.count(template)).toThrow(template);
      expect(() => engine.retract(template)).toThrow(template);
    }
  });

  it('do not count against the limit of facts, and are the same for all engines of a ruleset', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `[admin, a${i}]`).join(', ');
    const text = TEMPLATES + relation(COLUMNS, `rows: [${rows}]`) + RULE;
    const facts = [FACTS[0], { template: 'request', data: { user: 'ann', action: 'a299' } }] as typeof FACTS;
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text }], { limits: { facts: 2 } });
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('allow');
    const second = await Engine.fromSources([{ path: 'rules.yaml', text }], { limits: { facts: 2 } });
    expect(second.evaluate({ scoped: true, facts }).decision).toBe('allow');
  });

  it('are kept by a reload that leaves relations out, and replaced as a whole', async () => {
    const engine = await start(GOOD);
    await engine.reloadRules({ yaml: RULE });
    expect(engine.evaluate({ scoped: true, facts: FACTS }).decision).toBe('allow');
    await engine.reloadRules({ yaml: relation(COLUMNS, 'rows: [[viewer, read]]') + RULE });
    expect(engine.evaluate({ scoped: true, facts: FACTS }).decision).toBe('deny');
  });

  it('are masked where a column is sensitive', () => {
    const secret = 'columns: [{ name: role, type: symbol, sensitive: true }, { name: action, type: symbol }]';
    const compilation = compileSources([
      { path: 'rules.yaml', text: TEMPLATES + relation(secret, ROWS) + RULE },
    ]);
    expect(compilation.ok && compilation.ruleset.sensitive?.rules.get('MAIN::granted')?.reason).toBe(true);
  });

  it('are mentioned by an explanation that none matches, and never shown', async () => {
    const engine = await start(GOOD);
    const facts = [FACTS[0], { template: 'request', data: { user: 'ann', action: 'erase' } }] as typeof FACTS;
    const denied = await engine.explain({ facts });
    expect(denied.not_fired[0]?.stuck).toMatchObject({
      kind: 'pattern',
      relation: 'role_grants',
      candidates: [],
    });
    const allowed = await engine.explain({ facts: FACTS });
    expect(allowed.firings[0]).toMatchObject({
      bindings: { 'm-role': 'admin' },
      matched: [{ fact: 2 }, { fact: 1 }],
    });
    expect(JSON.stringify(allowed)).not.toContain('__relation_');
  });
});

describe('constructs', () => {
  it('hold a hundred rows each, in order', () => {
    const rows = Array.from({ length: 201 }, (_, i) => `[r${i}, x]`).join(', ');
    const compilation = compileSources([
      { path: 'rules.yaml', text: TEMPLATES + relation(COLUMNS, `rows: [${rows}]`) + RULE },
    ]);
    const clips = compilation.ok ? emitClips(compilation.ruleset) : '';
    expect(clips).toContain('(deftemplate MAIN::__relation_role_grants');
    expect(clips.match(/\(deffacts /g)).toHaveLength(3);
    expect(clips).toContain(
      '(deffacts MAIN::__relation_role_grants-2\n  (__relation_role_grants (role r100) (action x))',
    );
  });
});

describe('refusals', () => {
  const of = (text: string): readonly string[] => check(text).found;
  const rule = (when: string, then: string): string =>
    `${TEMPLATES}${relation(COLUMNS, ROWS)}rules:\n  - { name: r, when: [${when}], then: ${then} }\n`;

  it.each([
    ['relation: role_grant', '{ action: allow }', 'unknown-relation (role_grants)'],
    ['relation: member', '{ action: allow }', 'unknown-relation'],
    ['template: role_grants', '{ action: allow }', 'relation-as-template'],
    ['template: __relation_role_grants', '{ action: allow }', 'unknown-template'],
    ['relation: role_grants, template: member', '{ action: allow }', 'conflicting-keys'],
    [
      'relation: role_grants, conditions: [{ slot: rol, bind: "?x" }]',
      '{ action: allow }',
      'unknown-column (role)',
    ],
    ['relation: role_grants, alias: $g', '{ retract: [$g] }', 'relation-row-changed'],
    [
      'relation: role_grants, alias: $g',
      '{ modify: [{ fact: $g, slots: { role: x } }] }',
      'relation-row-changed',
    ],
    [
      'relation: role_grants',
      '{ assert: [{ template: role_grants, slots: { role: x } }] }',
      'relation-as-template',
    ],
    [
      'template: member, conditions: [{ test: "(any-factp ((?f role_grants)) TRUE)" }]',
      '{ action: allow }',
      'unknown-template',
    ],
    [
      'template: member, conditions: [{ test: "(any-factp ((?f __relation_role_grants)) TRUE)" }]',
      '{ action: allow }',
      'unknown-template',
    ],
  ])('of %s with %s', (when, then, code) => {
    expect(of(rule(`{ ${when} }`, then)).join('\n')).toContain(code);
  });

  it.each([
    [[COLUMNS, 'rows: [[admin]]'], 'row-length'],
    [[COLUMNS, 'rows: [admin]'], 'row-expected'],
    [[COLUMNS, 'rows: [[admin, [a]]]'], 'wrong-kind'],
    [[COLUMNS, 'rows: [[admin, null]]'], 'wrong-literal'],
    [[COLUMNS, 'rows: [[admin, "two words"]]'], 'wrong-literal'],
    [[COLUMNS], 'missing-key'],
    [['columns: []', 'rows: []'], 'empty-list'],
    [['columns: [{ name: a, type: word }]', 'rows: []'], 'unknown-slot-type'],
    [['columns: [{ name: a, type: symbol }, { name: a, type: symbol }]', 'rows: []'], 'duplicate-name'],
    [['columns: [{ name: a, type: symbol, list: true }]', 'rows: []'], 'unknown-key'],
    [[COLUMNS, ROWS, 'file: grants.csv'], 'conflicting-keys'],
    [[COLUMNS, 'file: ../grants.csv'], 'unknown-file'],
    [
      [
        `columns: [${Array.from({ length: 101 }, (_, i) => `{ name: c${i}, type: symbol }`).join(', ')}]`,
        'rows: []',
      ],
      'too-many-values',
    ],
  ])('of the relation %s', (lines, code) => {
    expect(of(TEMPLATES + relation(...lines)).join('\n')).toContain(code);
  });

  it('of names that are taken', () => {
    const taken = relation(COLUMNS, ROWS).replace('role_grants', 'member');
    expect(of(TEMPLATES + taken).join()).toContain('relation-name-taken');
    const twice = `${relation(COLUMNS, ROWS)}${relation(COLUMNS, ROWS).replace('relations:\n', '')}`;
    expect(of(TEMPLATES + twice).join()).toContain('duplicate-name');
  });

  it('of more rows than the limit', () => {
    const report = createReport();
    const source = { path: 'rules.yaml', text: relation(COLUMNS, ROWS) };
    readSources([source], report, { ...DEFAULT_READ_LIMITS, relationRows: 2 });
    expect(report.sorted().map(({ code }) => code)).toEqual(['too-many-values']);
  });

  it('of a decision that rests on rows alone: a warning', () => {
    expect(of(rule('{ relation: role_grants }', '{ action: allow }')).join()).toContain(
      'rule-without-pattern',
    );
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'relations-'));
    await mkdir(join(folder, 'data'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const FILE = TEMPLATES + relation(COLUMNS, 'file: data/grants.csv') + RULE;
  const found = (csv: string) =>
    checkAll([
      { path: 'rules.yaml', text: FILE },
      { path: 'data/grants.csv', text: csv },
    ]).found;

  it.each([
    'role,action\nadmin,write\n',
    '\uFEFFrole,action\r\nadmin,write\r\n',
    'action,role\nwrite,admin',
    '"role","action"\n"admin","write"\n\n',
  ])('hold the rows: %j', async (csv) => {
    await writeFile(join(folder, 'rules.yaml'), FILE);
    await writeFile(join(folder, 'data', 'grants.csv'), csv);
    for (const path of [folder, join(folder, 'rules.yaml')]) {
      const engine = await Engine.fromRules(path);
      expect(engine.evaluate({ scoped: true, facts: FACTS }).reason).toBe('admin may write');
    }
  });

  it('hold text verbatim, with its spaces', async () => {
    const text = `templates: [{ name: q, slots: [{ name: t, type: string }] }]
relations:
  - name: words
    columns: [{ name: t, type: string }, { name: n, type: integer }]
    file: words.csv
rules:
  - name: r
    when:
      - { template: q, alias: $q }
      - { relation: words, alias: $w, conditions: [{ slot: t, expression: equals($q.t) }] }
    then: { action: allow, reason: "{w.n}" }
`;
    const engine = await Engine.fromSources([
      { path: 'rules.yaml', text },
      { path: 'words.csv', text: 't,n\n" true ",1\n007,"2"\n,3\n"a ""b"", c",4\n' },
    ]);
    const reason = (t: string) =>
      engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { t } }] }).reason;
    expect([' true ', '007', '', 'a "b", c'].map(reason)).toEqual(['1', '2', '3', '4']);
  });

  it.each([
    ['role,action\nadmin,write\nviewer\n', '3:1 row-length'],
    ['role,action\nadmin,two words\n', '2:7 wrong-literal'],
    ['role,action\nadmin,wr"ite\n', '2:9 bad-csv'],
    ['role,deed\nadmin,write\n', '1:1 relation-header'],
    ['role,role\nadmin,write\n', '1:1 relation-header'],
    ['', 'empty-file'],
  ])('are refused with the place: %j', (csv, problem) => {
    expect(found(csv).join('\n')).toContain(problem);
  });
});
