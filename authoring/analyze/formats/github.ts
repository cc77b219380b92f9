import { annotation } from '../../findings/annotation.ts';
import type { Finding } from '../analysis.ts';
import type { AnalysisFormat, WriteOptions } from './format.ts';
import { shownFindings } from './shown-findings.ts';

/** Workflow commands of GitHub Actions: an annotation for each finding, at its place. */
export const githubFormat: AnalysisFormat = {
  name: 'github',
  write: (analysis, options) =>
    shownFindings(analysis)
      .map((finding) => findingAnnotation(finding, options))
      .join(''),
};

export function findingAnnotation(
  { severity, file, line, column, code, rule, message }: Finding,
  { pathOf }: WriteOptions,
): string {
  return annotation(
    severity === 'note' ? 'notice' : severity,
    { file: pathOf(file), line, col: column, title: code },
    `${rule === null ? '' : `${rule}: `}${message}`,
  );
}
