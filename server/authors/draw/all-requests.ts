import type { Template } from '../../../compiler/ruleset.ts';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { drawnTemplates, type Drawable } from './draw-facts.ts';
import { isClosed, readValues, type ValuesOf } from './values.ts';

/** Requests beyond which not all are tried. */
const MOST_REQUESTS = 20_000;

/** Every request of at most one fact a template; null: some slot has no closed set of values, or there are too many. */
export function allRequests(checked: Drawable, now: number): readonly (readonly FactInput[])[] | null {
  const templates = drawnTemplates(checked);
  if (!templates.every(({ slots }) => slots.every(isClosed))) return null;
  const valuesOf = readValues(checked, now);
  let requests: readonly (readonly FactInput[])[] = [[]];
  for (const template of templates) {
    const facts = allFacts(template, valuesOf, Math.floor(MOST_REQUESTS / requests.length));
    if (facts === null || requests.length * (facts.length + 1) > MOST_REQUESTS) return null;
    requests = requests.flatMap((before) => [before, ...facts.map((fact) => [...before, fact])]);
  }
  return requests;
}

function allFacts({ name, slots }: Template, valuesOf: ValuesOf, most: number): readonly FactInput[] | null {
  let rows: readonly Readonly<Record<string, unknown>>[] = [{}];
  for (const slot of slots) {
    const values = valuesOf(name, slot);
    if (rows.length * values.length > most) return null;
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [slot.name]: value })));
  }
  return rows.map((data) => ({ template: name, data }));
}
