import type { Report } from '../../diagnostics/report.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { relationOf } from '../../relation.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import type { ConditionElement, Constraint, Field, Pattern } from '../../untyped.ts';
import type { Located } from '../../syntax.ts';
import type { Domain } from './domain.ts';

/** A pattern while its rule is checked: references from later on add leading variables and fields. */
export interface DraftPattern extends Pattern {
  address: string | null;
  readonly fields: DraftField[];
}

export interface DraftField extends Field {
  readonly constraints: Constraint[];
}

/** A pattern as its alias reaches it. */
export interface AliasedPattern {
  readonly alias: string | null;
  readonly template: Template;
  readonly pattern: DraftPattern;
}

/** A variable of the author: its name in the constructs (often the same) and the type of its slots. */
export interface Bound {
  readonly name: string;
  readonly type: SlotType;
  /** It names a whole list. */
  readonly list: boolean;
}

/** Why a name that exists in the rule cannot be used here. */
type Hidden = 'group' | 'branch';

/** Variables that the elements checked so far bind, as seen from one place of a rule. */
export interface Environment {
  readonly variables: Map<string, Bound>;
  readonly aliases: Map<string, AliasedPattern>;
  /** By name in the constructs: what the joins up to here leave of a variable's values. */
  readonly domains: Map<string, Domain>;
  /** By name in the constructs: what every branch of each `any` before leaves of a variable's values. */
  readonly branched: Map<string, Domain>;
  /** Author's variables bound only inside a group. */
  readonly hidden: Map<string, Hidden>;
  /** Inside a branch of `any`, where a variable keeps its own name so that all branches bind the same one. */
  readonly inBranch: boolean;
  /** Tests of the patterns of this group that are judged behind the tick. */
  readonly temporal: ConditionElement[];
  /** Conditions that must hold before the tests of this group run: its aggregates have values. */
  readonly guards: ConditionElement[];
  /** Set if this group contains an aggregate. */
  readonly stage: { value: boolean };
}

export function emptyEnvironment(): Environment {
  return {
    variables: new Map(),
    aliases: new Map(),
    domains: new Map(),
    branched: new Map(),
    hidden: new Map(),
    inBranch: false,
    temporal: [],
    guards: [],
    stage: { value: false },
  };
}

/** A copy for a group: what is bound in it stays in it. */
export function nested(environment: Environment, inBranch: boolean = environment.inBranch): Environment {
  return {
    variables: new Map(environment.variables),
    aliases: new Map(environment.aliases),
    domains: new Map(environment.domains),
    branched: new Map(environment.branched),
    hidden: new Map(environment.hidden),
    inBranch,
    temporal: [],
    guards: [],
    stage: { value: false },
  };
}

/** Remembers what a group bound, for the diagnostics of later uses. */
export function hideGroup(environment: Environment, group: Environment): void {
  for (const name of group.variables.keys()) {
    if (!environment.variables.has(name)) environment.hidden.set(name, 'group');
  }
}

/** Adds a field to a pattern: behind the others, and of a whole list right behind the one of its items. */
export function addField({ fields }: DraftPattern, field: DraftField): void {
  const items = fields.findIndex(({ slot, each }) => slot === field.slot && each !== undefined);
  fields.splice(items < 0 ? fields.length : items + 1, 0, field);
}

/** The variable that leads a field, or null. */
export function leadOf(field: Field): string | null {
  const [first] = field.constraints;
  return first?.kind === 'variable' && !first.negated ? first.name : null;
}

/** Reports a slot that the template, or a column that the relation, does not have. */
export function reportUnknownSlot(slot: Located<string>, template: Template, report: Report): void {
  const suggestion = closestName(
    slot.value,
    template.slots.map(({ name }) => name),
  );
  const relation = relationOf(template.name);
  if (relation !== null) report.add('unknown-column', slot.at, { slot: slot.value, relation }, suggestion);
  else report.add('unknown-slot', slot.at, { slot: slot.value, template: template.name }, suggestion);
}

export function slotOf(template: Template, name: string): Slot | null {
  return template.slots.find((slot) => slot.name === name) ?? null;
}
