import { countCases, type CaseReport, type Report, type SuiteReport } from '../run/report.ts';
import { visible } from '../../library/shown-text.ts';
import { differenceLines } from './difference-lines.ts';
import type { Format } from './format.ts';

const RED = 31;
const GREEN = 32;
const GREY = 90;
type Paint = (colour: number, text: string) => string;

/** Text format: one line per suite, and every failed case. Control characters in names, messages and values are escaped. */
export const prettyFormat: Format = {
  name: 'pretty',
  write(report, { colours }) {
    const paint: Paint = (colour, text) =>
      colours ? `\u001b[${colour}m${visible(text)}\u001b[0m` : visible(text);
    const suites = report.suites.map((suite) => writeSuite(suite, paint));
    return `${suites.join('')}\n${writeSummary(report, paint)}\n`;
  },
};

function writeSuite({ file, name, problems, cases }: SuiteReport, paint: Paint): string {
  const failed = cases.filter(({ differences }) => differences.length > 0);
  const isGood = failed.length === 0 && problems.length === 0;
  const mark = isGood ? paint(GREEN, '✓') : paint(RED, '✗');
  const count = problems.length > 0 ? 'not run' : `${cases.length - failed.length} of ${cases.length} passed`;
  const told = problems.map(
    ({ line, column, message }) => `  ${visible(`${file}:${line}:${column}: ${message}`)}\n`,
  );
  const lines = failed.map((one) => writeCase(one, file, paint));
  const notes = cases.flatMap((one) =>
    one.note === undefined ? [] : [`  ${visible(one.name)}: ${paint(GREY, one.note)}\n`],
  );
  return `${mark} ${visible(name)}  ${count}  ${paint(GREY, file)}\n${told.join('')}${notes.join('')}${lines.join('')}`;
}

function writeCase({ name, place, differences }: CaseReport, file: string, paint: Paint): string {
  const { line, column } = place();
  const head = `  ${paint(RED, '✗')} ${visible(name)}  ${paint(GREY, `${file}:${line}:${column}`)}\n`;
  return (
    head +
    differenceLines(differences)
      .map((text) => `      ${visible(text)}\n`)
      .join('')
  );
}

function writeSummary(report: Report, paint: Paint): string {
  const { passed, failed, broken } = countCases(report);
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [paint(RED, `${failed} failed`)] : []),
    ...(broken > 0 ? [paint(RED, `${broken} ${broken === 1 ? 'suite' : 'suites'} not run`)] : []),
  ];
  return `${parts.join(', ')} in ${Math.round(report.durationMs)} ms`;
}
