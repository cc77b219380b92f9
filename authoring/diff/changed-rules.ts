import { TYPING_KEYS } from '../../compiler/language/expression/typed-expression.ts';
import type { InputPath } from '../../compiler/language/input/input-path.ts';
import type { Rule, Ruleset } from '../../compiler/ruleset.ts';
import { valueText } from '../../library/constants/expression-key.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import { effectsOf, readTemplates } from '../analyze/effects.ts';

/** Differences between two versions of a ruleset. */
export interface ChangedRules {
  /** Rules that the other version does not have word for word, those that read what changed included; all, where their order has changed and matters. */
  readonly old: readonly Rule[];
  readonly new: readonly Rule[];
  /** Nothing differs but rules, and the relations and functions that they read: both versions take the same facts. */
  readonly onlyRules: boolean;
  /** Names of functions that differ, or that one version does not have. */
  readonly functions: ReadonlySet<string>;
  /** Hidden templates of the relations that differ. */
  readonly relations: ReadonlySet<string>;
}

/** Properties that do not affect a rule's behaviour: its position, its description, inferred types. */
const ASIDE: ReadonlySet<string> = new Set([...TYPING_KEYS, 'at', 'nameAt', 'description', 'infix']);

/** The same text for what means the same. */
export function meaningText(value: unknown): string {
  return JSON.stringify(value, (key, one: unknown) => {
    if (ASIDE.has(key)) return undefined;
    if (one instanceof Map) return [...(one as ReadonlyMap<unknown, unknown>)];
    if (isPath(one)) return { ...one, text: null };
    return typeof one === 'bigint' || Object.is(one, -0) ? valueText(one) : one;
  });
}

/** A path of the document, which can be spelled in several ways: `$.a` is `$["a"]`. */
function isPath(value: unknown): value is Pick<InputPath, 'segments' | 'text'> {
  return typeof value === 'object' && value !== null && 'segments' in value && 'root' in value;
}

/** Compares two versions rule by rule. When something else differs, every rule counts as changed. */
export function changedRules(old: Ruleset, now: Ruleset): ChangedRules {
  const relations = changedNames(relationTexts(old), relationTexts(now));
  const functions = changedFunctions(old, now);
  const isPlain = [old, now].every(({ stages, temporal }) => stages.length + temporal.length === 0);
  const isAlike = meaningText(aroundRules(old)) === meaningText(aroundRules(now));
  const onlyRules = isAlike && (isPlain || relations.size + functions.size === 0);
  const about = { onlyRules, functions, relations };
  if (!onlyRules) return { ...about, old: old.rules, new: now.rules };
  const [before, after] = [byMeaning(old), byMeaning(now)];
  const kept = [...before.keys()].filter((text) => after.has(text));
  const still = [...after.keys()].filter((text) => before.has(text));
  const isReordered = kept.some((text, i) => text !== still[i]);
  if (isReordered && (heedsOrder(old) || heedsOrder(now)))
    return { ...about, old: old.rules, new: now.rules };
  const names = [...relations, ...functions];
  const readsChanged = (text: string): boolean => names.some((name) => text.includes(`"${name}"`));
  const missing = (some: ReadonlyMap<string, Rule>, other: ReadonlyMap<string, Rule>): readonly Rule[] =>
    [...some].flatMap(([text, rule]) => (other.has(text) && !readsChanged(text) ? [] : [rule]));
  return { ...about, old: missing(before, after), new: missing(after, before) };
}

function relationTexts({ relations }: Ruleset): ReadonlyMap<string, string> {
  return new Map(relations.map((one) => [one.template.name, meaningText([one.template, one.rows])]));
}

function changedNames(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Set([...names].filter((name) => before.get(name) !== after.get(name)));
}

/** Functions that differ, and those that call them. */
function changedFunctions(old: Ruleset, now: Ruleset): ReadonlySet<string> {
  const textsOf = ({ functions }: Ruleset): ReadonlyMap<string, string> =>
    new Map(functions.map((one) => [one.name, meaningText(one)]));
  const [before, after] = [textsOf(old), textsOf(now)];
  const changed = new Set(changedNames(before, after));
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, text] of [...before, ...after])
      if ([...changed].some((one) => text.includes(`"${one}"`))) changed.add(name);
  }
  return changed;
}

function byMeaning({ rules }: Ruleset): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [meaningText(rule), rule]));
}

/** True if the order of rules may decide: they fire in that order if nothing else differs. */
function heedsOrder({ decide, rules }: Ruleset): boolean {
  return ORDERS[decide] === null || rules.some(({ then }) => then.effects.length > 0);
}

function aroundRules({ default: otherwise, ...ruleset }: Ruleset): object {
  const { templates, modules, focusOrder, hierarchies } = ruleset;
  const { temporal, aggregates, stages, input, decide } = ruleset;
  const action = otherwise?.action ?? null;
  return {
    ...{ templates, modules, focusOrder, hierarchies },
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
