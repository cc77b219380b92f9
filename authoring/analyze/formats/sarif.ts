import { sha256Hex } from '../../../compiler/read/sha256.ts';
import { VERSION } from '../../../library/version.ts';
import type { Analysis, Finding, IgnoredFinding } from '../analysis.ts';
import { FINDING_CODES, type FindingCode } from '../codes.ts';
import type { AnalysisFormat, WriteOptions } from './format.ts';

const SCHEMA =
  'https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json';

/** SARIF 2.1.0 for code scanning; findings ignored by comments are included as suppressed. */
export const sarifFormat: AnalysisFormat = {
  name: 'sarif',
  write: (analysis, options) =>
    `${JSON.stringify({ version: '2.1.0', $schema: SCHEMA, runs: [sarifRun(analysis, options)] })}\n`,
};

/** One run of a log. */
export function sarifRun(
  { findings, ignored }: Pick<Analysis, 'findings' | 'ignored'>,
  { pathOf }: WriteOptions,
): object {
  const codes = [...new Set([...findings, ...ignored].map(({ code }) => code))].sort();
  const seen = new Map<string, number>();
  const result = (finding: Finding): object => resultOf(finding, pathOf(finding.file), codes, seen);
  const suppressed = ({ reason, ...finding }: IgnoredFinding): object => ({
    ...result(finding),
    suppressions: [{ kind: 'inSource', justification: reason }],
  });
  return {
    tool: { driver: { name: 'ferrule analyze', semanticVersion: VERSION, rules: codes.map(ruleOf) } },
    columnKind: 'utf16CodeUnits',
    results: [...findings.map(result), ...ignored.map(suppressed)],
  };
}

function ruleOf(code: FindingCode): object {
  const { severity, title } = FINDING_CODES[code];
  return { id: code, shortDescription: { text: title }, defaultConfiguration: { level: severity } };
}

function resultOf(
  { code, severity, rule, message, line, column }: Finding,
  uri: string,
  codes: readonly FindingCode[],
  seen: Map<string, number>,
): object {
  const text = `${rule === null ? '' : `${rule}: `}${message}`;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(uri) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
    partialFingerprints: { 'ferrule/v1': fingerprint(`${code}\n${uri}\n${text}`, seen) },
  };
}

/** Identifies a finding across runs, wherever its line has moved to. */
function fingerprint(finding: string, seen: Map<string, number>): string {
  const nth = (seen.get(finding) ?? 0) + 1;
  seen.set(finding, nth);
  return sha256Hex([`${finding}\n${nth}`]);
}
