import { describe, expect, it } from 'vitest';
import { analyze } from '../../../server/authors/analyze/analyze.ts';
import type { Analysis } from '../../../server/authors/analyze/analysis.ts';
import { compileOrThrow } from '../../../server/library/compile-or-throw.ts';

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
  return analyze(compileOrThrow([{ path: 'r.yaml', text }]), { now: 0, budgetMs: 10_000 });
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
