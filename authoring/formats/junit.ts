import { countCases, type CaseReport, type SuiteReport } from '../run/report.ts';
import { differenceLines } from './difference-lines.ts';
import type { Format } from './format.ts';

const MS = 1000;
/** Control characters, lone surrogates and noncharacters: XML 1.0 does not allow most of them. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** JUnit XML: one failure element a case. A suite that could not run is a case that failed. */
export const junitFormat: Format = {
  name: 'junit',
  write(report) {
    const { passed, failed, broken } = countCases(report);
    const totals = attributes({
      tests: passed + failed + broken,
      failures: failed,
      errors: broken,
      skipped: 0,
    });
    const suites = report.suites.map(writeSuite).join('');
    const time = attributes({ time: seconds(report.durationMs) });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${totals}${time}>\n${suites}</testsuites>\n`;
  },
};

function writeSuite({ file, name, problems, cases, durationMs }: SuiteReport): string {
  const failures = cases.filter(({ differences }) => differences.length > 0).length;
  const errors = problems.length > 0 ? 1 : 0;
  const tests = cases.length + errors;
  const head = attributes({ name, file, tests, failures, errors, skipped: 0, time: seconds(durationMs) });
  const broken = problems
    .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`)
    .join('\n');
  const error =
    errors === 0
      ? ''
      : `    <testcase${attributes({ classname: name, name: 'the suite can be run', file, time: 0 })}>\n` +
        `      <error${attributes({ type: 'suite', message: problems[0]?.message ?? '' })}>${escape(broken)}</error>\n` +
        `    </testcase>\n`;
  const body = cases.map((one) => writeCase(one, name, file)).join('');
  return `  <testsuite${head}>\n${error}${body}  </testsuite>\n`;
}

function writeCase({ name, differences, durationMs }: CaseReport, classname: string, file: string): string {
  const head = `    <testcase${attributes({ classname, name, file, time: seconds(durationMs) })}`;
  const [first] = differences;
  if (first === undefined) return `${head}/>\n`;
  const message = `${first.what}: expected ${first.expected}, got ${first.got}`;
  const text = escape(differenceLines(differences).join('\n'));
  return `${head}>\n      <failure${attributes({ type: first.what, message })}>${text}</failure>\n    </testcase>\n`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${escape(String(value)).replace(/[\n\r\t"]/g, (found) => ESCAPES[found]!)}"`,
    )
    .join('');
}

function escape(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(/[&<>]/g, (found) => ESCAPES[found]!);
}

function seconds(milliseconds: number): string {
  return (milliseconds / MS).toFixed(6);
}
