import type { InternalFunction } from '../../language/operators/internal-function.ts';
import type { RulesetFunction } from '../../ruleset.ts';
import type { TemporalFunction } from '../../temporal-meaning.ts';

/** The deffunctions that the compiler made for one ruleset. */
export interface InternalFunctions {
  /** The name of an internal function; the first request makes it, after those that it calls. */
  readonly nameOf: (definition: InternalFunction) => string;
  /** In the order in which CLIPS must load them. */
  readonly made: () => readonly RulesetFunction[];
  /** Meaning of those that the matcher computes from counters. */
  readonly temporal: () => readonly TemporalFunction[];
}

/** `taken`: names of the ruleset's own functions, which stay what their author made them. */
export function createInternalFunctions(taken: ReadonlySet<string>): InternalFunctions {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const made: RulesetFunction[] = [];
  const temporal: TemporalFunction[] = [];
  const nameOf = (definition: InternalFunction): string => {
    const known = names.get(definition.key);
    if (known !== undefined) return known;
    const name = freeName(definition.wanted, used);
    names.set(definition.key, name);
    used.add(name);
    const body = definition.define(name, nameOf);
    const { temporal: meaning, intrinsic = null } = definition;
    const kind = meaning === undefined ? 'internal' : 'temporal';
    made.push({ name, kind, description: '', hierarchy: null, intrinsic, definition: body });
    if (meaning) temporal.push({ name, meaning });
    return name;
  };
  return { nameOf, made: () => [...made], temporal: () => [...temporal] };
}

/** The name itself, or the first of `name-2`, `name-3`, … that is free. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`;
  return name;
}
