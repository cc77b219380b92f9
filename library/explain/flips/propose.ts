import { patternsOf } from '../../../compiler/left-side.ts';
import type { Pattern, Slot, Template } from '../../../compiler/ruleset.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { ExplainedFact, FactChange, FailedCondition, RawExplanation, Stuck } from '../explanation.ts';
import { isHidden } from '../recording.ts';
import type { Drawable } from '../../constants/drawable.ts';
import { slotConstants, type SlotConstants } from './slot-values.ts';

/** Sources of the values that are tried in a slot. */
export interface SlotProposals extends Pick<SlotConstants, 'joinedWith'> {
  /** True if the value comes from the ruleset and not from a fact. */
  readonly isConstant: (template: string, slot: string, value: unknown) => boolean;
}

/** Maximum for one slot, and for all slots of one new fact. */
const MOST_VALUES = 40;
const MOST_NEW = 24;

/**
 * Single changes of a request that could matter, the likely ones first: slots whose conditions failed for some rule,
 * then facts that patterns ask for, facts less, and all other slots.
 */
export function proposeChanges(
  asked: Drawable,
  request: readonly ExplainedFact[],
  { not_fired: asleep }: Pick<RawExplanation, 'not_fired'>,
): readonly FactChange[] {
  const constants = slotConstants(asked.compared);
  const failed = new Set(
    asleep.flatMap(({ stuck }) => failedConditions(stuck).map(([fact, { slot }]) => `${fact}.${slot}`)),
  );
  // Host facts cannot be changed by the caller.
  const own = request.filter(({ template }) => templateOf(asked, template)?.from !== 'host');
  const slots = own.flatMap((fact) => slotChanges(asked, constants, request, fact));
  const isLikely = (change: FactChange): boolean =>
    change.kind === 'slot' && failed.has(`${change.fact}.${change.slot}`);
  const removals = own.map(({ id, template }): FactChange => ({ kind: 'remove', fact: id, template }));
  return [
    ...slots.filter(isLikely),
    ...newFacts(asked, constants, request),
    ...removals,
    ...slots.filter((change) => !isLikely(change)),
  ];
}

function failedConditions(stuck: Stuck | null): readonly (readonly [number, FailedCondition])[] {
  if (stuck === null) return [];
  const own = stuck.candidates.flatMap(({ fact, failed }) => failed.map((one) => [fact, one] as const));
  return [...own, ...failedConditions(stuck.inner)];
}

function templateOf({ templates }: Drawable, name: string): Template | null {
  return templates.find((template) => template.name === name) ?? null;
}

/** Sources of the changes of a request. */
export function readSlotProposals(asked: Drawable): SlotProposals {
  const constants = slotConstants(asked.compared);
  return {
    joinedWith: (template, slot) => constants.joinedWith(template, slot),
    isConstant(template, name, value) {
      const slot = templateOf(asked, template)?.slots.find((one) => one.name === name);
      if (slot === undefined) return false;
      const key = keyOf(value);
      return (
        constants.valuesOf(template, slot).some((one) => keyOf(one) === key) ||
        constants.writtenIn(template, name).some((one) => keyOf(one) === key)
      );
    },
  };
}

/** Values of the request in slots that rules compare a slot with, then the constants of rules. */
function valuesFor(
  constants: SlotConstants,
  request: readonly ExplainedFact[],
  template: string,
  slot: Slot,
): readonly unknown[] {
  const joined = constants.joinedWith(template, slot.name);
  const there = request.flatMap((fact) =>
    Object.entries(fact.data).flatMap(([name, value]) =>
      joined.has(`${fact.template}.${name}`) ? asValuesOf(slot, value) : [],
    ),
  );
  const all = [...there, ...constants.valuesOf(template, slot)];
  const seen = new Set<string>();
  return all.filter((value) => {
    const key = keyOf(value);
    return !seen.has(key) && seen.add(key).has(key);
  });
}

/** A value as a slot takes it: one of a list as the only item, and each item of a list alone. */
function asValuesOf({ list }: Slot, value: unknown): readonly unknown[] {
  if (list) return [Array.isArray(value) ? value : [value]];
  return Array.isArray(value) ? value : [value];
}

export function keyOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ?? 'undefined'
  );
}

function slotChanges(
  asked: Drawable,
  constants: SlotConstants,
  request: readonly ExplainedFact[],
  { id, template, data }: ExplainedFact,
): readonly FactChange[] {
  const slots = templateOf(asked, template)?.slots ?? [];
  return slots.flatMap((slot) => {
    const from = data[slot.name];
    return valuesFor(constants, request, template, slot)
      .filter((to) => keyOf(to) !== keyOf(from))
      .slice(0, MOST_VALUES)
      .map((to): FactChange => ({ kind: 'slot', fact: id, template, slot: slot.name, from, to }));
  });
}

/** Facts that patterns of rules ask for. */
function newFacts(
  asked: Drawable,
  constants: SlotConstants,
  request: readonly ExplainedFact[],
): readonly FactChange[] {
  const changes = new Map<string, FactChange>();
  for (const rule of asked.rules) {
    for (const pattern of patternsOf(rule.when)) {
      for (const { template, data } of draftFacts(asked, constants, request, pattern)) {
        changes.set(`${template} ${keyOf(data)}`, { kind: 'add', template, data });
      }
    }
  }
  return [...changes.values()];
}

function draftFacts(
  asked: Drawable,
  constants: SlotConstants,
  request: readonly ExplainedFact[],
  pattern: Pattern,
): readonly FactInput[] {
  const template = templateOf(asked, pattern.template);
  if (template === null || isHidden(pattern) || template.scope === 'fleet' || template.from === 'host')
    return [];
  // A field that only names its value for the right side tests nothing.
  const asks = new Set(
    pattern.fields.flatMap(({ slot, each, constraints: [first, ...more] }) => {
      const binds = each === undefined && first?.kind === 'variable' && !first.negated && more.length === 0;
      return binds && constants.joinedWith(template.name, slot).size === 0 ? [] : [slot];
    }),
  );
  let drafts: readonly Draft[] = [{}];
  const choices: (readonly [slot: string, values: readonly unknown[]])[] = [];
  for (const slot of template.slots) {
    if (!slot.required && !asks.has(slot.name)) continue;
    const written = pattern.fields.find(({ slot: name }) => name === slot.name)?.constraints ?? [];
    const exact = written.flatMap((one) => (one.kind === 'literal' && !one.negated ? [one.value.value] : []));
    const values = exact.length > 0 ? exact : valuesFor(constants, request, template.name, slot);
    if (values.length === 0) return [];
    const few = asks.has(slot.name) ? values : values.slice(0, 1);
    choices.push([slot.name, few]);
    drafts = drafts
      .flatMap((data) => few.map((value) => ({ ...data, [slot.name]: value })))
      .slice(0, MOST_NEW);
  }
  return [...oneApart(choices), ...drafts].map((data) => ({ template: template.name, data }));
}

type Draft = Readonly<Record<string, unknown>>;

/** The fact of the first values, which are those of the request where there are any, and those with another one in one slot. */
function oneApart(
  choices: readonly (readonly [slot: string, values: readonly unknown[]])[],
): readonly Draft[] {
  const first: Draft = Object.fromEntries(choices.map(([slot, [value]]) => [slot, value]));
  const others = choices.flatMap(([slot, [, ...more]]) => more.map((value) => ({ ...first, [slot]: value })));
  return [first, ...others.slice(0, MOST_NEW)];
}
