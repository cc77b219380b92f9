import fc, { type Arbitrary } from 'fast-check';
import type { Ruleset, Template } from '../../../compiler/ruleset.ts';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { readTemplates } from '../analyze/effects.ts';
import { readValues, type Constants, type ValuesOf } from './values.ts';

/** What facts are drawn for. */
export type Drawable = Pick<Ruleset, 'templates'> & Constants;

/** Facts of one request; rules that join more are seldom met by drawing. */
const MOST_FACTS = 6;

/** Facts of one template: slots that may be left out are, now and then. */
export function factsOfTemplate({ name, slots }: Template, valuesOf: ValuesOf): Arbitrary<FactInput> {
  const drawn = slots.map((slot) => {
    const values = fc.constantFrom(...valuesOf(name, slot));
    return [slot.name, slot.required ? values : fc.option(values, { nil: undefined, freq: 3 })] as const;
  });
  return fc.record(Object.fromEntries(drawn)).map((data) => ({
    template: name,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
  }));
}

/** Templates whose facts a request may bring and some rule asks for; all that it may bring when none does. */
export function drawnTemplates({ templates, rules }: Drawable): readonly Template[] {
  const brought = templates.filter(({ scope }) => scope === 'session');
  const read = rules.map(({ when }) => readTemplates(when));
  const asked = brought.filter(({ name }) =>
    read.some(({ needed, inTheWay }) => needed.has(name) || inTheWay.has(name)),
  );
  return asked.length > 0 ? asked : brought;
}

/** Facts of requests, with the constants of the rules. @param now the clock, in milliseconds */
export function drawRequests(checked: Drawable, now: number): Arbitrary<readonly FactInput[]> {
  const valuesOf = readValues(checked, now);
  const templates = drawnTemplates(checked).map((one) => factsOfTemplate(one, valuesOf));
  if (templates.length === 0) return fc.constant([]);
  return fc.array(fc.oneof(...templates), { maxLength: MOST_FACTS });
}
