import type { SlotType } from '../../compiler/values.ts';
import { boundByAggregates } from './aggregate-bound.ts';
import type { Domains } from './draw-values.ts';
import type { Feature } from './features.ts';
import {
  isPattern,
  type HierarchyDraft,
  type PatternDraft,
  type SlotDraft,
  type TemplateDraft,
  type WhenDraft,
} from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

/** Values of each type, and a map from texts to integers. */
export type Constants = ReadonlyMap<SlotType, readonly (readonly [name: string, value: Scalar])[]>;

/** Choices made before rules are drawn. */
export interface World {
  readonly features: ReadonlySet<Feature>;
  readonly domains: Domains;
  readonly templates: readonly TemplateDraft[];
  readonly relations: readonly TemplateDraft[];
  readonly hierarchies: readonly HierarchyDraft[];
  readonly constants: Constants;
  /** Those that temporal conditions count; rules may not retract or modify their facts. Empty: none are drawn. */
  readonly counted: readonly TemplateDraft[];
  /** Those that aggregates are over; rules of the module that has the focus first may change their facts. Empty: none are drawn. */
  readonly settled: readonly TemplateDraft[];
}

/** Something typed that a later pattern, test or slot value can name. */
export interface Bound {
  /** `$alias.slot` or `?variable`. */
  readonly text: string;
  readonly slot: SlotDraft;
}

export function slotsOf(world: World, template: string): readonly SlotDraft[] {
  return [...world.templates, ...world.relations].find(({ name }) => name === template)?.slots ?? [];
}

function boundByPattern(world: World, pattern: PatternDraft): readonly Bound[] {
  const slots = slotsOf(world, pattern.template);
  const byAlias = pattern.alias ? slots.map((slot) => ({ text: `${pattern.alias}.${slot.name}`, slot })) : [];
  const byVariable = pattern.conditions.flatMap((condition) => {
    const slot = slots.find(({ name }) => name === condition.slot);
    if (!slot) return [];
    const { bind, each } = condition;
    return [
      ...(each ? [{ text: each, slot: { ...slot, list: false } }] : []),
      ...(bind ? [{ text: bind, slot }] : []),
    ];
  });
  return [...byAlias, ...byVariable];
}

/** All that the positive patterns of a left side bind, first occurrences first. */
export function boundIn(world: World, when: readonly WhenDraft[]): readonly Bound[] {
  return [
    ...when.filter(isPattern).flatMap((pattern) => boundByPattern(world, pattern)),
    ...boundByAggregates(world, when),
  ];
}

export function ofType(bound: readonly Bound[], ...types: readonly SlotType[]): readonly Bound[] {
  return bound.filter(({ slot }) => !slot.list && types.includes(slot.type));
}

/** Returns the slots that a single-value slot can join with: same type and a common allowed value. CLIPS refuses other joins. */
export function joinable(bound: readonly Bound[], slot: SlotDraft): readonly Bound[] {
  return ofType(bound, slot.type).filter(
    (other) =>
      !slot.allowed ||
      !other.slot.allowed ||
      other.slot.allowed.some((value) => slot.allowed?.includes(value)),
  );
}

/** Only variables: what a CLIPS expression can name. */
export function variables(bound: readonly Bound[]): readonly Bound[] {
  return bound.filter(({ text }) => text.startsWith('?'));
}
