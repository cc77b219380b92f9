import type { Source } from '../../../compiler/diagnostics/position.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { checkRuleset } from '../../../compiler/check/check-ruleset.ts';
import { emitConditionElement } from '../../../compiler/emit/clips/condition-element.ts';
import { lowerShort } from '../../../compiler/lower/lower.ts';
import { readSources } from '../../../compiler/read/read-sources.ts';
import type { Rule, Ruleset } from '../../../compiler/ruleset.ts';

export interface CheckResult {
  readonly ruleset: Ruleset | null;
  /** `line:column code`, and the suggestion if there is one: `3:5 unknown-slot (name)`. */
  readonly found: readonly string[];
  readonly messages: readonly string[];
}

export function checkAll(sources: readonly Source[]): CheckResult {
  const report = createReport();
  const ruleset = checkRuleset(lowerShort(readSources(sources, report), sources, report), report);
  const positions = createPositions(sources);
  const found = report.sorted().map(({ at, code, suggestion }) => {
    const { line, column } = positions.of(at);
    return `${line}:${column} ${code}${suggestion === null ? '' : ` (${suggestion})`}`;
  });
  return { ruleset, found, messages: report.sorted().map(({ message }) => message) };
}

export function check(text: string): CheckResult {
  return checkAll([{ path: 'rules.yaml', text }]);
}

/** The codes of what is found in a text. */
export function codesIn(text: string): readonly string[] {
  return check(text).found.map((problem) => problem.replace(/^\S+ (\S+).*$/, '$1'));
}

/** Warnings about rules that tests of other things write: those that need no fact, and denials by any operator. */
const EXPECTED = ['rule-without-pattern', 'open-denial'];

/** The ruleset of a result without a problem. */
export function goodRuleset({ ruleset, found, messages }: CheckResult): Ruleset {
  if (ruleset === null || found.some((problem) => !EXPECTED.some((code) => problem.endsWith(code))))
    throw new Error(`expected no problem, found ${messages.join('; ')}`);
  return ruleset;
}

export function checkGood(text: string): Ruleset {
  return goodRuleset(check(text));
}

/** Templates shared by the tests of rules. `a` and `b` differ only in the names of the slots. */
export const TEMPLATES = `templates:
  - name: a
    slots:
      - { name: sym, type: symbol }
      - { name: str, type: string }
      - { name: int, type: integer }
      - { name: flt, type: float }
      - { name: colour, type: symbol, allowed_values: [red, green, blue] }
      - { name: level, type: symbol, allowed_values: [low, mid, high] }
      - { name: compartments, type: string }
  - name: b
    slots:
      - { name: sym, type: symbol }
      - { name: str, type: string }
      - { name: int, type: integer }
      - { name: colour, type: symbol, allowed_values: [blue, black] }
hierarchies:
  - { name: clearance, levels: [low, mid, high] }
  - { name: grade, levels: [c, b, a] }
`;

/** One rule with the given \`when\` entries (one per line, YAML flow maps). */
export function ruleText(when: readonly string[], then = '{ action: deny }'): string {
  const entries = when.map((entry) => `      - ${entry}\n`).join('');
  return `${TEMPLATES}rules:\n  - name: r\n    when:\n${entries}    then: ${then}\n`;
}

export function onlyRule(ruleset: Ruleset): Rule {
  const [rule] = ruleset.rules;
  if (rule === undefined) throw new Error('no rule');
  return rule;
}

/** The left side as CLIPS text, one element an item. */
export function leftSide(when: readonly string[], then?: string): readonly string[] {
  return onlyRule(checkGood(ruleText(when, then))).when.map((element) =>
    emitConditionElement(element, 0).replace(/\s*\n\s*/g, ' '),
  );
}
