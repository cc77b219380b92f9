import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { annotation } from '../../authoring/findings/annotation.ts';
import { findingAnnotation } from '../../authoring/analyze/formats/github.ts';
import type { ValidateFormat } from './checked.ts';
import { locateAll } from './located.ts';

/** Workflow commands of GitHub Actions: an annotation for each problem, at its place. */
export const githubFormat: ValidateFormat = {
  name: 'github',
  write: (results) =>
    [
      ...locateAll(results).map(({ diagnostic, path, start, end }) => {
        const { severity, code } = diagnostic;
        const place = {
          file: path,
          line: start.line,
          col: start.column,
          endLine: end.line,
          endColumn: end.column,
        };
        return annotation(severity, { ...place, title: code }, formatMessage(diagnostic));
      }),
      ...results.flatMap(({ findings, pathOf }) => findings.map((one) => findingAnnotation(one, { pathOf }))),
    ].join(''),
};
