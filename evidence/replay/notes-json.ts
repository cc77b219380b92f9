/** JSON form of what a replay left out. */
import type { ReplayNotes } from './replay.ts';

interface NotesJson {
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
