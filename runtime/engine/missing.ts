/**
 * Paths that make the condition of a rule unknown, for `missing` of a result. Computed after the decision, for the rule
 * that decided, if it closes: nothing of it is on the way of a request.
 */
import { commandsIn } from '../shell/shell-commands.ts';
import { isShellStep, type Step } from '../values/shell-step.ts';
import type { SlotTypeName } from '../description.ts';
import { unreadableAs, valueOfCall } from '../values/text-call.ts';
import { MASKED } from './errors.ts';
import { textsOfKey, type KeySource } from './named-key.ts';
import type { NamedKey, NamedTest, NamedValue, ReadAs } from './named-value.ts';
import { anyIn, MISMATCH, valueIn } from '../facts/document-value.ts';
import { isList, isMap, keysOf, valuesOf } from '../facts/document.ts';
import { itemAt } from '../facts/input.ts';
import { isHostReadable, readDomain } from '../values/host-within.ts';
import { isAddressReadable, readNetwork } from '../values/network.ts';
import { isPathReadable, resolvePath } from '../values/path-within.ts';
import { isVersionReadable, readVersionRange } from '../values/version-range.ts';
import type { Fact } from '../values/values.ts';

/** Paths that a result lists; further ones add nothing for a reader. */
const MOST_PATHS = 100;

/** A place of the document with its path as it is shown. */
interface Place {
  readonly value: unknown;
  readonly shown: string;
}

/**
 * The paths among `named` that are missing, of another type or unreadable in a document, in the order in which the rule
 * names them.
 *
 * @param factsOf the facts of the rule's match, in the order of its patterns
 */
export function missingIn(
  named: readonly NamedValue[],
  document: unknown,
  factsOf: () => readonly Fact[],
): readonly string[] {
  if (named.every((value) => value.kind === 'path' && isKnown(value, document))) return NOTHING;
  const facts = factsOf();
  const found = new Set<string>();
  const placesOf = (value: NamedValue): readonly Place[] =>
    value.kind === 'slot' ? slotPlaces(value, facts) : pathPlaces(value, document, facts, source);
  const valuesIn = (value: NamedValue): readonly unknown[] =>
    placesOf(value).flatMap((place) => (isList(place.value) ? place.value : [place.value]));
  const textsOf = (value: NamedValue): readonly string[] => valuesIn(value).filter(isText);
  const source: KeySource = {
    textsOf: (value) =>
      valuesIn(value)
        .filter((one) => isKey(one) && (value.kind === 'slot' || isOfType(one, value)))
        .map(String),
    namesOf: (value) => placesOf(value).flatMap((place) => namesIn(place.value)),
  };
  for (const value of named) {
    for (const place of placesOf(value)) {
      const shown =
        value.kind === 'slot' ? problemOf(place, value.tests, textsOf) : pathProblem(place, value, textsOf);
      if (shown !== null) found.add(shown);
      if (found.size === MOST_PATHS) return [...found];
    }
  }
  return [...found];
}

const NOTHING: readonly string[] = [];

/** True for a path outside of items that leads to a value of its type: nothing is written of it. */
function isKnown(named: NamedPath, document: unknown): boolean {
  const { steps, item, isExcused, type, list, tests, union } = named;
  if (item !== null || steps.length !== 1 || tests.length > 0 || union !== undefined) return false;
  let value = document;
  for (const key of steps[0]!) value = memberAt(value, key);
  return isMissing(value) ? isExcused : type === null || fitsType(value, type, list);
}

