import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { DefaultDecision } from '../../ruleset.ts';
import type { DefaultSyntax, ReasonPartSyntax } from '../../syntax.ts';
import type { Pass } from '../checked.ts';
import { DEFAULT_ACTIONS } from '../../language/default-actions.ts';

/** The text of a part. A default has no match, so nothing can be filled in. */
function textOf(part: ReasonPartSyntax, report: Report): string {
  if (part.kind === 'text' || part.kind === 'bare') return part.text;
  if (part.kind === 'variable') report.add('unbound-name', part.at, { name: part.name });
  else report.add('unknown-alias', part.at, { name: part.alias });
  return '';
}

function checkOne({ action, reason }: DefaultSyntax, report: Report): DefaultDecision {
  const known = DEFAULT_ACTIONS.find((name) => name === action.value);
  if (known === undefined) {
    report.add(
      'unknown-default',
      action.at,
      { name: action.value },
      closestName(action.value, DEFAULT_ACTIONS),
    );
  }
  const text = reason === null ? null : reason.parts.map((part) => textOf(part, report)).join('');
  return { action: known ?? 'deny', reason: text };
}

/** One compiled ruleset has one `default`. */
export const checkDefault: Pass = (checked, report) => {
  const { defaults } = checked.syntax;
  const [first] = defaults.map((written) => checkOne(written, report));
  for (const written of defaults.slice(1)) {
    const other = checkOne(written, report);
    if (other.action !== first?.action || other.reason !== first.reason) {
      report.add('default-conflict', written.at, { file: defaults[0]!.at.file });
    }
  }
  return { ...checked, default: first ?? null };
};
