import { outcomesOf, type RuleCoverage } from '../../authoring/coverage/coverage.ts';
import { reportCoverage } from '../../authoring/coverage/report-coverage.ts';
import { loadCompilation } from '../../authoring/language-service/tasks/work/load.ts';
import { loadInWorker } from '../../library/browser/load-in-worker.ts';
import { runCase } from '../../authoring/run/run-case.ts';
import { isSource } from '../protocol/file-kinds.ts';
import type { Coverage, LineCovered, Question, RuleCovered } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { soundSuites } from './suites.ts';

/**
 * Runs the cases of all suites and counts what they reach: rules, and outcomes of conditions, cells and branches.
 *
 * @throws CompileError
 */
export async function measureCoverage(
  { ruleset }: Question,
  rulesets: LoadedRulesets,
  tell: (message: string) => void,
): Promise<Coverage> {
  const { compilation } = rulesets.open(ruleset);
  const given = { name: ruleset.name, sources: ruleset.files.filter(isSource), lenient: false };
  const { tested } = loadCompilation(compilation, given, loadInWorker, true);
  const now = Date.now();
  const cases = soundSuites(ruleset, tested).flatMap((suite) => suite.cases);
  for (const [i, one] of cases.entries()) {
    tell(`${i + 1} of ${cases.length} cases`);
    await runCase(tested, one, now);
  }
  const { collector } = tested;
  if (collector === null) throw new TypeError('loaded without coverage');
  const { percent, rulesets: reports } = reportCoverage(new Map([['.', collector]]));
  const rules = reports.flatMap((one) => one.rules);
  return { percent, rules: rules.map(ruleCovered), lines: linesOf(rules) };
}

/** Counts of one place; each that is zero is open. */
interface Outcome {
  readonly line: number;
  readonly counts: readonly number[];
  readonly open: string;
}

function outcomesOfRule({ conditions, cells, branches }: RuleCoverage): readonly Outcome[] {
  const open = (held: number, failed: number): string =>
    held === 0 && failed === 0 ? 'was never tested' : held === 0 ? 'never held' : 'never failed';
  return [
    ...conditions.map((one) => ({
      line: one.line,
      counts: outcomesOf(one),
      open: `line ${one.line}: ${one.text}${one.of === undefined ? '' : ` (${one.of})`} ${open(one.held, one.failed)}`,
    })),
    ...cells.map((one) => ({
      line: one.line,
      counts: outcomesOf(one),
      open: `${one.input} ${one.text} ${open(one.held, one.failed)}`,
    })),
    ...branches.map(({ line, passed }) => ({
      line,
      counts: [passed],
      open: `line ${line}: this alternative never passed`,
    })),
  ];
}

function ruleCovered(rule: RuleCoverage): RuleCovered {
  const outcomes = outcomesOfRule(rule);
  const counts = [rule.fired, ...outcomes.flatMap((one) => one.counts)];
  const { file, line, column } = rule;
  return {
    rule: rule.rule,
    place: { file, line, column },
    fired: rule.fired,
    covered: counts.filter((count) => count > 0).length,
    total: counts.length,
    open: [
      ...(rule.fired === 0 ? ['it never fired', ...rule.nearest.map((text) => text.trim())] : []),
      ...outcomes.filter((one) => one.counts.includes(0)).map((one) => one.open),
    ],
  };
}

function linesOf(rules: readonly RuleCoverage[]): Coverage['lines'] {
  const lines = new Map<string, { file: string; line: number; counts: number[] }>();
  const add = (file: string, line: number, counts: readonly number[]): void => {
    const key = `${line} ${file}`;
    const known = lines.get(key) ?? { file, line, counts: [] };
    lines.set(key, known);
    known.counts.push(...counts);
  };
  for (const rule of rules) {
    add(rule.file, rule.line, [rule.fired]);
    for (const { line, counts } of outcomesOfRule(rule)) add(rule.file, line, counts);
  }
  return [...lines.values()].map(({ file, line, counts }) => ({ file, line, covered: covered(counts) }));
}

function covered(counts: readonly number[]): LineCovered {
  if (!counts.includes(0)) return 'all';
  return counts.some((count) => count > 0) ? 'some' : 'none';
}
