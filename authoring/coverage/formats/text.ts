import type { ConditionCoverage, Coverage, Part, RuleCoverage } from '../coverage.ts';
import { visible } from '../../../library/shown-text.ts';
import type { CoverageFormat } from './formats.ts';

/** Text format: everything that is not covered, and the totals. */
export const textFormat: CoverageFormat = {
  name: 'text',
  write(coverage) {
    const rules = coverage.rulesets.flatMap((one) => one.rules.flatMap(ruleLines));
    const missing = rules.length === 0 ? [] : ['Not covered:', ...rules, ''];
    return `\n${[...missing, summaryLine(coverage)].map((line) => `${visible(line)}\n`).join('')}`;
  },
};

export function summaryLine({ totals, percent }: Coverage): string {
  const { rules, conditions, branches, cells, boundaries } = totals;
  const parts = [
    `rules ${partText(rules)}`,
    `conditions ${partText(conditions)}`,
    ...(branches.total === 0 ? [] : [`branches ${partText(branches)}`]),
    ...(cells.total === 0 ? [] : [`cells ${partText(cells)}`]),
    ...(boundaries.total === 0 ? [] : [`boundaries ${partText(boundaries)}`]),
  ];
  if (percent === null) return 'nothing to cover: no rule was loaded';
  return `covered ${percent.toFixed(1)} %: ${parts.join(', ')}`;
}

function partText({ covered, total }: Part): string {
  return `${covered} of ${total}`;
}

function ruleLines({
  rule,
  file,
  line,
  column,
  fired,
  nearest,
  conditions,
  branches,
  cells,
}: RuleCoverage): readonly string[] {
  const asleep = fired === 0 ? [`    never fired`, ...nearest.map((text) => `  ${text}`)] : [];
  const open = [
    ...asleep,
    ...conditions.flatMap((one) => outcomeLines(one, `${one.line}:${one.column}: ${one.text}`)),
    ...branches.flatMap((one) =>
      one.passed === 0 ? [`    ${one.line}:${one.column}: this branch never held`] : [],
    ),
    ...cells.flatMap((one) => outcomeLines(one, `cell ${one.text} of ${one.input}`)),
  ];
  return open.length === 0 ? [] : [`  ${rule}  ${file}:${line}:${column}`, ...open];
}

/** @param name the condition */
function outcomeLines(
  {
    of,
    followed,
    in: isIn,
    held,
    failed,
    boundaries,
  }: Pick<ConditionCoverage, 'of' | 'followed' | 'in' | 'held' | 'failed' | 'boundaries'>,
  name: string,
): readonly string[] {
  const asked = held + failed > 0;
  // The counts of a list's last value are those of the condition.
  const isLast = followed !== true;
  const outcome = !asked
    ? ['was never tested'].slice(isLast ? 0 : 1)
    : isIn === true
      ? [
          ...(held === 0 ? [`never held for ${of ?? ''}`] : []),
          ...(failed === 0 && isLast ? ['never failed'] : []),
        ]
      : held === 0 && isLast
        ? ['never held']
        : failed === 0
          ? [`never failed${of === undefined ? '' : ` for ${of}`}`]
          : [];
  const bounds = !asked
    ? []
    : boundaries.flatMap(({ bound, on, under, over }) => [
        ...(on === 0 ? [`was not tested at ${bound}`] : []),
        ...(under === 0 ? [`was not tested just under ${bound}`] : []),
        ...(over === 0 ? [`was not tested just over ${bound}`] : []),
      ]);
  return [...outcome, ...bounds].map((what) => `    ${name} ${what}`);
}
