import { createHash } from 'node:crypto';
import { CODES, type DiagnosticCode } from '../../compiler/diagnostics/codes.ts';
import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { sarifRun } from '../../authoring/analyze/formats/sarif.ts';
import { VERSION } from '../../library/version.ts';
import type { ValidateFormat } from './checked.ts';
import { locateAll, type LocatedDiagnostic } from './located.ts';

const SCHEMA =
  'https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json';

/** SARIF 2.1.0, as code scanning reads it: one run, one rule for each code of a problem. */
export const sarifFormat: ValidateFormat = {
  name: 'sarif',
  write(results) {
    const located = locateAll(results);
    const codes = [...new Set(located.map(({ diagnostic }) => diagnostic.code))].sort();
    const seen = new Map<string, number>();
    const log = {
      version: '2.1.0',
      $schema: SCHEMA,
      runs: [
        {
          tool: { driver: { name: 'ferrule', semanticVersion: VERSION, rules: codes.map(ruleOf) } },
          // Columns count UTF-16 units, as positions of ferrule do.
          columnKind: 'utf16CodeUnits',
          results: located.map((one) => resultOf(one, codes, seen)),
        },
        ...results
          .filter(({ findings }) => findings.length > 0)
          .map(({ findings, pathOf }) => sarifRun({ findings, ignored: [] }, { pathOf })),
      ],
    };
    return `${JSON.stringify(log)}\n`;
  },
};

function ruleOf(code: DiagnosticCode): object {
  const { severity, message } = CODES[code];
  return { id: code, shortDescription: { text: message }, defaultConfiguration: { level: severity } };
}

function resultOf(
  { diagnostic, path, start, end }: LocatedDiagnostic,
  codes: readonly DiagnosticCode[],
  seen: Map<string, number>,
): object {
  const { code, severity } = diagnostic;
  const text = formatMessage(diagnostic);
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(path) },
          region: {
            startLine: start.line,
            startColumn: start.column,
            endLine: end.line,
            endColumn: end.column,
          },
        },
      },
    ],
    partialFingerprints: { 'ferrule/v1': fingerprint(`${code}\n${path}\n${text}`, seen) },
  };
}

/** Identifies a problem across runs, wherever its line has moved to: the nth with its text in its file. */
function fingerprint(problem: string, seen: Map<string, number>): string {
  const nth = (seen.get(problem) ?? 0) + 1;
  seen.set(problem, nth);
  return createHash('sha256').update(`${problem}\n${nth}`).digest('hex');
}
