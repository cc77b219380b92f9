/** The counters behind temporal conditions. */
import type { TemporalFunction } from '../temporal-meaning.ts';
import type { Counter } from './match-plan.ts';

/** The counters behind a function of the constructs: one, or one per step of a sequence. */
export function countersOf({ meaning }: TemporalFunction): readonly Counter[] {
  switch (meaning.kind) {
    case 'count':
      return [{ kind: 'values', template: meaning.template, slots: meaning.slots }];
    case 'recent':
      return [{ kind: 'times', template: meaning.template, slots: [...meaning.slots, meaning.timestamp] }];
    case 'most-distinct':
      return [{ kind: 'distinct', template: meaning.template, slots: [...meaning.groups, meaning.counted] }];
    case 'sequence':
      return meaning.steps.map(({ template, slot, timestamp }) => ({
        kind: 'times',
        template,
        slots: [slot, timestamp],
      }));
    case 'aggregate':
      return [];
  }
}

/** Counters with one key count the same. */
export const counterKey = ({ kind, template, slots }: Counter): string =>
  [kind, template, ...slots].join(' ');

/** All counters of a ruleset, each once. */
export function planCounters(temporal: readonly TemporalFunction[]): readonly Counter[] {
  const counters = temporal.flatMap(countersOf);
  return [...new Map(counters.map((counter) => [counterKey(counter), counter])).values()];
}

/** The slots of a counter whose values form one key, and the slot after them. */
export function keysOf({ kind, slots }: Counter): {
  readonly group: readonly string[];
  readonly last: string | null;
} {
  return kind === 'values'
    ? { group: slots, last: null }
    : { group: slots.slice(0, -1), last: slots.at(-1) ?? null };
}
