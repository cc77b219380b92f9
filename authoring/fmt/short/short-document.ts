/** One document in the short form: maps of names, types as texts, and those halves of rules that have a short form. */
import { isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { SlotSyntax, TemplateSyntax } from '../../../compiler/syntax.ts';
import { WIDTH } from '../width.ts';
import {
  findPair,
  fold,
  hasAnchors,
  hasComments,
  listNode,
  mapNode,
  moveComments,
  pairOf,
  pairsOf,
  textNode,
  valueAt,
} from '../nodes.ts';
import { placeOf, type Forms, type Place } from '../read-forms.ts';
import { toMap } from '../sections.ts';
import { join } from './fragment.ts';
import type { RaisedDocument, ShortHalves } from './halves.ts';
import { removeHidden } from './remove-hidden.ts';
import type { ShortLeft } from './raise-left.ts';
import type { ShortRight, ShortValue } from './raise-right.ts';
import { relationBody } from './short-relation.ts';
import { shortType } from './short-type.ts';

type Entry = Pair<Scalar, Node>;
type Body = YAMLMap<Scalar, Node>;

/** Column of the keys of a rule in a top-level map. */
const BODY = 4;

/** Halves to write in the short form, by rule. */
export type Plan = ReadonlyMap<Place, ShortHalves>;

/** Changes the document in place. */
export function makeShort(
  document: Document,
  file: string,
  forms: Forms,
  plan: Plan,
  raised: RaisedDocument | null,
): void {
  if (!isMap(document.contents) || hasAnchors(document)) return;
  if (raised !== null) removeHidden(document.contents as Body, raised);
  const edits: Readonly<Record<string, (pair: Entry) => void>> = {
    templates: (pair) => {
      const templateAt = (name: Scalar): TemplateSyntax | undefined =>
        forms.templates.get(placeOf(file, name.range?.[0] ?? -1));
      toMap(pair, (rest, name) => templateBody(rest, templateAt(name)));
    },
    relations: (pair) => {
      toMap(pair, relationBody);
    },
    modules: (pair) => {
      toMap(pair, moduleBody);
    },
    hierarchies: (pair) => {
      toMap(pair, (rest) => only(rest, 'levels') ?? rest);
    },
    rules: (pair) => {
      const bodyOf = (rest: Body, name: Scalar): Node =>
        ruleBody(rest, plan.get(placeOf(file, name.range?.[0] ?? -1)));
      toMap(pair, bodyOf);
      eachBody(pair, bodyOf);
    },
    tables: (pair) => {
      toMap(pair, (rest) => rest);
    },
  };
  for (const pair of pairsOf(document.contents as Body)) edits[String(pair.key.value)]?.(pair);
}

/** Replaces the bodies of a map that was written as one. */
function eachBody({ value }: Entry, bodyOf: (rest: Body, name: Scalar) => Node): void {
  if (!isMap(value) || !value.range) return;
  for (const pair of pairsOf(value))
    if (isMap(pair.value)) {
      const body = bodyOf(pair.value as Body, pair.key);
      if (body !== pair.value) moveComments(pair.value, body);
      pair.value = body;
    }
}

/** The value of the key if the map has no other. */
function only(map: Body, key: string): Node | null {
  const pair = findPair(map, key);
  return pair !== undefined && map.items.length === 1 && !pair.key.commentBefore ? pair.value : null;
}

function templateBody(rest: Body, template: TemplateSyntax | undefined): Node | null {
  const slots = findPair(rest, 'slots');
  if (template === undefined || slots === undefined) return null;
  const hasSlotsSlot = template.slots.some(({ name }) => name.value === 'slots');
  if (isSeq(slots.value)) {
    const map = slotMap(slots.value.items as Node[], template.slots);
    if (map === null) return rest;
    moveComments(slots.value, map);
    slots.value = map;
  }
  const body = hasSlotsSlot ? rest : (only(rest, 'slots') ?? rest);
  fold(body, BODY + template.name.value.length);
  if (body === rest && isMap(body)) body.flow = false;
  return body;
}

function slotMap(items: readonly Node[], slots: readonly SlotSyntax[]): Body | null {
  const pairs: Entry[] = [];
  for (const [i, item] of items.entries()) {
    const slot = slots[i];
    if (!isMap(item) || slot === undefined) return null;
    const body = slotBody(item as Body, slot);
    const key = textNode(slot.required && slot.default === null ? `${slot.name.value}!` : slot.name.value);
    if (item.commentBefore) key.commentBefore = item.commentBefore;
    if (item.spaceBefore) key.spaceBefore = true;
    const [first] = item.items as Entry[];
    if (first?.key.commentBefore)
      key.commentBefore = [key.commentBefore, first.key.commentBefore].filter(Boolean).join('\n');
    if (item.comment) body.comment = item.comment;
    const pair = pairOf('', body);
    pair.key = key;
    pairs.push(pair);
  }
  return mapNode(pairs);
}

/** A type, or the keys of the long form. */
function slotBody(item: Body, slot: SlotSyntax): Node {
  const written = item.items.some(({ key, value }) => {
    const extra = !SLOT_KEYS.has(String(key.value));
    return extra || Boolean(value?.comment) || (isSeq(value) && hasComments(value));
  });
  const type = written ? null : shortType(slot);
  if (type !== null) return type.isList ? flowList(type.text) : textNode(type.text);
  const isMarked = slot.required && slot.default === null;
  return mapNode(
    item.items.filter(({ key }) => {
      const name = String(key.value);
      return name !== 'name' && !(isMarked && name === 'required');
    }),
  );
}

const SLOT_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'type', 'list', 'max_items', 'required', 'sensitive', 'default'],
  ...['allowed_values', 'allowed_symbols', 'allowed_strings'],
]);

