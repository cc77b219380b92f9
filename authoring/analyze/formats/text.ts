import { visible } from '../../../library/shown-text.ts';
import { writeJson } from '../../../library/json.ts';
import type { Analysis, Finding, Unknown } from '../analysis.ts';
import type { AnalysisFormat, WriteOptions } from './format.ts';
import { shownFindings } from './shown-findings.ts';
import { counted } from '../../../library/counted.ts';

/** Text format: one line per finding, followed by the facts that show it. */
export const textFormat: AnalysisFormat = {
  name: 'text',
  write(analysis, options) {
    const lines = shownFindings(analysis).flatMap((finding) => findingLines(finding, options));
    return [...lines, ...(lines.length === 0 ? [] : ['']), ...summary(analysis)]
      .map((line) => `${visible(line)}\n`)
      .join('');
  },
};

/** A finding, and the facts that show it. */
export function findingLines(finding: Finding, { pathOf }: WriteOptions): readonly string[] {
  const { file, line, column, severity, code, rule, message, facts, input } = finding;
  const about = rule === null ? '' : `${rule}: `;
  return [
    `${pathOf(file)}:${line}:${column}: ${severity}: ${about}${message} [${code}]`,
    ...(facts === null ? [] : facts.map((fact) => `    ${writeJson(fact)}`)),
    ...(facts?.length === 0 && input === undefined ? ['    no facts'] : []),
    ...(input === undefined ? [] : [`    input ${writeJson(input)}`]),
  ];
}

function summary(analysis: Analysis): readonly string[] {
  const { findings, ignored, unknown, rules } = analysis;
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const parts = [
    counted(warnings, 'warning'),
    counted(findings.length - warnings, 'note'),
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ];
  return [
    `${parts.join(', ')}; of ${counted(rules, 'rule')} ${analysis.seen_firing} were seen to fire`,
    ...unknownLines(unknown),
    ...(analysis.cut_short ? ['out of time: use --budget for more'] : []),
  ];
}

/** Number of open findings of each code, with the first ones by name. */
function unknownLines(unknown: readonly Unknown[]): readonly string[] {
  const codes = [...new Set(unknown.map(({ code }) => code))];
  return codes.map((code) => {
    const open = unknown.filter((one) => one.code === code);
    const names = [...new Set(open.flatMap(({ rule }) => rule ?? []))];
    const told = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
    return `unknown: ${code} of ${counted(open.length, 'case')}${told === '' ? '' : ` (${told})`}`;
  });
}
