import { patternsOf } from '../../compiler/left-side.ts';
import type { ConditionElement, Rule, Ruleset } from '../../compiler/ruleset.ts';
import type { Outcome } from '../../library/compare/outcome.ts';
import { writeJson } from '../../library/json.ts';
import { placeOf } from '../../library/explain/condition-text.ts';
import type { Place } from '../../library/explain/explanation.ts';
import { changedRows, waysWithRow, type ChangedRow, type VersionName } from './changed-rows.ts';
import { meaningText } from './changed-rules.ts';
import { withoutRule } from './prove-equivalent.ts';
import type { VersionPair } from './version-pair.ts';

/** A change that no request showed to matter, and that is not known to matter never. */
export interface Unreached extends Place {
  readonly kind: 'rule' | 'conditions' | 'row';
  /** Place of the change; for changed conditions, in the new version. */
  readonly version: VersionName;
  /** `module::rule`; of a row, the name of its relation. */
  readonly name: string;
  /** The values of a row; null: it is a rule. */
  readonly row: readonly unknown[] | null;
}

/** Changes that the requests so far have reached. */
interface Reach {
  readonly see: (request: unknown, before: Outcome, after: Outcome) => void;
  /** Remaining changes, without those that no request can reach. */
  readonly unreached: () => readonly Unreached[];
}

interface Part {
  readonly told: Unreached;
  readonly isReached: (request: unknown, before: ReadonlySet<string>, after: ReadonlySet<string>) => boolean;
  /** True if it is proved that no request shows it. */
  readonly isIdle: () => boolean;
}

/** Follows what changed: a rule is reached when it fires, other conditions of it and rows when it fires under one version only. */
export function followReach(pair: VersionPair): Reach {
  const open = new Set<Part>([...ruleParts(pair), ...changedRows(pair).map((row) => rowPart(pair, row))]);
  return {
    see(request, before, after) {
      if (open.size === 0) return;
      const [old, now] = [firedIn(before), firedIn(after)];
      for (const part of open) if (part.isReached(request, old, now)) open.delete(part);
    },
    unreached: () => [...open].flatMap((part) => (part.isIdle() ? [] : [part.told])),
  };
}

function firedIn(outcome: Outcome): ReadonlySet<string> {
  return new Set('error' in outcome ? [] : outcome.rule_trace);
}

function nameOf({ module, name }: Rule): string {
  return `${module}::${name}`;
}

function ruleParts(pair: VersionPair): readonly Part[] {
  const { changed, old, new: latest } = pair;
  const before = byName(old.checked);
  const after = byName(latest.checked);
  const parts: Part[] = [];
  for (const rule of changed.new) {
    const was = before.get(nameOf(rule));
    if (was === undefined) parts.push(rulePart(pair, 'new', rule));
    else if (whenText(pair, was, 'old') !== whenText(pair, rule, 'new'))
      parts.push(conditionsPart(pair, was, rule));
    else if (meaningText(was) !== meaningText(rule)) parts.push(rulePart(pair, 'new', rule));
  }
  for (const rule of changed.old) if (!after.has(nameOf(rule))) parts.push(rulePart(pair, 'old', rule));
  return parts;
}

function byName({ rules }: Ruleset): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [nameOf(rule), rule]));
}

/** Text of a left side with the changed functions; rows of relations are separate parts. */
function whenText({ changed }: VersionPair, { when }: Rule, version: VersionName): string {
  const text = meaningText(when);
  return [...changed.functions].some((name) => text.includes(`"${name}"`)) ? `${version} ${text}` : text;
}

function rulePart(pair: VersionPair, version: VersionName, rule: Rule): Part {
  const name = nameOf(rule);
  return {
    told: { kind: 'rule', version, name, row: null, ...placeIn(pair, version, rule) },
    isReached: (_, before, after) => (version === 'old' ? before : after).has(name),
    isIdle: () => matchesNever(pair, rule, null),
  };
}

function conditionsPart(pair: VersionPair, was: Rule, rule: Rule): Part {
  const name = nameOf(rule);
  return {
    told: { kind: 'conditions', version: 'new', name, row: null, ...placeIn(pair, 'new', rule) },
    isReached: (_, before, after) => before.has(name) !== after.has(name),
    isIdle: () => matchesNever(pair, rule, was) && matchesNever(pair, was, rule),
  };
}

function rowPart(pair: VersionPair, changed: ChangedRow): Part {
  const { version, relation, row, rules } = changed;
  const names = rules.map(nameOf);
  const [at] = rules;
  const place = at === undefined ? { file: '', line: 0, column: 0 } : placeIn(pair, version, at);
  const other = byName(pair[version === 'old' ? 'new' : 'old'].checked);
  // Values that a fact has to have for the row to be met.
  const values = joinedValues(changed);
  return {
    told: { kind: 'row', version, name: relation.name, row, ...place },
    isReached(request, before, after) {
      if (!names.some((name) => before.has(name) !== after.has(name))) return false;
      const text = writeJson(request);
      return values.every((value) => text.includes(writeJson(value)));
    },
    isIdle: () =>
      rules.every((rule) => {
        const same = other.get(nameOf(rule));
        if (same === undefined || !pair.changed.onlyRules) return false;
        const ways = waysWithRow(pair, rule, changed);
        const context = pair.contextOf(rule);
        const isPositive = !forbidsAnything(rule.when);
        return (
          isPositive &&
          ways !== null &&
          ways.every((way) => context.look([way], [withoutRule(pair, same)]).kind === 'none')
        );
      }),
  };
}

function forbidsAnything(elements: readonly ConditionElement[]): boolean {
  return elements.some((one) => one.kind === 'not' || ('elements' in one && forbidsAnything(one.elements)));
}

/** The values of a row in the columns that rules compare for being the same. */
function joinedValues({ relation, row, rules }: ChangedRow): readonly unknown[] {
  const joined = new Set(
    rules.flatMap(({ when }) =>
      patternsOf(when).flatMap(({ template, fields }) =>
        template !== relation.template.name
          ? []
          : fields.flatMap(({ slot, constraints: [first] }) =>
              first?.kind === 'variable' && !first.negated ? [slot] : [],
            ),
      ),
    ),
  );
  return relation.template.slots.flatMap(({ name, type }, i) =>
    joined.has(name) && (type === 'STRING' || type === 'SYMBOL') ? [row[i]] : [],
  );
}

/** True if no facts make a rule match without another one. @param other null if no facts make it match at all */
function matchesNever(pair: VersionPair, rule: Rule, other: Rule | null): boolean {
  if (other !== null && !pair.changed.onlyRules) return false;
  const context = pair.contextOf(rule);
  if (!context.explainable.checked.focusOrder.includes(rule.module)) return true;
  const without = other === null ? [] : [withoutRule(pair, other)];
  const ways = context.waysOf(rule);
  return ways !== null && ways.every((way) => context.look([way], without).kind === 'none');
}

function placeIn(pair: VersionPair, version: VersionName, { at }: Rule): Place {
  const { file, line, column } = placeOf(pair[version], at);
  return { file, line, column };
}
