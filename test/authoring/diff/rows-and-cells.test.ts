/** What `ferrule diff` says of versions that differ in rows of relations and in cells of tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RulesetDiff } from '../../../authoring/diff/ruleset-diff.ts';
import { Engine } from '../../../library/node/engine.ts';
import { diff } from '../../../authoring/node/testing/look.ts';
import { rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';
import { full } from '../../full.ts';

const PODS = (rows: string): string => `
ruleset: pods
templates:
  - { name: pod, slots: [{ name: ns, type: string, required: true }] }
  - { name: container, slots: [{ name: image, type: string, required: true }] }
relations:
  - { name: exempt, columns: [{ name: ns, type: string }], rows: ${rows} }
rules:
  - name: admit
    when:
      - { template: pod, alias: $p }
      - { relation: exempt, conditions: [{ slot: ns, expression: equals($p.ns) }] }
      - exists: [{ template: container }]
    then: { action: allow, reason: x }
`;

const SCORES = (bound: number): string => `
ruleset: scores
templates: [{ name: a, slots: [{ name: score, type: integer, required: true }, { name: by, type: string, required: true }, { name: of, type: string, required: true }] }]
tables:
  - name: t
    hit: first
    when: [{ template: a, alias: $a, conditions: [{ slot: by, expression: not_equals($a.of) }] }]
    inputs: [$a.score]
    outputs: [action, reason]
    rows: [["> ${bound}", allow, high], ["-", deny, low]]
`;

/** Rules assert facts, so nothing is proved; the relation is larger than what is drawn of it. */
const LARGE = (extra: string): string => `
ruleset: large
templates:
  - { name: pod, slots: [{ name: ns, type: string, required: true }, { name: image, type: string, required: true }] }
  - { name: seen, slots: [{ name: ns, type: string }] }
relations:
  - name: exempt
    columns: [{ name: ns, type: string }, { name: image, type: string }]
    rows: [${Array.from({ length: 500 }, (_, i) => `[ns${i}, image${i}]`).join(', ')}${extra}]
rules:
  - name: admit
    when:
      - { template: pod, alias: $p }
      - { relation: exempt, conditions: [{ slot: ns, expression: equals($p.ns) }, { slot: image, expression: equals($p.image) }] }
    then: { action: allow, reason: x, assert: [{ template: seen, slots: { ns: $p.ns } }] }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

let count = 0;
async function run(old: string, latest: string, ...options: readonly string[]): Promise<Ran> {
  const before = await folder.write(`old-${++count}.yaml`, old);
  return runHere(
    'diff',
    before,
    await folder.write(`new-${count}.yaml`, latest),
    '--budget',
    '3s',
    ...options,
  );
}

describe('ferrule diff', () => {
  it.each([1, 2, 3, 4, 5, 6].slice(0, full(6, 1)))(
    'finds what a row of a relation allows, with seed %d',
    async (seed) => {
      const { code, out } = await run(
        PODS('[[kube-system]]'),
        PODS('[[kube-system], [prod]]'),
        '--seed',
        String(seed),
      );
      expect(code).toBe(1);
      expect(out).toContain('more permissive');
      expect(out).toContain('{"template":"pod","data":{"ns":"prod"}}');
    },
  );

  it.each([1, 2, 3, 4].slice(0, full(4, 1)))(
    'finds what a moved bound of a cell allows, with seed %d',
    async (seed) => {
      const { code, out } = await run(SCORES(90), SCORES(88), '--seed', String(seed));
      expect([code, out]).toEqual([1, expect.stringContaining('more permissive')]);
      expect(out).toMatch(/"score":(?:89|90)/);
    },
  );

  it('constructs facts for one row among hundreds', async () => {
    const { code, out } = await run(LARGE(''), LARGE(', [prod, web]'), '--seed', '7');
    expect(code).toBe(1);
    expect(out).toContain('{"template":"pod","data":{"ns":"prod","image":"web"}}');
  });

  it('proves that a row which an earlier one covers changes nothing', async () => {
    const table = (rows: string): string =>
      SCORES(90).replace('rows: [["> 90", allow, high], ["-", deny, low]]', `rows: ${rows}`);
    const { code, out } = await run(
      table('[["> 90", allow, high], ["-", deny, low]]'),
      table('[["> 90", allow, high], ["> 95", deny, never], ["-", deny, low]]'),
      '--strict',
    );
    expect([code, out]).toEqual([0, 'equivalent (proved)\n']);
  });

  it('proves that a path of the document means the same spelled otherwise', async () => {
    const read = (path: string): string =>
      `${PODS('[[a]]')}input: [{ template: pod, slots: { ns: '${path}' } }]\n`;
    const same = await run(read('$.pod.ns'), read('$["pod"]["ns"]'), '--strict');
    expect([same.code, same.out]).toEqual([0, 'equivalent (proved)\n']);
    const other = await run(read('$.pod.ns'), read('$.pod.n'));
    expect(other.out).not.toContain('equivalent');
  });

  it('says equivalent only of what is proved, and fails with --strict otherwise', async () => {
    const before = LARGE('');
    const after = before.replace(
      'equals($p.image) }',
      'equals($p.image) }, { slot: ns, expression: not_equals("") }',
    );
    const plain = await run(before, after, '--seed', '7');
    expect([plain.code, plain.out]).toEqual([
      0,
      expect.stringMatching(/^no difference found in [\d,]+ requests/),
    ]);
    expect(plain.out).not.toContain('equivalent');
    const { code } = await run(before, after, '--seed', '7', '--strict');
    expect(code).toBe(4);
    const told = JSON.parse((await run(before, after, '--json')).out) as RulesetDiff;
    expect(told).toMatchObject({ version: 2, verdict: 'no difference found', proved: false });
  });

  it('lists a changed condition that no request reached', async () => {
    const rules = (pattern: string): string =>
      `templates: [{ name: t, slots: [{ name: x, type: string, required: true }] }]
