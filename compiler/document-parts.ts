/** Templates that only the document fills, as the paths that they hold: what people see instead of their names. */
import type { InputFacts } from './input-facts.ts';
import { isShellStep } from '../runtime/values/shell-step.ts';
import { variablesOf } from './language/expression/variables.ts';
import { expressionsOf, patternsOf } from './left-side.ts';
import { onlySelector, type InputPath, type Selector } from './language/input/input-path.ts';
import type { Ruleset, Template } from './ruleset.ts';

/** Steps to a place of the document: those of `levels[0]` lead to a list or map, those of `levels[1]` go on below an item. */
export type Levels = readonly (readonly Selector[])[];

/** A template whose facts are places of the document. */
export interface DocumentPart {
  readonly template: Template;
  readonly levels: Levels;
  /** Names of the lists of a union that are gone through before a level; null where it is any list or map. */
  readonly unions: readonly (readonly string[] | null)[];
  /** For each level after the first, true if a rule reads items by their keys, as entries of a map. */
  readonly isKeyed: readonly boolean[];
  readonly slots: ReadonlyMap<string, DocumentSlot>;
  /** Its fact exists even if the path leads to nothing. */
  readonly isAlways: boolean;
  /** Places below the part that the document must have, and the kinds of their values. */
  readonly required: readonly (readonly Selector[])[];
  readonly shapes: readonly {
    readonly keys: readonly Selector[];
    readonly kind: 'object' | 'list' | 'map';
  }[];
}

interface DocumentSlot {
  readonly kind: 'value' | 'text' | 'kind' | 'key';
  /** Steps from the place of the part. */
  readonly keys: readonly Selector[];
}

export type DocumentParts = ReadonlyMap<string, DocumentPart>;

/** By name of the template. Without templates that a long ruleset fills in other ways than lowering does. */
export function documentParts({
  templates,
  input,
  rules,
}: Pick<Ruleset, 'templates' | 'input' | 'rules'>): DocumentParts {
  const parts = new Map<string, DocumentPart>();
  for (const template of templates) {
    if (template.from !== 'document') continue;
    const [facts, more] = input.filter((one) => one.template === template.name);
    const part = facts === undefined || more !== undefined ? null : partOf(template, facts);
    if (part !== null) parts.set(template.name, part);
  }
  const keyed = new Set(rules.flatMap((rule) => keyedLists(parts, rule)));
  if (keyed.size === 0) return parts;
  return new Map(
    [...parts].map(([name, part]) => {
      const isKeyed = part.levels.slice(1).map((_, level) => keyed.has(listId(part, level)));
      return [name, { ...part, isKeyed }];
    }),
  );
}

const listId = ({ levels }: DocumentPart, level: number): string =>
  JSON.stringify(levels.slice(0, level + 1));

/** Lists and maps whose keys a rule compares with something else than other keys. */
function keyedLists(parts: DocumentParts, { when }: Ruleset['rules'][number]): readonly string[] {
  const lists: string[] = [];
  const variables: (readonly [name: string, list: string])[] = [];
  const others = new Set(expressionsOf(when).flatMap((expression) => [...variablesOf(expression)]));
  for (const { template, fields } of patternsOf(when)) {
    const part = parts.get(template);
    for (const { slot, constraints } of fields) {
      const isKey = part?.slots.get(slot)?.kind === 'key';
      const list = part === undefined || !isKey ? null : listId(part, Number(slot.slice(2)));
      for (const one of constraints) {
        if (one.kind === 'variable' && list !== null) variables.push([one.name, list]);
        else if (one.kind === 'variable') others.add(one.name);
        else if (list !== null) lists.push(list);
      }
    }
  }
  return [...lists, ...variables.flatMap(([name, list]) => (others.has(name) ? [list] : []))];
}

function partOf(template: Template, facts: InputFacts): DocumentPart | null {
  const [levels, unions] = [levelsOf(facts.each), unionsOf(facts.each)];
  const required = facts.required.map(keysOf);
  const shapes = facts.shapes.map(({ path, kind }) => ({ keys: keysOf(path), kind }));
  const slots = facts.slots.map(({ slot, path, as }): readonly [string, DocumentSlot | null] => {
    if (path.root === '#') return [slot, { kind: 'key', keys: [] }];
    const keys = keysOf(path);
    return [slot, keys === null ? null : { kind: as, keys }];
  });
  if (levels === null || required.includes(null) || slots.some(([, slot]) => slot === null)) return null;
  const made: DocumentPart = {
    template,
    levels,
    unions,
    isKeyed: [],
    slots: new Map(slots as [string, DocumentSlot][]),
    isAlways: false,
    required: required.flatMap((keys) => (keys === null ? [] : [keys])),
    shapes: shapes.flatMap(({ keys, kind }) => (keys === null ? [] : [{ keys, kind }])),
  };
  return emptyListPart(made) ?? made;
}

/** A list that is empty if it is missing is a slot of the document, or of an item, in a template of its own. */
function emptyListPart(part: DocumentPart): DocumentPart | null {
  const value = part.slots.get('value');
  if (value === undefined || value.keys.length === 0) return null;
  const others = [...part.slots.values()].filter((slot) => slot !== value);
  const isOnly = others.every(
    ({ kind, keys }) => kind === 'key' || keys.join('\0') === value.keys.join('\0'),
  );
  if (!isOnly) return null;
  const last = part.levels.at(-1) ?? [];
  const slots = [...part.slots].map(([name, slot]): [string, DocumentSlot] => [name, { ...slot, keys: [] }]);
  return {
    ...part,
    levels: [...part.levels.slice(0, -1), [...last, ...value.keys]],
    slots: new Map(slots),
    isAlways: true,
  };
}

/** For each level after the first, the names of the union before it. */
function unionsOf(each: readonly InputPath[]): readonly (readonly string[] | null)[] {
  return each
    .flatMap(({ segments }) => segments)
    .flatMap(({ selectors, descendant }) => {
      if (descendant) return [];
      if (selectors === null) return [null];
      if (!Array.isArray(selectors) || selectors.length < 2) return [];
      return [selectors.filter((name) => typeof name === 'string')];
    });
}

/** Each `*` begins a level. */
function levelsOf(each: readonly InputPath[]): Levels | null {
  const levels: Selector[][] = [[]];
  for (const [i, { root, outer, segments }] of each.entries()) {
    if (root !== (i === 0 ? '$' : '@') || outer > 0) return null;
    for (const segment of segments) {
      // The names of a union are keys, as those of a map are.
      const isUnion = Array.isArray(segment.selectors) && segment.selectors.length > 1;
      if ((segment.selectors === null || isUnion) && !segment.descendant) levels.push([]);
      else {
        const only = onlySelector(segment);
        if (only === undefined || isShellStep(only)) return null;
        levels.at(-1)?.push(only);
      }
    }
  }
  return levels;
}

function keysOf({ outer, segments }: InputPath): readonly Selector[] | null {
  const keys = segments.flatMap((segment) => {
    const key = onlySelector(segment);
    return key === undefined || isShellStep(key) ? [] : [key];
  });
  return outer > 0 || keys.length < segments.length ? null : keys;
}
