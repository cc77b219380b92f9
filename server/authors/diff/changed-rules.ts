import { TYPING_KEYS } from '../../../compiler/language/expression/typed-expression.ts';
import type { Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { valueText } from '../analyze/formula/expression-key.ts';
import { ORDERS } from '../analyze/claims/shadow.ts';
import { effectsOf, readTemplates } from '../analyze/effects.ts';

/** Which rules one of two versions has that the other has not, word for word; all, where their order has changed and matters. */
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
  const [before, after] = [byMeaning(old), byMeaning(now)];
  const kept = [...before.keys()].filter((text) => after.has(text));
  const still = [...after.keys()].filter((text) => before.has(text));
  const isReordered = kept.some((text, i) => text !== still[i]);
  if (isReordered && (heedsOrder(old) || heedsOrder(now)))
    return { old: old.rules, new: now.rules, onlyRules };
  return {
    old: [...before].flatMap(([text, rule]) => (after.has(text) ? [] : [rule])),
    new: [...after].flatMap(([text, rule]) => (before.has(text) ? [] : [rule])),
    onlyRules,
  };
}

function byMeaning({ rules }: Ruleset): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [meaningText(rule), rule]));
}

/** Whether the order of rules may decide: it is the order in which they fire, where nothing else makes a difference. */
function heedsOrder({ decide, rules }: Ruleset): boolean {
  return ORDERS[decide] === null || rules.some(({ then }) => then.effects.length > 0);
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
