import type { WrittenFact, WrittenFacts } from './suite-schema.ts';
import type { Path } from './suite.ts';

/** Place of a fact and its parts in a suite. */
export interface FactPlace {
  readonly fact: Path;
  readonly template: Path;
  readonly data: Path;
}

export interface PlacedFact {
  readonly fact: WrittenFact;
  readonly place: FactPlace;
}

/** The facts of a list, or of a map of templates to data or lists of data, with their places. */
export function placedFacts(written: WrittenFacts, path: Path): readonly PlacedFact[] {
  if (Array.isArray(written))
    return written.map((fact, i) => {
      const own = [...path, i];
      return { fact, place: { fact: own, template: [...own, 'template'], data: [...own, 'data'] } };
    });
  return Object.entries(written).flatMap(([template, data]) => {
    const name = [...path, template];
    const isSeveral = Array.isArray(data);
    return (isSeveral ? data : [data]).map((one, i): PlacedFact => {
      const own = isSeveral ? [...name, i] : name;
      return { fact: { template, data: one ?? {} }, place: { fact: own, template: name, data: own } };
    });
  });
}
