import { outcomesOf, type RuleCoverage } from '../coverage.ts';
import type { CoverageFormat } from './formats.ts';

/** lcov: a rule is a function, the outcomes of a condition or a cell are branches, lines are those of the YAML. */
export const lcovFormat: CoverageFormat = {
  name: 'lcov',
  write(coverage) {
    const byFile = new Map<string, RuleCoverage[]>();
    for (const rule of coverage.rulesets.flatMap(({ rules }) => rules))
      byFile.set(rule.file, [...(byFile.get(rule.file) ?? []), rule]);
    return [...byFile].map(([file, rules]) => record(file, rules)).join('');
  },
};

function record(file: string, rules: readonly RuleCoverage[]): string {
  const outcomes = rules.flatMap(({ conditions, branches, cells }) => [
    ...[...conditions, ...cells].map((one) => ({ line: one.line, counts: outcomesOf(one) })),
    ...branches.map(({ line, passed }) => ({ line, counts: [passed] })),
  ]);
  const taken = outcomes.flatMap(({ line, counts }, block) => {
    const asked = counts.some((count) => count > 0);
    return counts.map((count, i) => `BRDA:${line},${block},${i},${asked ? count : '-'}`);
  });
  const lines = new Map<number, number>();
  const hit = (line: number, count: number): void =>
    void lines.set(line, Math.max(lines.get(line) ?? 0, count));
  for (const { line, fired } of rules) hit(line, fired);
  for (const { line, counts } of outcomes)
    hit(
      line,
      counts.reduce((a, b) => a + b, 0),
    );
  const counts = outcomes.flatMap((one) => one.counts);
  return [
    'TN:',
    `SF:${file}`,
    ...rules.map(({ rule, line }) => `FN:${line},${rule}`),
    ...rules.map(({ rule, fired }) => `FNDA:${fired},${rule}`),
    `FNF:${rules.length}`,
    `FNH:${rules.filter(({ fired }) => fired > 0).length}`,
    ...taken,
    `BRF:${counts.length}`,
    `BRH:${counts.filter((count) => count > 0).length}`,
    ...[...lines].sort(([a], [b]) => a - b).map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.size}`,
    `LH:${[...lines.values()].filter((count) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}
