/** Analysis of the rows of a decision table. */
import { describe, expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';

const yaml = (hit: string, lastRow: string): string => `
templates:
  - name: order
    slots: [{ name: total, type: integer, required: true }, { name: to, type: string, required: true }]
tables:
  - name: fee
    when: [{ template: order, alias: $o }]
    hit: ${hit}
    inputs: [$o.total, $o.to]
    outputs: [action, reason]
    rows:
      - ["< 100", "home", allow, small]
      - ["[100..1000)", "-", escalate, middle]
      - [">= 1000", "abroad", deny, large]
      - ${lastRow}
`;

function analysed(text: string): Analysis {
  const compilation = compileOrThrow([{ path: 'r.yaml', text }], { cells: true });
  return analyze(compilation, loadModule, { now: 0, budgetMs: 10_000 });
}

describe('the analysis of decision tables', () => {
  it.each(['unique', 'first', 'any', 'collect'])('finds facts for every row under %s', (hit) => {
    const { seen_firing: seen, rules, unknown } = analysed(yaml(hit, '[">= 1000", "home", deny, home]'));
    expect([seen, rules]).toEqual([4, 4]);
    expect(unknown).toEqual([]);
  });

  it('reports one pair of rows that fire together for different matches', () => {
    const { findings } = analysed(yaml('unique', '[">= 1000", "home", deny, home]'));
    const conflicts = findings.filter(({ code }) => code === 'conflict');
    expect(conflicts.map(({ rule, with: others }) => [rule, ...others])).toEqual([
      ['MAIN::fee/1', 'MAIN::fee/3'],
    ]);
    expect(conflicts[0]?.facts).toHaveLength(2);
  });

  it('knows of a row whose cell leaves nothing', () => {
    const impossible = yaml('first', '["-", "home", deny, home]').replace(
      '{ template: order, alias: $o }',
      '{ template: order, alias: $o, conditions: [{ slot: total, bind: "?n" }, { test: "(< ?n 500)" }] }',
    );
    const told = analysed(impossible).findings.map(({ code, rule }) => `${code} ${rule ?? ''}`);
    expect(told).toContain('unreachable-rule MAIN::fee/3');
    expect(told).not.toContain('unreachable-rule MAIN::fee/2');
  });

  it('knows of a row that earlier rows hide, and reaches a row of two `-`', () => {
    const hidden = yaml('first', '["-", "-", allow, rest]').replace(
      '["[100..1000)", "-", escalate, middle]',
      '["< 99", "home", escalate, middle]',
    );
    const { findings, seen_firing: seen } = analysed(hidden);
    const unreachable = findings.filter(({ code }) => code === 'unreachable-rule');
    expect(unreachable.map(({ rule, message }) => [rule, message])).toEqual([
      ['MAIN::fee/2', 'it never fires: earlier rows of its table match whatever it matches'],
    ]);
    expect(seen).toBe(3);
  });

  it('hides no row under collect', () => {
    const all = yaml('collect', '["-", "-", allow, rest]').replace(
      '["[100..1000)", "-", escalate, middle]',
      '["< 99", "home", escalate, middle]',
    );
    expect(analysed(all).seen_firing).toBe(4);
  });
});
