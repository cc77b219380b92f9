import type { InputMapping, Limits, TemplateOperations } from './contract.ts';
import { isList, keysOf, valuesOf } from './document.ts';
import { LimitError, ValidationError } from './errors.ts';
import type { Matcher } from './matcher.ts';
import type { Fact } from './values.ts';

/** Nesting beyond this is refused, so that no document can exhaust the stack. */
const DEEPEST = 500;
/** Values that the `..` of one document may look at. */
const MOST_VISITED = 1_000_000;

/** Values of a document with the keys or indexes they have there. */
export interface Selected {
  readonly values: unknown[];
  readonly keys: (string | number)[];
}

/** A key or index among those that a path names. Indexes below 0 count from the end. */
function isNamed(key: string | number, count: number, selectors: readonly (string | number)[]): boolean {
  return selectors.includes(key) || (typeof key === 'number' && selectors.includes(key - count));
}

/** Takes the facts of one document as generated code finds them. */
export class InputReader {
  /** Null: facts are read and collected, and nothing is changed. */
  readonly #matcher: Matcher | null;
  readonly #limit: number;
  readonly facts: Fact[] = [];
  #count = 0;
  #visited = 0;
  #begun = false;
  /** Element of `input:` that the last fact is of, and which of its facts it is, from 1. */
  element = 0;
  item = 0;

  constructor(matcher: Matcher | null, limit: number) {
    this.#matcher = matcher;
    this.#limit = limit;
  }

  /** One fact: brought in, or read and collected. Throws ValidationError. */
  take(element: number, operations: TemplateOperations, data: Readonly<Record<string, unknown>>): void {
    if (!this.#begun) this.begin(element);
    this.#begun = false;
    if (this.#count++ === this.#limit) {
      throw new ValidationError(`The input holds more than ${this.#limit} facts`, 'input');
    }
    if (this.#matcher === null) this.facts.push(operations.read(data));
    else operations.bring(this.#matcher, data);
  }

  /** The next fact is one of this element; before its slots are read, where reading them can fail. */
  begin(element: number): void {
    this.#begun = true;
    if (element !== this.element) {
      this.element = element;
      this.item = 0;
    }
    this.item++;
  }

  /** The only value that a path found; undefined when it found none. Throws ValidationError for several. */
  one(slot: string, values: readonly unknown[]): unknown {
    if (values.length > 1)
      throw new ValidationError(`Slot '${slot}' takes one value, got ${values.length}`, slot);
    return values[0];
  }

  /** The children of a value that a path names, in the order of the text; null names all. */
  select(value: unknown, selectors: readonly (string | number)[] | null): Selected {
    const found: Selected = { values: [], keys: [] };
    this.#select(value, selectors, found, false, 0);
    return found;
  }

  /** The same of the value and of everything in it. */
  selectDeep(value: unknown, selectors: readonly (string | number)[] | null): Selected {
    const found: Selected = { values: [], keys: [] };
    this.#select(value, selectors, found, true, 0);
    return found;
  }

  #select(
    value: unknown,
    selectors: readonly (string | number)[] | null,
    found: Selected,
    deep: boolean,
    depth: number,
  ): void {
    const values = valuesOf(value);
    if (values.length === 0) return;
    if (depth === DEEPEST)
      throw new ValidationError(`The input is nested more than ${DEEPEST} deep`, 'input');
    const keys = keysOf(value);
    if ((this.#visited += values.length) > MOST_VISITED) {
      throw new LimitError('input', `The paths of the input lead to more than ${MOST_VISITED} values`);
    }
    for (let i = 0; i < values.length; i++) {
      const key = keys === null ? i : keys[i]!;
      if (selectors === null || isNamed(key, values.length, selectors)) {
        found.values.push(values[i]);
        found.keys.push(key);
      }
      if (deep) this.#select(values[i], selectors, found, true, depth + 1);
    }
  }
}

/** The item of a list at an index; below 0 it counts from the end. Undefined when there is none. */
export function itemAt(value: unknown, index: number): unknown {
  return isList(value) ? value[index < 0 ? value.length + index : index] : undefined;
}

/** Which path a value came from, as far as it is known. */
function describePlace({ facts }: InputMapping, { element, item }: InputReader, slot: string | null): string {
  const { each, paths } = facts[element]!;
  const path = slot === null ? undefined : paths.get(slot);
  const parts = [
    ...(path === undefined ? [] : [`${slot} is ${path}`]),
    ...(each.length === 0 ? [] : [`item ${item} of ${each.join(', ')}`]),
  ];
  return parts.join(', ');
}

/** Names the path in a refusal of the validation chain. */
function located(error: unknown, mapping: InputMapping, reader: InputReader): unknown {
  if (!(error instanceof ValidationError) || error.field === 'input') return error;
  const place = describePlace(mapping, reader, error.field);
  return place === '' ? error : new ValidationError(`${error.message} (input: ${place})`, error.field);
}

/**
 * The facts of a document: brought into a matcher, or with null only read. Throws ValidationError, LimitError, and
 * what matching raises; the caller takes back what came in.
 */
export type DocumentTaker = (
  mapping: InputMapping,
  document: unknown,
  matcher: Matcher | null,
  limits: Limits,
) => readonly Fact[];

/** Of every ruleset with `input:`. */
export const takeDocument: DocumentTaker = (mapping, document, matcher, limits) => {
  const reader = new InputReader(matcher, limits.inputFacts);
  try {
    mapping.read(document, reader);
  } catch (error) {
    throw located(error, mapping, reader);
  }
  return reader.facts;
};
