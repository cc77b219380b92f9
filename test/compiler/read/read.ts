import type { Source } from '../../../compiler/diagnostics/position.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { lowerShort } from '../../../compiler/lower/lower.ts';
import type { ReadLimits } from '../../../compiler/read/limits.ts';
import { readSources } from '../../../compiler/read/read-sources.ts';
import type { RuleSyntax, Syntax } from '../../../compiler/syntax.ts';

export interface ReadResult {
  readonly syntax: Syntax;
  /** `line:column code`, and the suggestion if there is one: `3:5 unknown-key (slots)`. */
  readonly found: readonly string[];
  readonly messages: readonly string[];
}

export function readAll(sources: readonly Source[], limits?: ReadLimits): ReadResult {
  const report = createReport();
  const syntax = lowerShort(readSources(sources, report, limits), sources, report);
  const positions = createPositions(sources);
  const found = report.sorted().map(({ at, code, suggestion }) => {
    const { line, column } = positions.of(at);
    return `${line}:${column} ${code}${suggestion === null ? '' : ` (${suggestion})`}`;
  });
  return { syntax, found, messages: report.sorted().map((diagnostic) => diagnostic.message) };
}

export function read(text: string, limits?: ReadLimits): ReadResult {
  return readAll([{ path: 'rules.yaml', text }], limits);
}

/** The only rule of a text that reads without a problem. */
export function readOnlyRule(text: string): RuleSyntax {
  const { syntax, found } = read(text);
  const [rule, another] = syntax.ruleGroups.flatMap((group) => group.rules);
  if (found.length > 0 || rule === undefined || another !== undefined) {
    throw new Error(`expected one rule and no problem, found ${found.join(', ') || 'none'}`);
  }
  return rule;
}
