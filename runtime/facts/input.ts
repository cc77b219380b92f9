import type { Limits } from '../description.ts';
import type { InputMapping, TemplateOperations } from '../abi.ts';
import { isList, isMap, keysOf, valuesOf } from './document.ts';
import { LimitError, ValidationError } from '../engine/errors.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Fact } from '../values/values.ts';

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

const SHORT_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path one step longer; any two different places of a document have different paths. */
function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!SHORT_NAME.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Takes the facts of one document as generated code finds them. */
export class InputReader {
  /** `null` if facts are read and collected, and nothing is changed. */
  readonly matcher: Matcher | null;
  readonly #limit: number;
  readonly facts: Fact[] = [];
  #count = 0;
  #visited = 0;
  #begun = false;
  /** Element of `input:` that the last fact is of, and which of its facts it is, from 1. */
  element = 0;
  item = 0;

  constructor(matcher: Matcher | null, limit: number) {
    this.matcher = matcher;
    this.#limit = limit;
  }

  /** One fact: brought in, or read and collected. Throws ValidationError. */
  take(element: number, operations: TemplateOperations, data: Readonly<Record<string, unknown>>): void {
    this.admit(element);
    if (this.matcher === null) this.facts.push(operations.read(data));
    else operations.bring(this.matcher, data);
  }

  /** Counts a fact that generated code makes and brings in itself. Throws ValidationError. */
  admit(element: number): void {
    if (!this.#begun) this.begin(element);
    this.#begun = false;
    if (this.#count++ === this.#limit) {
      throw new ValidationError(`The input holds more than ${this.#limit} facts`, 'input');
    }
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

  /**
   * The values without children below a value, in the order of the text, each under its path from there: `a`, `a.b`,
   * `a[0].b`, `["x.y"]`. An empty object is `{}`, an empty list `[]` and null `null`, so that nothing is left out. A value
   * that is neither a list nor an object is its own leaf, under the empty path; an empty one or null has none.
   */
  leaves(value: unknown): Selected {
    const found: Selected = { values: [], keys: [] };
    const canBeEmpty = value === null || value === undefined || isList(value) || isMap(value);
    if (valuesOf(value).length > 0 || !canBeEmpty) this.#leaves(value, '', found, 0);
    return found;
  }

  #leaves(value: unknown, path: string, found: Selected, depth: number): void {
    const values = valuesOf(value);
    if (values.length === 0) {
      found.values.push(isList(value) ? '[]' : isMap(value) ? '{}' : (value ?? 'null'));
      found.keys.push(path);
      return;
    }
    this.#visit(values.length, depth);
    const keys = keysOf(value);
    for (let i = 0; i < values.length; i++) {
      this.#leaves(values[i], pathBelow(path, keys === null ? i : keys[i]!), found, depth + 1);
    }
  }

  #visit(count: number, depth: number): void {
    if (depth === DEEPEST)
      throw new ValidationError(`The input is nested more than ${DEEPEST} deep`, 'input');
    if ((this.#visited += count) > MOST_VISITED) {
      throw new LimitError('input', `The paths of the input lead to more than ${MOST_VISITED} values`);
    }
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
    this.#visit(values.length, depth);
    const keys = keysOf(value);
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

/** The index in its list of the item that an index from the end means. */
export function indexAt(value: unknown, index: number): number {
  return isList(value) ? value.length + index : index;
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
  return place === '' ? error : error.extended(` (input: ${place})`);
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

/** Limits of every ruleset with `input:`. */
export const takeDocument: DocumentTaker = (mapping, document, matcher, limits) => {
  const reader = new InputReader(matcher, limits.inputFacts);
  try {
    mapping.read(document, reader);
  } catch (error) {
    throw located(error, mapping, reader);
  }
  return reader.facts;
};
