import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { rulesetFolder, runHere, type Folder } from '../run-tests.ts';

const yaml = (least: number): string => `
relations:
  - name: grade
    columns: [{ name: role, type: symbol }, { name: level, type: integer }, { name: open, type: boolean }]
    rows: [[reader, 1, true], [editor, 2, true], [owner, 3, false]]
templates:
  - { name: user, slots: [{ name: role, type: symbol, required: true }] }
rules:
  - name: graded
    when:
      - { template: user, alias: $u }
      - relation: grade
        conditions: [{ slot: role, expression: equals($u.role) }, { slot: level, bind: "?l", expression: at_least(${least}) }]
    then: { action: allow, reason: "{l}" }
  - name: any-grade
    when:
      - { template: user, alias: $u, conditions: [{ slot: role, expression: equals(owner) }] }
      - relation: grade
        conditions: [{ slot: role, expression: equals($u.role) }, { slot: open, expression: equals(true) }]
    then: { action: escalate, reason: open }
`;

function analysed(text: string): Analysis {
  return analyze(compileOrThrow([{ path: 'r.yaml', text }]), loadModule, { now: 0, budgetMs: 10_000 });
}

describe('the analysis of relations', () => {
  it('finds facts for which a row fits, and knows when none does', () => {
    const { findings, unknown, seen_firing: seen } = analysed(yaml(3));
    expect(seen).toBe(1);
    const told = findings.map(({ code, rule }) => `${code} ${rule ?? ''}`);
    expect(told).toContain('unreachable-rule MAIN::any-grade');
    expect(told).not.toContain('unreachable-rule MAIN::graded');
    expect(unknown.filter(({ code }) => code === 'unreachable-rule')).toEqual([]);
    expect(analysed(yaml(4)).findings.map(({ rule }) => rule)).toContain('MAIN::graded');
  });

  it('takes rows for no facts that grow', () => {
    const codes = analysed(yaml(1).replace('slot: role, expression: equals($u.role) }, { ', '')).findings;
    expect(codes.map(({ code }) => code)).not.toContain('expensive-join');
  });
});

describe('a ruleset that fails before there are facts', () => {
  const FAILING = `
relations: [{ name: grade, columns: [{ name: n, type: integer }], rows: [[1], [0]] }]
templates: [{ name: t, slots: [{ name: x, type: integer, required: true }] }]
rules:
  - name: shares
    when: [{ relation: grade, conditions: [{ slot: n, bind: "?n" }, { test: "(> (div 10 ?n) 1)" }] }]
    then: { assert: [{ template: t, slots: { x: "?n" } }] }
`;
  let folder: Folder;
  let path: string;
  beforeAll(async () => {
    folder = await rulesetFolder();
    path = await folder.write('failing.yaml', FAILING);
  });
  afterAll(() => folder.remove());

  it('is reported by the analysis', async () => {
    const { code, out } = await runHere('analyze', path);
    expect([code, out]).toEqual([
      1,
      `${path}:5:5: warning: MAIN::shares: an evaluation fails: Attempt to divide by zero in function 'div' [fails]
    no facts

1 warning, 0 notes; of 1 rule 0 were seen to fire
`,
    ]);
    expect((await runHere('analyze', path, '--format', 'sarif')).out).toContain('"ruleId":"fails"');
  });

  it('does not pass the strict validation', async () => {
    expect((await runHere('validate', path)).code).toBe(0);
    const { code, err } = await runHere('validate', '--strict', path);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('an evaluation fails: Attempt to divide by zero'),
    ]);
  });

  it('is reported with a comment that ignores it', async () => {
    const ignored = FAILING.replace(
      '  - name: shares',
      '  # ferrule-ignore fails it is a sample\n  - name: shares',
    );
    const { code, out } = await runHere('analyze', await folder.write('ignored.yaml', ignored));
    expect([code, out]).toEqual([0, expect.stringContaining('1 ignored')]);
  });
});
