/** The counters behind temporal conditions: which a ruleset needs, and what they are called in its matcher. */
import type { TemporalFunction } from '../../ruleset.ts';
import type { Code } from '../../write/code.ts';
import type { NameSpace } from './names.ts';

/** A counter over the facts of one template, kept by its matcher. */
export interface Counter {
  readonly kind: 'values' | 'times' | 'distinct';
  readonly template: string;
  /** The slots that a fact enters with: the value; the value and the time; the group and the value in it. */
  readonly slots: readonly string[];
}

export interface NamedCounter extends Counter {
  /** Property of the matcher. */
  readonly property: Code;
}

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
  }
}

const keyOf = ({ kind, template, slots }: Counter): string => [kind, template, ...slots].join(' ');

/** All counters of a ruleset, each once, by what they count. */
export interface Counters {
  /** Temporal functions by the names that they have in the constructs. */
  readonly functions: ReadonlyMap<string, TemporalFunction>;
  readonly all: readonly NamedCounter[];
  /** INVARIANT: asked for counters of the ruleset only. */
  readonly named: (counter: Counter) => NamedCounter;
}

export function nameCounters(temporal: readonly TemporalFunction[], members: NameSpace): Counters {
  const named = new Map<string, NamedCounter>();
  for (const counter of temporal.flatMap(countersOf)) {
    if (named.has(keyOf(counter))) continue;
    const property = members.fresh([counter.kind, 'of', counter.template, 'by', ...counter.slots], 'camel');
    named.set(keyOf(counter), { ...counter, property });
  }
  return {
    functions: new Map(temporal.map((item) => [item.name, item])),
    all: [...named.values()],
    named: (counter) => named.get(keyOf(counter))!,
  };
}