rules: [{ name: one, when: [{ template: t, conditions: [{ slot: x, expression: 'matches(${pattern})' }] }], then: { action: allow } }]`;
    const { code, out } = await run(rules('^x{9}7$'), rules('^x{9}8$'), '--seed', '7', '--strict');
    expect(code).toBe(4);
    expect(out).toMatch(
      /no request reached:\n {2}changed conditions of MAIN::one \(new version, new-\d+\.yaml:2\)/,
    );
    const told = JSON.parse((await run(rules('^x{9}7$'), rules('^x{9}8$'), '--json')).out) as RulesetDiff;
    expect(told.unreached).toMatchObject([
      { kind: 'conditions', version: 'new', name: 'MAIN::one', row: null, line: 2 },
    ]);
  });

  it('lists a row that no request reached', async () => {
    const rules = (rows: string): string => `
templates: [{ name: t, slots: [{ name: x, type: string, required: true }, { name: y, type: string, required: true }] }]
relations: [{ name: known, columns: [{ name: x, type: string }], rows: ${rows} }]
rules:
  - name: one
    when:
      - { template: t, alias: $t, conditions: [{ slot: y, expression: 'matches(^q{9}7$)' }] }
      - { relation: known, conditions: [{ slot: x, expression: equals($t.x) }] }
    then: { action: allow }
`;
    const { code, out } = await run(rules('[[a]]'), rules('[[a], [prod]]'), '--seed', '7', '--strict');
    expect(code).toBe(4);
    expect(out).toContain('row of known ["prod"] (new version');
  });

  it('takes --strict for searching only', async () => {
    const path = await folder.write('same.yaml', PODS('[[a]]'));
    const { code, err } = await runHere('diff', path, path, '--facts', '-', '--strict');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--strict cannot be combined with --facts or --log'),
    ]);
  });
});

const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'rules.yaml', text }], { warmUp: false });

describe('diff of ferrule/testing', () => {
  it('says the same', async () => {
    const [old, latest] = [engineOf(LARGE('')), engineOf(LARGE('').replace('reason: x', 'reason: y'))];
    const told = await diff(await old, await latest, { seed: 7, budgetMs: 3_000 });
    expect(told).toMatchObject({ verdict: 'no difference found', proved: false });
  });
});