function flowList(text: string): Node {
  const list = listNode([textNode(text)]);
  list.flow = true;
  return list;
}

function moduleBody(rest: Body): Node | null {
  if (rest.items.length === 0) return nothing();
  return only(rest, 'description') ?? rest;
}

function nothing(): Node {
  const node = textNode('');
  node.type = 'PLAIN';
  return node;
}

const FIRST = ['description', 'salience'];

/** The keys of a rule with those halves in the short form that have one. */
function ruleBody(rest: Body, halves: ShortHalves | undefined): Node {
  if (halves === undefined) return rest;
  const { left, right } = halves;
  const removed = new Set([
    ...(left === null ? [] : ['when']),
    ...(right === null ? [] : ['then', 'metadata']),
  ]);
  const kept = rest.items.filter(({ key }) => !removed.has(String(key.value)));
  const action = right === null ? [] : rightPairs(rest, right);
  const [head, tail] = [action.filter(isHead), action.filter((pair) => !isHead(pair))];
  const condition = left === null ? [] : leftPairs(left);
  const first = kept.filter(({ key }) => FIRST.includes(String(key.value)));
  const others = kept.filter((pair) => !first.includes(pair));
  const middle =
    left === null
      ? [
          ...head,
          ...others.filter(({ key }) => key.value === 'when'),
          ...tail,
          ...others.filter(({ key }) => key.value !== 'when'),
        ]
      : [...head, ...condition, ...tail, ...others];
  const doubt = halves.inDoubt === null ? [] : [pairOf('in_doubt', textNode(halves.inDoubt))];
  const body = mapNode([...first, ...middle, ...doubt]);
  for (const key of removed) moveKeyComment(findPair(rest, key), key === 'when' ? condition[0] : action[0]);
  return body;
}

function moveKeyComment(from: Entry | undefined, to: Entry | undefined): void {
  if (from === undefined || to === undefined) return;
  if (from.key.commentBefore)
    to.key.commentBefore = [to.key.commentBefore, from.key.commentBefore].filter(Boolean).join('\n');
}

const HEAD: ReadonlySet<string> = new Set(['allow', 'deny', 'escalate', 'route', 'scope', 'reason']);
const isHead = ({ key }: Entry): boolean => HEAD.has(String(key.value));

function leftPairs({ for: names, let: lets, if: conditions }: ShortLeft): Entry[] {
  const pairs: Entry[] = [];
  const [first, second] = names;
  if (first !== undefined) {
    const isPlain = names.every(({ name, source }) => name === source);
    const value = !isPlain
      ? mapNode(names.map(({ name, source }) => pairOf(name, textNode(source))))
      : second === undefined
        ? textNode(first.name)
        : listNode(names.map(({ name }) => textNode(name)));
    fold(value, BODY + 'for: '.length);
    pairs.push(pairOf('for', value));
  }
  if (lets.length > 0)
    pairs.push(pairOf('let', mapNode(lets.map(({ name, value }) => pairOf(name, textNode(value))))));
  if (conditions.length > 0) pairs.push(pairOf('if', conditionNode(conditions)));
  return pairs;
}

/** One line if it fits, else a list: one item per pattern, or per condition where that does not fit. */
function conditionNode(conditions: ShortLeft['if']): Node {
  const all = conditions.flat();
  const line = join('and', all).text;
  if (BODY + 'if: '.length + line.length <= WIDTH || all.length === 1) return textNode(line);
  return listNode(
    conditions.flatMap((group) => {
      const joined = join('and', group).text;
      const fits = BODY + 'if: '.length + joined.length <= WIDTH;
      return fits ? [textNode(joined)] : group.map(({ text }) => textNode(text));
    }),
  );
}

/** The keys of the right half. Scalars that stay as they are keep their quotes. */
function rightPairs(rest: Body, right: ShortRight): Entry[] {
  const then = valueAt(rest, 'then');
  const metadata = valueAt(rest, 'metadata');
  return right.map(([key, value]) => {
    const name =
      HEAD.has(key) && key !== 'reason' ? (key === 'route' || key === 'scope' ? 'scope' : 'reason') : key;
    const written = key === 'metadata' ? metadata : then !== null && isMap(then) ? valueAt(then, name) : null;
    const node = valueNode(value, written);
    fold(node, BODY + key.length + 2);
    return pairOf(key, node);
  });
}

function valueNode(value: ShortValue, written: Node | null): Node {
  if (value === true) return flag();
  if (typeof value === 'string') {
    const [item] = isSeq(written) ? written.items : [written];
    return reuse(item as Node | null | undefined, value);
  }
  if (value instanceof Map)
    return mapNode(
      [...value].map(([key, text]) =>
        pairOf(key, reuse(written !== null && isMap(written) ? valueAt(written, key) : null, text)),
      ),
    );
  return listNode(
    [...(value as readonly string[])].map((text, i) =>
      reuse(isSeq(written) ? (written.items[i] as Node) : null, text),
    ),
  );
}

const reuse = (written: Node | null | undefined, text: string): Node =>
  isScalar(written) && String(written.value) === text ? written : textNode(text);

function flag(): Node {
  const node = textNode('true');
  node.type = 'PLAIN';
  return node;
}
