import type { Source } from '../../compiler/diagnostics/position.ts';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import type { Finding, IgnoredFinding } from './analysis.ts';
import { FINDING_CODES, isFindingCode } from './codes.ts';

/** `# ferrule-ignore CODE reason`: at the end of the line that a finding names, or in the comments right above it. */
const COMMENT = /#\s*ferrule-ignore\b[ \t]*(\S*)[ \t]*(.*)$/;
const ONLY_COMMENT = /^\s*#/;

interface Ignore {
  readonly file: string;
  readonly line: number;
  /** The line of the findings that it ignores. */
  readonly about: number;
  readonly code: string;
  readonly reason: string;
}

/** Parts the findings that comments ignore from the others; comments that are wrong are findings themselves. */
export function applyIgnores(
  found: readonly Finding[],
  sources: readonly Source[],
): { readonly findings: readonly Finding[]; readonly ignored: readonly IgnoredFinding[] } {
  const ignores = sources.flatMap(ignoresIn);
  const used = new Set<Ignore>();
  const findings: Finding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const finding of found) {
    const fitting = ignores.find(
      ({ file, about, code, reason }) =>
        reason !== '' && file === finding.file && about === finding.line && code === finding.code,
    );
    if (fitting === undefined) {
      findings.push(finding);
      continue;
    }
    used.add(fitting);
    ignored.push({ ...finding, reason: fitting.reason });
  }
  const wrong = ignores.filter((one) => !used.has(one)).map(wrongIgnore);
  return { findings: [...findings, ...wrong], ignored };
}

function ignoresIn({ path, text }: Source): readonly Ignore[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return lines.flatMap((line, i) => {
    const found = COMMENT.exec(line);
    if (found === null) return [];
    let about = i;
    if (ONLY_COMMENT.test(line)) while (ONLY_COMMENT.test(lines[about] ?? '')) about++;
    return [
      { file: path, line: i + 1, about: about + 1, code: found[1] ?? '', reason: (found[2] ?? '').trim() },
    ];
  });
}

function wrongIgnore({ file, line, code, reason }: Ignore): Finding {
  return {
    code: 'wrong-ignore',
    severity: FINDING_CODES['wrong-ignore'].severity,
    rule: null,
    message: whatIsWrong(code, reason),
    file,
    line,
    column: 1,
    with: [],
    facts: null,
  };
}

function whatIsWrong(code: string, reason: string): string {
  if (code === '') return 'it needs a code and a reason: # ferrule-ignore CODE reason';
  if (!isFindingCode(code)) {
    const meant = closestName(code, Object.keys(FINDING_CODES))();
    return `unknown code '${code}'${meant === null ? '' : ` (did you mean '${meant}'?)`}`;
  }
  if (reason === '') return `it does not say why ${code} is ignored`;
  return `there is no ${code} finding here`;
}
