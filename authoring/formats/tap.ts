import type { SuiteReport } from '../run/report.ts';
import type { Format } from './format.ts';

/** TAP version 14: a test point a case, with a YAML diagnostic for those that failed. */
export const tapFormat: Format = {
  name: 'tap',
  write({ suites }) {
    const points = suites.flatMap(pointsOf);
    const lines = points.map(({ isOk, name, details }, i) => {
      const head = `${isOk ? 'ok' : 'not ok'} ${i + 1} - ${escape(name)}\n`;
      return isOk ? head : `${head}  ---\n${details.map((line) => `  ${line}\n`).join('')}  ...\n`;
    });
    return `TAP version 14\n1..${points.length}\n${lines.join('')}`;
  },
};

interface Point {
  readonly isOk: boolean;
  readonly name: string;
  /** Lines of YAML. */
  readonly details: readonly string[];
}

function pointsOf({ file, name, problems, cases }: SuiteReport): readonly Point[] {
  const broken = problems.map(({ line, column, message }) => ({
    isOk: false,
    name: `${name}: ${message}`,
    details: [`at: ${JSON.stringify(`${file}:${line}:${column}`)}`],
  }));
  const run = cases.map(({ name: title, place, differences }) => {
    const isOk = differences.length === 0;
    const { line, column } = isOk ? { line: 0, column: 0 } : place();
    const details = [
      `at: ${JSON.stringify(`${file}:${line}:${column}`)}`,
      'differences:',
      // JSON is YAML, whatever a text holds.
      ...differences.map((one) => `  - ${JSON.stringify(one)}`),
    ];
    return { isOk, name: `${name}: ${title}`, details };
  });
  return [...broken, ...run];
}

/** `#` would begin a directive; a line ends the test point. */
function escape(text: string): string {
  return text.replace(/[\\#]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
