import { writeJson } from '../../../library/json.ts';
import type { AnalysisFormat } from './format.ts';

/** The whole analysis as one object; docs/guides/analyze.md describes it. */
export const jsonFormat: AnalysisFormat = {
  name: 'json',
  write(analysis, { pathOf }) {
    const placed = <T extends { readonly file: string }>(finding: T): T => ({
      ...finding,
      file: pathOf(finding.file),
    });
    const { findings, ignored } = analysis;
    return `${writeJson({ ...analysis, findings: findings.map(placed), ignored: ignored.map(placed) })}\n`;
  },
};
