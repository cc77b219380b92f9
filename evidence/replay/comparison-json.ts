/** JSON form of records that were evaluated again: the same in commands and over HTTP. */
import type { Change } from './against.ts';
import type { ReplayNotes } from './replay.ts';

export interface ChangeJson extends Omit<Change, 'rulesBefore' | 'rulesAfter'> {
  readonly rules_before: Change['rulesBefore'];
  readonly rules_after: Change['rulesAfter'];
}

export function changeJson({ rulesBefore, rulesAfter, ...change }: Change): ChangeJson {
  return { ...change, rules_before: rulesBefore, rules_after: rulesAfter };
}

export interface NotesJson {
  /** Decisions that could not be made again, by the reason. */
  readonly left_out: {
    readonly without_facts: number;
    readonly without_memory: number;
    readonly without_ruleset: number;
    readonly masked: number;
  };
  readonly other_time_zones: number;
}

export function notesJson(notes: Readonly<ReplayNotes>): NotesJson {
  const { withoutFacts, withoutMemory, withoutRuleset, masked, otherTimeZones } = notes;
  return {
    left_out: {
      without_facts: withoutFacts,
      without_memory: withoutMemory,
      without_ruleset: withoutRuleset,
      masked,
    },
    other_time_zones: otherTimeZones,
  };
}
