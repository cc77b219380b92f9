import { annotation } from '../findings/annotation.ts';
import { countCases } from '../run/report.ts';
import { differenceLines } from './difference-lines.ts';
import type { Format } from './format.ts';

/** Workflow commands of GitHub Actions: an annotation for each case that failed, at its line. */
export const githubFormat: Format = {
  name: 'github',
  write(report) {
    const annotations = report.suites.flatMap(({ file, name, problems, cases }) => [
      ...problems.map(({ line, column, message }) =>
        annotation('error', { file, line, col: column, title: name }, message),
      ),
      ...cases
        .filter(({ differences }) => differences.length > 0)
        .map(({ name: title, place, differences }) => {
          const { line, column } = place();
          const properties = { file, line, col: column, title: `${name}: ${title}` };
          return annotation('error', properties, differenceLines(differences).join('\n'));
        }),
    ]);
    const { passed, failed, broken } = countCases(report);
    const ran = `${passed} passed, ${failed} failed${broken > 0 ? `, ${broken} suites not run` : ''}`;
    return `${annotations.join('')}${ran}\n`;
  },
};
