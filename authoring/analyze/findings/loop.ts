import type { TypedExpression } from '../../../compiler/language/expression/typed-expression.ts';
import type { Rule, Ruleset } from '../../../compiler/ruleset.ts';
import type { Findings, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { ANALYSIS_LIMITS } from '../evidence.ts';
import { effectsOf, readTemplates } from '../effects.ts';
import { nameOf, unknownOf } from './finding.ts';

/** Finds rules that go on without end: those that may, with facts for which they did. */
export function findLoop(context: AnalysisContext): Findings {
  const { explainable } = context;
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  for (const circle of circlesOf(explainable.checked).filter(mayGoOn)) {
    const [rule] = circle;
    if (rule === undefined) continue;
    const shown = findEndless(context, circle);
    if (shown === null) {
      unknown.push(unknownOf('loop', rule, context.isOutOfTime() ? 'out of time' : 'no facts found'));
      continue;
    }
    findings.push({
      code: 'loop',
      rule: nameOf(rule),
      message:
        circle.length === 1
          ? `it makes itself fire again: more than ${ANALYSIS_LIMITS.firings} firings`
          : `${circle.map(nameOf).join(', ')} make each other fire again: more than ${ANALYSIS_LIMITS.firings} firings`,
      at: rule.at,
      with: circle.slice(1).map(nameOf),
      ...shown,
    });
  }
  return { findings, unknown };
}

/** Rules that can make each other fire: every one leads to every other. */
function circlesOf({ rules, focusOrder }: Ruleset): readonly (readonly Rule[])[] {
  const turn = ({ module }: Rule): number => focusOrder.indexOf(module);
  const next = new Map(
    rules.map((rule) => {
      const effects = effectsOf(rule);
      // A module that was left is not entered again.
      const able = effects.length === 0 ? [] : rules.filter((other) => turn(other) === turn(rule));
      return [rule, able.filter((other) => effects.some((effect) => wakes(effect, other)))] as const;
    }),
  );
  const reach = (from: Rule): ReadonlySet<Rule> => {
    const seen = new Set<Rule>();
    const waiting = [...(next.get(from) ?? [])];
    for (let rule = waiting.pop(); rule !== undefined; rule = waiting.pop()) {
      if (seen.has(rule)) continue;
      seen.add(rule);
      waiting.push(...(next.get(rule) ?? []));
    }
    return seen;
  };
  const reached = new Map(
    rules.filter((rule) => (next.get(rule) ?? []).length > 0).map((rule) => [rule, reach(rule)] as const),
  );
  const circles: (readonly Rule[])[] = [];
  const placed = new Set<Rule>();
  for (const [rule, seen] of reached) {
    if (placed.has(rule) || !seen.has(rule)) continue;
    const circle = [...seen].filter((other) => reached.get(other)?.has(rule) === true);
    const sorted = rules.filter((one) => circle.includes(one));
    sorted.forEach((one) => placed.add(one));
    circles.push(sorted);
  }
  return circles;
}

function wakes({ template, adds, removes }: ReturnType<typeof effectsOf>[number], { when }: Rule): boolean {
  const { needed, inTheWay } = readTemplates(when);
  if (template === null) return true;
  return (adds && needed.has(template)) || (inTheWay.has(template) && (adds || removes));
}

/**
 * True if a cycle may be endless. If no facts are removed, and values are only copied, it ends: an existing fact
 * is not asserted again, and their number is finite.
 */
function mayGoOn(circle: readonly Rule[]): boolean {
  return circle.some(({ then }) =>
    then.effects.some(
      (effect) => effect.kind !== 'assert' || effect.slots.some(({ value }) => makesValue(value)),
    ),
  );
}

function makesValue({ kind }: TypedExpression): boolean {
  return kind !== 'literal' && kind !== 'variable';
}

function findEndless(
  context: AnalysisContext,
  circle: readonly Rule[],
): Pick<RawFinding, 'facts' | 'input'> | null {
  const { endless } = context.evidence;
  for (const rule of circle) {
    for (const way of context.waysOf(rule) ?? []) {
      if (context.isOutOfTime()) return null;
      const found = context.look([way]);
      const before = endless.length;
      if (found.kind === 'facts') context.attempt(found.facts);
      const shown = endless.length > before ? endless.at(-1) : undefined;
      if (shown !== undefined)
        return { facts: shown.facts, ...(shown.input === null ? {} : { input: shown.input }) };
    }
  }
  return null;
}
