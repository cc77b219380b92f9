/** The short parts of one document as what they are lowered to. */
import { isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { SlotSyntax } from '../../../compiler/syntax.ts';
import {
  expandAliases,
  findPair,
  fold,
  keepComments,
  listNode,
  mapNode,
  moveComments,
  nodeOf,
  pairOf,
  pairsOf,
  scalarText,
  textNode,
  valueAt,
} from '../nodes.ts';
import { placeOf, type Forms } from '../read-forms.ts';
import { toList } from '../sections.ts';
import { replaceTexts } from './table-texts.ts';
import { argumentText } from './write-operator.ts';
import { writeSlot } from './write-declarations.ts';
import { writeMetadata, writeThen } from './write-then.ts';
import { writeElement } from './write-when.ts';

type Entry = Pair<Scalar, Node>;
type Body = YAMLMap<Scalar, Node>;

/** Column of values in an item of a top-level list. */
const ITEM = 4;

/** Changes the document in place. */
export function makeLong(document: Document, file: string, forms: Forms): void {
  if (!isMap(document.contents)) return;
  expandAliases(document);
  const map = document.contents as Body;
  const edits: Readonly<Record<string, (pair: Entry) => void>> = {
    templates: (pair) => {
      longTemplates(pair, file, forms);
    },
    relations: longRelations,
    modules: longModules,
    hierarchies: longHierarchies,
    rules: (pair) => {
      toList(pair, named);
      for (const rule of bodiesOf(pair)) longRule(rule, file, forms);
    },
    tables: (pair) => {
      toList(pair, named);
      for (const table of bodiesOf(pair)) longTable(table, file, forms);
    },
    default: (pair) => {
      if (isScalar(pair.value)) pair.value = flat([pairOf('action', pair.value)]);
    },
  };
  for (const pair of pairsOf(map)) edits[String(pair.key.value)]?.(pair);
  // A declared document is among the elements of `input` then.
  map.items = map.items.filter(({ key, value }) => scalarText(key) !== 'input' || isSeq(value));
  // Each use has the body of its definition.
  map.items = map.items.filter(({ key }) => scalarText(key) !== 'define');
}

const bodiesOf = ({ value }: Entry): readonly Body[] =>
  isSeq(value) ? value.items.filter((item): item is Body => isMap(item)) : [];

function flat(pairs: readonly Entry[]): Body {
  const map = mapNode(pairs);
  fold(map, ITEM);
  return map;
}

const isEmptyText = (node: Node): boolean => scalarText(node) === '';

/** The keys of a map entry behind its name. */
function named(name: Scalar, value: Node): Body {
  const own = textNode(String(name.value));
  own.range = name.range;
  const map = mapNode([pairOf('name', own), ...(isMap(value) ? pairsOf(value) : [])]);
  if (value.comment) map.comment = value.comment;
  return map;
}

function longTemplates(pair: Entry, file: string, forms: Forms): void {
  toList(pair, (name, value) => {
    const template = forms.templates.get(placeOf(file, name.range?.[0] ?? -1));
    const keys = isMap(value) && isBodyOfTemplate(value) ? value : null;
    const slots: Node | null = keys === null ? value : valueAt(keys, 'slots');
    const item: Body = named(name, keys ?? mapNode([]));
    const list = listNode((template?.slots ?? []).map((slot, i) => slotNode(slot, i, slots)));
    if (slots !== null && isMap(slots)) moveComments(slots, list);
    const own = findPair(item, 'slots');
    if (own === undefined) item.items.push(pairOf('slots', list));
    else own.value = list;
    return item;
  });
  for (const item of bodiesOf(pair)) {
    const slots = findPair(item, 'slots');
    if (slots === undefined || !isMap(slots.value)) continue;
    const template = forms.templates.get(placeOf(file, valueAt(item, 'name')?.range?.[0] ?? -1));
    const written = slots.value;
    slots.value = listNode((template?.slots ?? []).map((slot, i) => slotNode(slot, i, written)));
  }
}

/** A template with a `slots` that is not a text has the keys of the long form. */
function isBodyOfTemplate(value: YAMLMap): boolean {
  const slots = valueAt(value, 'slots');
  return slots !== null && !isScalar(slots);
}

function slotNode(slot: SlotSyntax, index: number, written: Node | null): Node {
  if (isSeq(written)) return written.items[index] as Node;
  const entry = isMap(written) ? pairsOf(written)[index] : undefined;
  const node = entry !== undefined && isMap(entry.value) ? longSlot(entry) : nodeOf(writeSlot(slot), 8);
  if (entry !== undefined) {
    if (entry.key.commentBefore) node.commentBefore = entry.key.commentBefore;
    if (entry.key.spaceBefore) node.spaceBefore = true;
    if (isScalar(entry.value) && entry.value.comment) node.comment = entry.value.comment;
  }
  return node;
}

/** A slot that has the keys of the long form but its name. */
function longSlot({ key, value }: Entry): Body {
  const name = String(key.value);
  const isMarked = name.endsWith('!');
  return flat([
    pairOf('name', textNode(isMarked ? name.slice(0, -1) : name)),
    ...(isMap(value) ? pairsOf(value) : []),
    ...(isMarked ? [pairOf('required', nodeOf(true, 0))] : []),
  ]);
}

function longRelations(pair: Entry): void {
  toList(pair, named);
  for (const item of bodiesOf(pair)) {
    const columns = findPair(item, 'columns');
    if (columns === undefined || !isMap(columns.value)) continue;
    const list = listNode(
      pairsOf(columns.value).map(({ key, value }) => columnNode(key, value ?? textNode(''))),
    );
    fold(list, ITEM + 'columns: '.length);
    columns.value = list;
  }
}

function columnNode(name: Scalar, value: Node): Node {
  if (isMap(value)) return named(name, value);
  const [type = '', sensitive] = String(isScalar(value) ? value.value : '').split(/\s+/);
  return flat([
    pairOf('name', textNode(String(name.value))),
    pairOf('type', textNode(type)),
    ...(sensitive === undefined ? [] : [pairOf('sensitive', nodeOf(true, 0))]),
  ]);
}

function longModules(pair: Entry): void {
  if (isSeq(pair.value)) {
    pair.value.items = pair.value.items.map((item) => {
      if (!isScalar(item)) return item;
      const module = flat([pairOf('name', textNode(String(item.value)))]);
      moveComments(item, module);
      return module;
    });
    return;
  }
  toList(pair, (name, value) => {
    if (isMap(value)) return named(name, value);
    const item = [pairOf('name', textNode(String(name.value)))];
    if (!isEmptyText(value)) item.push(pairOf('description', value));
    return flat(item);
  });
}

function longHierarchies(pair: Entry): void {
  toList(pair, (name, value) =>
    isMap(value)
      ? named(name, value)
      : mapNode([pairOf('name', textNode(String(name.value))), pairOf('levels', value)]),
  );
}

const LEFT = ['if', 'for', 'let'];
const RIGHT = [
  ...['allow', 'deny', 'escalate', 'route', 'scope', 'reason', 'log', 'notify', 'attestation'],
  ...['assert', 'modify', 'retract', 'obligations'],
];

function longRule(rule: Body, file: string, forms: Forms): void {
  const known = forms.rules.get(placeOf(file, valueAt(rule, 'name')?.range?.[0] ?? -1));
  if (known?.written.form !== 'short') return;
  const { left, right } = known.written.rule;
  const { lowered } = known;
  const removed = new Set(['in_doubt']);
  const added: Entry[] = [];
  if (right.form === 'short' && lowered.metadata.length > 0) {
    removed.add('metadata');
    added.push(pairOf('metadata', metadataNode(rule, lowered)));
  }
  if (left.form === 'short') {
    for (const key of LEFT) removed.add(key);
    added.push(pairOf('when', nodeOf(lowered.when.map(writeElement), ITEM + 2)));
  }
  if (right.form === 'short') {
    for (const key of RIGHT) removed.add(key);
    added.push(pairOf('then', thenNode(rule, lowered)));
  }
  replaceKeys(rule, removed, added);
}

const ORDER = ['name', 'description', 'salience', 'metadata', 'when', 'then'];

/** Replaces keys by others, in the order of the long form; comments at those that go stay before the rule. */
function replaceKeys(rule: Body, removed: ReadonlySet<string>, added: readonly Entry[]): void {
  const gone = rule.items.filter(({ key }) => removed.has(String(key.value)));
  const used = new Set(added.map(({ value }) => value));
  for (const { key, value } of gone) {
    keepComments(key, rule);
    if (value && !used.has(value)) keepComments(value, rule);
  }
  const rank = ({ key }: Entry): number => {
    const index = ORDER.indexOf(String(key.value));
    return index < 0 ? ORDER.length : index;
  };
  const kept = rule.items.filter((pair) => !gone.includes(pair)) as Entry[];
  rule.items = [...kept, ...added].sort((a, b) => rank(a) - rank(b));
}

/** Texts that lowering leaves as they are keep their quotes. */
const reuse = (written: Node | null, text: string): Node =>
  written !== null && scalarText(written) === text ? written : textNode(text);

function metadataNode(
  rule: Body,
  { metadata }: Forms['lowered']['ruleGroups'][number]['rules'][number],
): Node {
  const written = valueAt(rule, 'metadata');
  const texts = writeMetadata(metadata);
  const pairs = Object.entries(texts).map(([key, text]) =>
    pairOf(key, reuse(written !== null && isMap(written) ? valueAt(written, key) : null, String(text))),
  );
  return flat(pairs);
}

function thenNode(rule: Body, { then }: Forms['lowered']['ruleGroups'][number]['rules'][number]): Node {
  const texts: Readonly<Record<string, Node | null>> = {
    reason: then.scope === null ? valueAt(rule, then.action?.value ?? '') : valueAt(rule, 'reason'),
    scope: valueAt(rule, then.action?.value ?? ''),
    log: valueAt(rule, 'log'),
  };
  const own = valueAt(rule, 'reason');
  const pairs = Object.entries(writeThen(then)).map(([key, value]) => {
    if (typeof value !== 'string') return pairOf(key, nodeOf(value, ITEM + 4 + key.length));
    const written = texts[key] ?? null;
    const isReason = key === 'reason' && own !== null && scalarText(own) === value;
    return pairOf(key, isReason ? own : reuse(written, value));
  });
  const map = mapNode(pairs);
  fold(map, ITEM + 'then: '.length);
  return map;
}

/** The left half, the columns and the texts of cells. The header of a file stays as it is. */
function longTable(table: Body, file: string, forms: Forms): void {
  const known = forms.tables.get(placeOf(file, valueAt(table, 'name')?.range?.[0] ?? -1));
  if (known?.written.form !== 'short' || findPair(table, 'file') !== undefined) return;
  const { lowered } = known;
  for (const key of ['if', 'for']) {
    const pair = findPair(table, key);
    if (pair === undefined) continue;
    keepComments(pair.key, table);
    if (pair.value) keepComments(pair.value, table);
  }
  const when = pairOf('when', nodeOf(lowered.when.map(writeElement), ITEM + 2));
  const inputs = findPair(table, 'inputs');
  if (inputs !== undefined) inputs.value = nodeOf(lowered.inputs.map(argumentText), ITEM + 'inputs: '.length);
  const rest = table.items.filter(({ key }) => !['if', 'for'].includes(String(key.value)));
  const after = rest.findIndex(({ key }) => !['name', 'description', 'module'].includes(String(key.value)));
  table.items = [...rest.slice(0, after), when, ...rest.slice(after)];
  replaceTexts(table, known.written.table, lowered);
}