function memberAt(value: unknown, key: Step): unknown {
  if (isShellStep(key)) return commandsIn(value);
  if (typeof key === 'number') return itemAt(value, key);
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

type NamedPath = Extract<NamedValue, { kind: 'path' }>;
type NamedSlot = Extract<NamedValue, { kind: 'slot' }>;

function factOf(facts: readonly Fact[], [template, nth]: readonly [string, number]): Fact | undefined {
  return facts.filter((fact) => fact.template === template)[nth];
}

function slotPlaces({ fact: of, slot, shown }: NamedSlot, facts: readonly Fact[]): readonly Place[] {
  const fact = factOf(facts, of);
  return fact === undefined ? [] : [{ value: fact.operations.write(fact)[slot], shown }];
}

/** All places that the path leads to: below the item of the match, or below each item of the lists that it goes through. */
function pathPlaces(
  { steps, item, keys: named = [], union }: NamedPath,
  document: unknown,
  facts: readonly Fact[],
  source: KeySource,
): readonly Place[] {
  const fact = item === null ? undefined : factOf(facts, item);
  if (item !== null && fact === undefined) return [];
  const keys = fact === undefined ? {} : fact.operations.write(fact);
  let places: readonly Place[] = [{ value: document, shown: 'input' }];
  for (const [level, selectors] of steps.entries()) {
    if (level > 0) {
      const [key = null, only] = [named[level - 1], keys[`at${level - 1}`]];
      places = places.flatMap((place) =>
        key === null ? itemsAt(place, only) : entriesAt(place, key, only, source),
      );
    }
    places = places.map((place) => selectors.reduce(step, place));
  }
  return union === undefined ? places : places.map((place) => unionAt(place, union));
}

/** The lists of a union, which is missing only if all of them are. */
function unionAt({ value, shown }: Place, names: readonly string[]): Place {
  const first = names.map((name) => memberAt(value, name)).find((list) => !isMissing(list));
  return { value: first, shown: `${shown}[${names.map((name) => JSON.stringify(name)).join(', ')}]` };
}

/** The entries that a key names; of a union, the lists that exist. */
function entriesAt(place: Place, key: NamedKey, only: unknown, source: KeySource): readonly Place[] {
  return textsOfKey(key, source).flatMap(({ text, isSensitive }) => {
    if (only !== undefined && text !== only) return [];
    if (key.kind === 'names') return isMissing(memberAt(place.value, text)) ? [] : [step(place, text)];
    const value = isList(place.value) ? itemAt(place.value, indexOf(text)) : memberAt(place.value, text);
    return [{ value, shown: `${place.shown}[${isSensitive ? MASKED : JSON.stringify(text)}]` }];
  });
}

/** The index that a key of a list writes, as keys of items are written. */
const indexOf = (text: string): number => (/^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : NaN);

function step({ value, shown }: Place, key: Step): Place {
  const member = memberAt(value, key);
  if (typeof key === 'number') return { value: member, shown: `${shown}[${key}]` };
  if (isShellStep(key)) return { value: member, shown: `shell(${shown})` };
  const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  return { value: member, shown: shown + name };
}

/** The items of a list or map, or the one of a key. Names of a map are values of the document and are not shown. */
function itemsAt({ value, shown }: Place, only: unknown): readonly Place[] {
  const keys = keysOf(value);
  return valuesOf(value).flatMap((item, i) => {
    if (only !== undefined && String(keys === null ? i : keys[i]) !== only) return [];
    return [{ value: item, shown: keys === null ? `${shown}[${i}]` : `${shown}[*]` }];
  });
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** A value that is a key as it is, or written as a text. */
const isKey = (value: unknown): boolean => isText(value) || Number.isInteger(value);

const isOfType = (value: unknown, { type }: NamedPath): boolean =>
  type === null || fitsType(value, type, false);

const namesIn = (value: unknown): readonly string[] =>
  keysOf(value) ?? valuesOf(value).map((_, i) => String(i));

const isText = (value: unknown): value is string => typeof value === 'string';

/** Texts of a value that an operator reads another one by. */
type TextsOf = (value: NamedValue) => readonly string[];

function pathProblem(
  place: Place,
  { isExcused, type, list, tests }: NamedPath,
  textsOf: TextsOf,
): string | null {
  if (isMissing(place.value)) return isExcused ? null : place.shown;
  if (type !== null && !fitsType(place.value, type, list)) return otherType(place, type, list);
  return problemOf(place, tests, textsOf);
}

function fitsType(value: unknown, type: SlotTypeName | 'ANY', list: boolean): boolean {
  if (list) {
    if (!isList(value)) return false;
    return value.every((item) => isMissing(item) || fitsType(item, type, false));
  }
  return (type === 'ANY' ? anyIn(value) : valueIn(value, type, '')) !== MISMATCH;
}

/** Describes a value of another type. In a list, it describes the first such item. */
function otherType({ value, shown }: Place, type: SlotTypeName | 'ANY', list: boolean): string {
  if (!list || !isList(value)) return `${shown} (${kindOf(value)})`;
  const i = value.findIndex((item) => !isMissing(item) && !fitsType(item, type, false));
  return `${shown}[${i}] (${kindOf(value[i])})`;
}

/** Says what a value of another type is. */
export function kindOf(value: unknown): string {
  if (isList(value)) return 'a list';
  if (isMap(value)) return 'an object';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'a truth value' : 'a number';
}

function problemOf({ value, shown }: Place, tests: readonly NamedTest[], textsOf: TextsOf): string | null {
  for (const test of tests) {
    if (test.kind === 'key') {
      if (!test.keys.includes(String(value))) return `${test.of}[${shown}] (no key)`;
    } else if (test.kind === 'calls') {
      const problem = unreadable(test, value);
      if (problem !== null) return `${shown} (${problem})`;
    } else if (test.kind === 'zero') {
      if (Number(value) === 0) return `${shown} (zero)`;
    } else if (test.kind === 'argument') {
      const items = isList(value) ? value : [value];
      if (!items.every((item) => isArgument(test.as, String(item)))) return `${shown} (unreadable)`;
    } else {
      // An argument that is none is named itself.
      const by = test.by.flatMap((one) =>
        typeof one === 'string' ? [one] : textsOf(one).filter((text) => isArgument(test.kind, text)),
      );
      if (!by.every((one) => READABLE[test.kind](one, String(value)))) return `${shown} (unreadable)`;
    }
  }
  return null;
}

/** Texts that cannot be read are cut at this length. */
const MOST_CHARACTERS = 80;

/** The first function that cannot read what is before it. */
function unreadable(
  { calls, isSensitive }: Extract<NamedTest, { kind: 'calls' }>,
  value: unknown,
): string | null {
  let text = String(value);
  for (const call of calls) {
    const made = valueOfCall(call, text);
    if (made === null) return `${unreadableAs(call)}: ${isSensitive ? MASKED : JSON.stringify(cut(text))}`;
    text = String(made);
  }
  return null;
}

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
};

const isArgument = (as: ReadAs, text: string): boolean => ARGUMENTS[as](text) !== null;

const ARGUMENTS: Readonly<Record<ReadAs, (text: string) => unknown>> = {
  path: resolvePath,
  host: readDomain,
  address: readNetwork,
  version: readVersionRange,
};

const READABLE: Readonly<Record<ReadAs, (by: string, text: string) => boolean>> = {
  path: (by, text) => isPathReadable(resolvePath(by), text),
  host: (by, text) => isHostReadable(readDomain(by), text),
  address: (by, text) => isAddressReadable(readNetwork(by), text),
  version: (by, text) => isVersionReadable(readVersionRange(by), text),
};
