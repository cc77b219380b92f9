import type { Analysis, Finding } from '../analysis.ts';

/**
 * The findings for people. Where the mode of deciding settles an allow and a deny that fire together, such pairs are
 * normal: one finding represents all of them. Formats for programs list each.
 */
export function shownFindings({ findings, decide }: Analysis): readonly Finding[] {
  const conflicts = findings.filter(({ code }) => code === 'conflict');
  const [first, another] = conflicts;
  if (!decide.endsWith('-overrides') || first === undefined || another === undefined) return findings;
  const one: Finding = {
    ...first,
    rule: null,
    message: `${conflicts.length} pairs of an allow and a deny can fire together; ${decide} decides between them (--json lists them)`,
    with: [],
    facts: null,
  };
  return findings.flatMap((finding) =>
    finding === first ? [one] : finding.code === 'conflict' ? [] : [finding],
  );
}
