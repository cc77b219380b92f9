import { TYPING_KEYS } from '../../../compiler/language/expression/typed-expression.ts';
import type { Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { valueText } from '../analyze/formula/expression-key.ts';
import { effectsOf, readTemplates } from '../analyze/effects.ts';

/** Which rules one of two versions has that the other has not, word for word. */
export interface ChangedRules {
  readonly old: readonly Rule[];
  readonly new: readonly Rule[];
  /** All but the rules is the same: templates, functions, tables, modules, and how decisions are made. */
  readonly onlyRules: boolean;
}

/** What has no bearing on what a rule does: where it stands, what it is described as, what typing adds. */
const ASIDE: ReadonlySet<string> = new Set([...TYPING_KEYS, 'at', 'nameAt', 'description']);

/** The same text for what means the same. */
export function meaningText(value: unknown): string {
  return JSON.stringify(value, (key, one: unknown) => {
    if (ASIDE.has(key)) return undefined;
    if (one instanceof Map) return [...(one as ReadonlyMap<unknown, unknown>)];
    return typeof one === 'bigint' || Object.is(one, -0) ? valueText(one) : one;
  });
}

/** Compares two versions rule by rule. When something else differs, every rule counts as changed. */
export function changedRules(old: Ruleset, now: Ruleset): ChangedRules {
  const onlyRules = meaningText(aroundRules(old)) === meaningText(aroundRules(now));
  if (!onlyRules) return { old: old.rules, new: now.rules, onlyRules };
  const [before, after] = [old, now].map(({ rules }) => new Set(rules.map(meaningText)));
  return {
    old: old.rules.filter((rule) => after?.has(meaningText(rule)) !== true),
    new: now.rules.filter((rule) => before?.has(meaningText(rule)) !== true),
    onlyRules,
  };
}

function aroundRules({ default: otherwise, ...ruleset }: Ruleset): object {
  const { templates, relations, modules, focusOrder, hierarchies, functions } = ruleset;
  const { temporal, aggregates, stages, input, decide } = ruleset;
  const action = otherwise?.action ?? null;
  return {
    ...{ templates, relations, modules, focusOrder, hierarchies, functions },
    ...{ temporal, aggregates, stages, input, decide, action },
  };
}

/** Rules that changed ones may reach, or be reached by, through the facts that rules assert. */
export function rulesAround(rules: readonly Rule[], changed: readonly Rule[]): readonly Rule[] {
  const around = new Set(changed);
  for (let before = -1; before !== around.size;) {
    before = around.size;
    const read = new Set([...around].flatMap(reads));
    const asserted = new Set([...around].flatMap(asserts));
    for (const rule of rules)
      if (asserts(rule).some((name) => read.has(name)) || reads(rule).some((name) => asserted.has(name)))
        around.add(rule);
  }
  return [...around];
}

function reads({ when }: Rule): readonly string[] {
  const { needed, inTheWay } = readTemplates(when);
  return [...needed, ...inTheWay];
}

function asserts(rule: Rule): readonly string[] {
  return effectsOf(rule).flatMap(({ template }) => template ?? []);
}
