/** THE table of deffunctions for functions on values that rulesets call. */
import type { ValueDefinition } from './definition.ts';
import { NUMBER, QUANTITY } from './numbers.ts';
import { LOWER, PART, REPLACE, TRIM, UPPER } from './texts.ts';
import { TIME, ZONE_TIME } from './times.ts';

/** Made at the first use: two of them hold the letters of all alphabets. */
const DEFINITIONS: ReadonlyMap<string, () => ValueDefinition> = new Map([
  ['value-lower', LOWER],
  ['value-upper', UPPER],
  ...[
    TRIM,
    REPLACE,
    ...[PART, NUMBER, QUANTITY, TIME, ZONE_TIME].flatMap(({ value, readable }) => [value, readable]),
  ].map((made): [string, () => ValueDefinition] => [made.name, () => made]),
]);

/** The deffunctions of the functions on values among `names`, in the order in which CLIPS must load them. */
export function valueDefinitions(names: Iterable<string>): readonly string[] {
  const texts = new Map<string, string>();
  const add = ({ name, needs, text }: ValueDefinition): void => {
    needs.forEach(add);
    texts.set(name, text);
  };
  for (const name of names) {
    const made = DEFINITIONS.get(name);
    if (made !== undefined) add(made());
  }
  return [...texts.values()];
}

/** The function of the host that dates of time zones need. */
export const DAY_START = 'service-day-start';

/** True if a function on values calls the host. */
export const callsHost = (name: string): boolean => name.startsWith('value-zone-');
