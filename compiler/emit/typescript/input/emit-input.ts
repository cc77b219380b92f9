/** `input:` as straight-line code: one function that gives the facts of a document to the reader, in order. */
import {
  isSingular,
  onlySelector,
  type InputPath,
  type Segment,
  type Selector,
} from '../../../language/input/input-path.ts';
import { isShellStep } from '../../../../runtime/values/shell-step.ts';
import type { InputFacts, InputSlot } from '../../../input-facts.ts';
import { readDocument } from '../../../plan/read-document.ts';
import type { Template } from '../../../ruleset.ts';
import { code, comment, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import type { Declaration } from '../code/declaration.ts';
import { elementAt, entryOf, required } from '../../../required.ts';
import { describe, showsOrder } from './describe-input.ts';
import { readsOf } from './emit-read-document.ts';
import { newPlace, walk, type Place } from './place.ts';
import { directTake, isDirect, strictData } from './strict-data.ts';

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
function openLoop(
  context: Context,
  segment: Segment,
  value: Code,
  usesKey: boolean,
  refusal: Code | null,
): Loop {
  const { selectors, descendant } = segment;
  if (isShellStep(selectors)) throw new TypeError('the commands are one list');
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
  const find =
    selectors === 'leaves'
      ? code`leaves(${value})`
      : code`${descendant ? code`selectDeep` : code`select`}(${value}, ${selectorList(context, selectors)})`;
  const lists = whole
    ? [
        ...(refusal === null ? [] : [code`${context.value('itemsIn')}(${value}, ${refusal});`]),
        code`const ${values} = ${context.value('valuesOf')}(${value});`,
        ...(usesKey ? [code`const ${keys} = ${context.value('keysOf')}(${value});`] : []),
      ]
    : [code`const ${found} = to.${find};`, code`const ${values} = ${found}.values;`];
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
function lastKey(context: Context, place: Place, segments: readonly Segment[]): Code {
  const last = segments.at(-1);
  const selector = last && onlySelector(last);
  if (selector === undefined) return place.key;
  if (isShellStep(selector)) return literal(selector.step);
  if (typeof selector === 'string' || selector >= 0) return literal(selector);
  const list = walk(context, place, segments.slice(0, -1));
  return code`${context.value('indexAt')}(${list}, ${literal(selector)})`;
}

/**
 * Goes down a path from a place and writes what `body` makes of each place where the path ends.
 *
 * @param usesKey true if the body uses index or key
 * @param refusal path that a refusal of a single value names, where a list is gone through; null: it has no items
 */
function descend(
  context: Context,
  place: Place,
  segments: readonly Segment[],
  usesKey: boolean,
  body: (end: Place) => void,
  refusal: Code | null = null,
): void {
  const stop = segments.findIndex((segment) => !isSingular(segment));
  if (stop === -1) {
    const value = walk(context, place, segments);
    const end = newPlace(value, usesKey ? lastKey(context, place, segments) : code`undefined`);
    body(end);
    place.statements.push(code`if (${value} !== undefined && ${value} !== null) {\n${end.statements}\n}`);
    return;
  }
  const value = walk(context, place, segments.slice(0, stop));
  const rest = segments.slice(stop + 1);
  const loop = openLoop(context, elementAt(segments, stop), value, usesKey && rest.length === 0, refusal);
  const inside = newPlace(loop.item, loop.key);
  if (rest.length === 0) body(inside);
  else descend(context, inside, rest, usesKey, body, refusal);
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
  if (isStrict(template, facts)) {
    emitStrictFact(context, facts, element, places);
    return;
  }
  const data = facts.slots.map(
    (slot) => code`${literal(slot.slot)}: ${slotValue(context, template, slot, places)}`,
  );
  here.statements.push(
    code`to.take(${literal(element)}, ${operations}${types` as ${context.type('TemplateOperations')}`}, { ${joined(data, ', ')} });`,
  );
}

/** True if slots take values of their own type only, and paths may be demanded. */
function isStrict(template: Template, { slots, required: demanded, shapes }: InputFacts): boolean {
  const isOwn = slots.some(({ as, skips }) => as !== 'value' || skips);
  return template.from === 'document' || isOwn || demanded.length > 0 || shapes.length > 0;
}

/** The statements of an element whose values are checked as they are read; a mismatch that is skipped gives no fact. */
function emitStrictFact(
  context: Context,
  facts: InputFacts,
  element: number,
  places: readonly Place[],
): void {
  const here = required(places.at(-1), 'the place');
  const { operations, template } = entryOf(context.templates, facts.template);
  const valueAt = (path: InputPath): Code => {
    const place = path.root === '$' ? elementAt(places, 0) : places.at(-1 - path.outer)!;
    return walk(context, place, path.segments);
  };
  for (const { path, kind } of facts.shapes)
    here.statements.push(
      code`${context.value('shapeIn')}(${valueAt(path)}, ${literal(kind)}, ${literal(path.text)});`,
    );
  for (const path of facts.required)
    here.statements.push(code`${context.value('requireIn')}(${valueAt(path)}, ${literal(path.text)});`);
  const data = strictData(context, template, facts, here, (slot) =>
    slotValue(context, template, slot, places),
  );
  const skipped = data.flatMap(({ slot, value }) =>
    slot.skips ? [code`${value} !== ${context.value('MISMATCH')}`] : [],
  );
  const take = isDirect(template, facts)
    ? directTake(context, template, element, data)
    : code`to.take(${literal(element)}, ${operations}${types` as ${context.type('TemplateOperations')}`}, { ${joined(
        data.map(({ slot, value }) => code`${literal(slot.slot)}: ${value}`),
        ', ',
      )} });`;
  here.statements.push(skipped.length === 0 ? take : code`if (${joined(skipped, ' && ')}) ${take}`);
}

function emitElement(context: Context, facts: InputFacts, element: number, document: Place): void {
  const goOn = (level: number, places: readonly Place[]): void => {
    const path = facts.each[level];
    if (path === undefined) return emitFact(context, facts, element, places);
    const from = required(places.at(-1), 'the place');
    const { template } = entryOf(context.templates, facts.template);
    const refusal = template.from === 'document' ? literal(path.text) : null;
    const goDown = (end: Place): void => goOn(level + 1, [...places, end]);
    descend(context, from, path.segments, usesKeyOf(level, facts), goDown, refusal);
  };
  document.statements.push(comment(`${facts.template}, ${context.position(facts.at)}`));
  goOn(0, [document]);
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
  const reachableTemplates = [...new Set(input.map(({ template }) => flagOf(template)))].reduce(
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
reachableTemplates: ${literal(reachableTemplates)},
ordered: ${literal(ordered)},
read: ${read},
take: ${context.value('takeDocument')},
${readsOf(readDocument(input, context.ruleset.templates, context.ruleset.sensitive))}}`,
  };
}
