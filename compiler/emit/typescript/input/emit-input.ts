/** `input:` as straight-line code: one function that gives the facts of a document to the reader, in order. */
import {
  isSingular,
  type InputPath,
  type Segment,
  type Selector,
} from '../../../language/input/input-path.ts';
import type { InputFacts, InputSlot, Template } from '../../../ruleset.ts';
import { code, comment, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import type { Declaration } from '../print/declaration.ts';
import { elementAt, entryOf, required } from '../../../required.ts';

/** A place in the function, inside so many loops; statements of a place stand before its next loop. */
interface Place {
  readonly statements: Code[];
  /** Values found here by path, so that paths with the same beginning walk it once. */
  readonly found: Map<string, Code>;
  /** The item and its index or key. */
  readonly item: Code;
  readonly key: Code;
}

function newPlace(item: Code, key: Code): Place {
  return { statements: [], found: new Map(), item, key };
}

/** Names that every object inherits are asked for as its own. */
function member(of: Code, name: string): Code {
  const value = code`${of}[${literal(name)}]`;
  return name in Object.prototype
    ? code`(Object.hasOwn(${of}, ${literal(name)}) ? ${value} : undefined)`
    : value;
}

function hint(selector: Selector | undefined): string {
  return typeof selector === 'string' && /[A-Za-z]/.test(selector)
    ? selector.replace(/[^A-Za-z0-9]+/g, '-')
    : 'item';
}

/** The value that a segment of one selector leads to, in a local that later paths share. */
function step(context: Context, place: Place, of: Code, at: string, selector: Selector): Code {
  const known = place.found.get(at);
  if (known !== undefined) return known;
  const name = context.names.fresh([hint(selector), 'value'], 'camel');
  const value =
    typeof selector === 'number'
      ? code`${context.value('itemAt')}(${of}, ${literal(selector)})`
      : code`${context.value('isMap')}(${of}) ? ${member(of, selector)} : undefined`;
  place.statements.push(code`const ${name} = ${value};`);
  place.found.set(at, name);
  return name;
}

/** Walks segments of one selector each. */
function walk(context: Context, place: Place, segments: readonly Segment[]): Code {
  let value = place.item;
  let at = '';
  for (const { selectors } of segments) {
    const selector = selectors![0]!;
    at += JSON.stringify([selector]);
    value = step(context, place, value, at, selector);
  }
  return value;
}

function selectorList(context: Context, selectors: readonly Selector[] | null): Code {
  if (selectors === null) return code`null`;
  return context.constant(
    'selectors',
    code`[${joined(
      selectors.map((selector) => literal(selector)),
      ', ',
    )}]`,
  );
}

interface Loop {
  readonly head: Code;
  readonly item: Code;
  readonly key: Code;
}

/** A loop over what a segment that may lead to several places finds in a value; its body is still open. */
function openLoop(context: Context, segment: Segment, value: Code, usesKey: boolean): Loop {
  const { selectors, descendant } = segment;
  const fresh = (name: string): Code => context.names.fresh(['input', name], 'camel');
  const [values, keys, index, item, key] = ['values', 'keys', 'index', 'item', 'key'].map(fresh) as [
    Code,
    Code,
    Code,
    Code,
    Code,
  ];
  const whole = selectors === null && !descendant;
  const found = fresh('found');
  const find = descendant ? code`selectDeep` : code`select`;
  const lists = whole
    ? [
        code`const ${values} = ${context.value('valuesOf')}(${value});`,
        ...(usesKey ? [code`const ${keys} = ${context.value('keysOf')}(${value});`] : []),
      ]
    : [
        code`const ${found} = to.${find}(${value}, ${selectorList(context, selectors)});`,
        code`const ${values} = ${found}.values;`,
      ];
  const keyAt = whole ? code`${keys} === null ? ${index} : ${keys}[${index}]` : code`${found}.keys[${index}]`;
  const head = lines([
    ...lists,
    code`for (let ${index} = 0; ${index} < ${values}.length; ${index}++) {`,
    code`const ${item} = ${values}[${index}];`,
    ...(usesKey ? [code`const ${key} = ${keyAt};`] : []),
  ]);
  return { head, item, key: usesKey ? key : code`undefined` };
}

/** The index or key of the place where segments of one selector end. */
function lastKey(place: Place, segments: readonly Segment[]): Code {
  const selector = segments.at(-1)?.selectors?.[0];
  return selector === undefined ? place.key : literal(selector);
}

/**
 * Goes down a path from a place and writes what `body` makes of each place where the path ends.
 *
 * @param usesKey whether the body asks for index or key
 */
function descend(
  context: Context,
  place: Place,
  segments: readonly Segment[],
  usesKey: boolean,
  body: (end: Place) => void,
): void {
  const stop = segments.findIndex((segment) => !isSingular(segment));
  if (stop === -1) {
    const value = walk(context, place, segments);
    const end = newPlace(value, lastKey(place, segments));
    body(end);
    place.statements.push(code`if (${value} !== undefined && ${value} !== null) {\n${end.statements}\n}`);
    return;
  }
  const value = walk(context, place, segments.slice(0, stop));
  const rest = segments.slice(stop + 1);
  const loop = openLoop(context, elementAt(segments, stop), value, usesKey && rest.length === 0);
  const inside = newPlace(loop.item, loop.key);
  if (rest.length === 0) body(inside);
  else descend(context, inside, rest, usesKey, body);
  place.statements.push(code`${loop.head}\n${inside.statements}\n}`);
}

/** The value of a slot as an expression; what must be done before it goes into the places. */
function slotValue(
  context: Context,
  template: Template,
  { slot, path }: InputSlot,
  places: readonly Place[],
): Code {
  const here = required(places.at(-1), 'the place');
  const place = path.root === '$' ? elementAt(places, 0) : places.at(-1 - path.outer)!;
  if (path.root === '#') return place.key;
  if (path.segments.every(isSingular)) return code`${walk(context, place, path.segments)} ?? undefined`;
  const values = context.names.fresh([slot, 'values'], 'camel');
  here.statements.push(code`const ${values}${types`: unknown[]`} = [];`);
  const start = newPlace(place.item, place.key);
  descend(context, start, path.segments, false, (end) => {
    end.statements.push(code`if (${end.item} !== null) ${values}.push(${end.item});`);
  });
  here.statements.push(...start.statements);
  const isList = template.slots.some(({ name, list }) => name === slot && list);
  return isList
    ? code`${values}.length === 0 ? undefined : ${values}`
    : code`to.one(${literal(slot)}, ${values})`;
}

function usesKeyOf(level: number, { each, slots }: InputFacts): boolean {
  return slots.some(({ path }) => path.root === '#' && each.length - 1 - path.outer === level);
}

/** The statements of one element, from the place of its innermost item on. */
function emitFact(context: Context, facts: InputFacts, element: number, places: readonly Place[]): void {
  const here = required(places.at(-1), 'the place');
  const { operations, template } = entryOf(context.templates, facts.template);
  const severalPossible = facts.slots.some(({ path }) => !path.segments.every(isSingular));
  if (severalPossible) here.statements.push(code`to.begin(${literal(element)});`);
  const data = facts.slots.map(
    (slot) => code`${literal(slot.slot)}: ${slotValue(context, template, slot, places)}`,
  );
  here.statements.push(
    code`to.take(${literal(element)}, ${operations}${types` as ${context.type('TemplateOperations')}`}, { ${joined(data, ', ')} });`,
  );
}

function emitElement(context: Context, facts: InputFacts, element: number, document: Place): void {
  const goOn = (level: number, places: readonly Place[]): void => {
    const path = facts.each[level];
    if (path === undefined) return emitFact(context, facts, element, places);
    const from = required(places.at(-1), 'the place');
    descend(context, from, path.segments, usesKeyOf(level, facts), (end) =>
      goOn(level + 1, [...places, end]),
    );
  };
  document.statements.push(comment(`${facts.template}, ${context.position(facts.at)}`));
  goOn(0, [document]);
}

/** Whether the order in which an object's members stand can be seen in the facts. */
function showsOrder(path: InputPath): boolean {
  return !path.segments.every(isSingular);
}

function describe({ template, each, slots }: InputFacts): Code {
  const paths = slots.map(({ slot, path }) => code`[${literal(slot)}, ${literal(path.text)}]`);
  const written = each.map(({ text }) => literal(text));
  return code`{ template: ${literal(template)}, each: [${joined(written, ', ')}], paths: new Map([${joined(paths, ', ')}]) },`;
}

/**
 * The function that reads a document, and the mapping as the ruleset exports it; null without `input:`.
 *
 * @param flagOf the flag of a template among those whose facts can come
 */
export function emitInput(
  context: Context,
  flagOf: (template: string) => number,
): { readonly declarations: readonly Declaration[]; readonly mapping: Code } {
  const { input } = context.ruleset;
  if (input.length === 0) return { declarations: [], mapping: code`null` };
  const document = newPlace(code`document`, code`undefined`);
  for (const [element, facts] of input.entries()) emitElement(context, facts, element, document);
  const read = context.names.exact('readInput');
  const coming = [...new Set(input.map(({ template }) => flagOf(template)))].reduce(
    (all, flag) => all | flag,
    0,
  );
  const ordered = input.some(
    ({ each, slots }) => each.some(showsOrder) || slots.some(({ path }) => showsOrder(path)),
  );
  return {
    declarations: [
      { kind: 'section', comment: comment('--- input') },
      {
        kind: 'function',
        name: read,
        parameters: [
          { name: code`document`, type: code`unknown` },
          { name: code`to`, type: context.type('InputReader') },
        ],
        returns: code`void`,
        body: lines(document.statements),
        comment: comment('The facts of a document, in the order of `input:` and then of its text.'),
      },
    ],
    mapping: code`{
facts: [
${lines(input.map(describe))}
],
coming: ${literal(coming)},
ordered: ${literal(ordered)},
read: ${read},
take: ${context.value('takeDocument')},
}`,
  };
}
