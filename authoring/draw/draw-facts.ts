import fc, { type Arbitrary } from 'fast-check';
import type { Ruleset, Template } from '../../compiler/ruleset.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { readTemplates } from '../analyze/effects.ts';
import type { Drawable } from '../../library/constants/drawable.ts';
import { readValues, type ValuesOf } from './values.ts';

/** Facts of one request; drawing rarely reaches rules that join more. */
const MOST_FACTS = 6;
/** Places of one kind below the items of lists. */
const MOST_ITEMS = 2;

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

/** Templates whose facts a request may send and a rule reads; all that it may send if no rule reads any. */
export function drawnTemplates({
  templates,
  rules,
}: Pick<Ruleset, 'templates' | 'rules'>): readonly Template[] {
  const brought = templates.filter(({ scope }) => scope === 'session');
  const read = rules.map(({ when }) => readTemplates(when));
  const asked = brought.filter(({ name }) =>
    read.some(({ needed, inTheWay }) => needed.has(name) || inTheWay.has(name)),
  );
  return asked.length > 0 ? asked : brought;
}

/** Facts of requests, with the constants of the rules. @param now the clock, in milliseconds */
export function drawRequests(drawable: Drawable, now: number): Arbitrary<readonly FactInput[]> {
  const valuesOf = readValues(drawable.compared, now);
  const limits = new Map(drawable.templates.map(({ name, atMost }) => [name, atMost ?? Infinity]));
  const drawn = drawnTemplates(drawable);
  const templates = drawn
    .filter(({ from }) => from !== 'document')
    .map((one) => factsOfTemplate(one, valuesOf));
  const facts =
    templates.length === 0 ? NOTHING : fc.array(fc.oneof(...templates), { maxLength: MOST_FACTS });
  const places = drawn.filter(({ from }) => from === 'document');
  const ofDocument = places.length === 0 ? NOTHING : drawPlaces(places, valuesOf);
  return fc.tuple(ofDocument, facts).map(([all, others]) => withinLimits([...all, ...others], limits));
}

const NOTHING: Arbitrary<readonly FactInput[]> = fc.constant([]);

/** Facts of most places of a document: rules rarely say much of one that lacks many. */
function drawPlaces(places: readonly Template[], valuesOf: ValuesOf): Arbitrary<readonly FactInput[]> {
  const each = places.map((template) => {
    const fact = factsOfTemplate(template, valuesOf);
    const isOfItems = template.slots.some(({ name }) => name === 'at0');
    return isOfItems
      ? fc.array(fact, { maxLength: MOST_ITEMS })
      : fc.option(fact, { nil: null, freq: 8 }).map((one) => (one === null ? [] : [one]));
  });
  return fc.tuple(...each).map((facts) => facts.flat());
}

/** Removes the facts that exceed `at_most` of their templates. */
function withinLimits(
  facts: readonly FactInput[],
  limits: ReadonlyMap<string, number>,
): readonly FactInput[] {
  const counts = new Map<string, number>();
  return facts.filter(({ template }) => {
    const count = (counts.get(template) ?? 0) + 1;
    counts.set(template, count);
    return count <= (limits.get(template) ?? Infinity);
  });
}
