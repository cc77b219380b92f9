import { emitRule } from '../../../compiler/emit/clips/rule.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';
import type { NameAt } from '../names/find.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import { measuredCoverage } from '../tasks/measured-coverage.ts';
import { casesByRule } from '../tasks/cases-by-rule.ts';
import { shortName } from './users-text.ts';

type Rule = Ruleset['rules'][number];

const MOST_LINES = 24;

/** A rule or table: what it decides, which cases cover it, and the constructs that it becomes. */
export function ruleText({ occurrence: { id, name }, ruleset }: NameAt): string {
  const rule = id.slice('rule:'.length);
  const compiled = (ruleset.analysis.ruleset?.rules ?? []).filter(
    (one) => nameOf(one) === rule || nameOf(one).startsWith(`${rule}/`),
  );
  const [first] = compiled;
  if (first === undefined)
    return `rule \`${name}\`\n\nThe ruleset has errors, so its construct cannot be shown.`;
  const isTable = nameOf(first) !== rule;
  const head = isTable
    ? `table \`${shortName(rule)}\` of ${compiled.length === 1 ? 'one row' : `${compiled.length} rows`}`
    : `rule \`${shortName(rule)}\`, ${decisionText(first)}`;
  const salience = first.salience === 0 ? '' : `, salience ${first.salience}`;
  return [
    `${head}${salience}`,
    first.description,
    coverageText(ruleset, rule),
    `\`\`\`clips\n${cut(compiled.map(emitRule).join('\n\n'))}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const nameOf = ({ module, name }: Rule): string => `${module}::${name}`;

function decisionText({ then: { action, effects } }: Rule): string {
  if (action !== null) return `decides \`${action}\``;
  return effects.length > 0 ? 'changes facts' : 'decides nothing';
}

/** Coverage of the last run, as long as no text changed since; else the cases that name the rule. */
function coverageText(ruleset: RulesetOfDocument, rule: string): string {
  const measured = measuredCoverage(ruleset).filter(
    (one) => one.rule === rule || one.rule.startsWith(`${rule}/`),
  );
  if (measured.length > 0) {
    const fired = measured.reduce((sum, one) => sum + one.fired, 0);
    const all = measured.flatMap(({ conditions, cells }) => [...conditions, ...cells]);
    const both = all.filter(({ held, failed }) => held > 0 && failed > 0).length;
    const times = fired === 1 ? 'once' : `${fired} times`;
    const ways = all.length === 0 ? '' : ` ${both} of ${all.length} conditions held and failed.`;
    return `Coverage: fired ${times} in the last run.${ways}`;
  }
  const { length } = casesByRule(ruleset)(rule);
  if (length === 0) return 'No case expects it to fire.';
  return length === 1 ? 'One case expects it to fire.' : `${length} cases expect it to fire.`;
}

function cut(text: string): string {
  const all = text.split('\n');
  return all.length <= MOST_LINES ? text : [...all.slice(0, MOST_LINES), '; …'].join('\n');
}
