/** The counters behind temporal conditions. */
import type { TemporalFunction } from '../ruleset.ts';
import type { Counter } from './match-plan.ts';

/** The counters that a function of the constructs is answered from: one, or one for each step of a sequence. */
export function countersOf({ meaning }: TemporalFunction): readonly Counter[] {
  switch (meaning.kind) {
    case 'count':
      return [{ kind: 'values', template: meaning.template, slots: [meaning.slot] }];
    case 'recent':
      return [{ kind: 'times', template: meaning.template, slots: [meaning.slot, meaning.timestamp] }];
    case 'most-distinct':
      return [{ kind: 'distinct', template: meaning.template, slots: [meaning.group, meaning.counted] }];
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
