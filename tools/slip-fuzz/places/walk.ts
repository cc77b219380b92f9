import {
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { Slot } from '../../../compiler/ruleset.ts';
import { GRAMMAR, type Form } from './grammar.ts';
import type { FreeKeyPlace, PairPlace, Path, Places, ScalarPlace, Style } from './place.ts';
import { NO_SCOPE, scopeOf, slotOfColumn, textIn, type FindSlot, type Scope } from './slots-in-scope.ts';

interface Around {
  readonly owner: string;
  readonly key: string;
  readonly path: Path;
  readonly isInBrackets: boolean;
  readonly scope: Scope;
  /** Template or relation of the pattern or fact around; null outside one. */
  readonly template: string | null;
  readonly slot: Slot | null;
  /** Slots of the columns of the table or relation around, outputs as null. */
  readonly columns: readonly (Slot | null)[];
  /** Number of columns that hold conditions. */
  readonly inputs: number;
  readonly parent: string | null;
}

interface Walk {
  readonly source: Source;
  readonly document: number;
  readonly findSlot: FindSlot;
  readonly scalars: ScalarPlace[];
  readonly pairs: PairPlace[];
  readonly freeKeys: FreeKeyPlace[];
}

const STYLES: Readonly<Record<string, Style>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};

/** Finds every value and key of a source, whose documents have the form of the given owner. */
export function walkSource(source: Source, owner: string, findSlot: FindSlot): Places {
  const places = { scalars: [], pairs: [], freeKeys: [] };
  const documents = parseAllDocuments(source.text, { intAsBigInt: true });
  for (const [document, { contents }] of (Array.isArray(documents) ? documents : []).entries()) {
    if (contents === null) continue;
    const walk = { source, document, findSlot, ...places };
    const isHierarchy = owner === 'ruleset' && isMap(contents) && contents.has('levels');
    const around: Around = {
      ...{ owner: '', key: '', path: [], isInBrackets: false, scope: NO_SCOPE },
      ...{ template: null, slot: null, columns: [], inputs: 0, parent: null },
    };
    visitNode(contents, { kind: 'map', owner: isHierarchy ? 'hierarchy' : owner }, around, walk);
  }
  return places;
}

function visitNode(node: Node, form: Form, around: Around, walk: Walk): void {
  if (form.kind === 'either') {
    const fitting = form.forms.find((one) => fits(node, one));
    if (fitting !== undefined) visitNode(node, fitting, around, walk);
  } else if (isScalar(node) && form.kind === 'scalar') visitScalar(node, form.role, around, walk);
  else if (isMap(node) && form.kind === 'map')
    visitMap(node as YAMLMap<Node, Node | null>, form.owner, around, walk);
  else if (isMap(node) && form.kind === 'free')
    visitFree(node as YAMLMap<Node, Node | null>, form, around, walk);
  else if (isSeq(node) && form.kind === 'list') {
    const isRow = form.items.kind === 'scalar' && around.key === 'rows';
    for (const [i, item] of (node.items as Node[]).entries()) {
      const path = [...around.path, i];
      const isInBrackets = around.isInBrackets || node.flow === true;
      const inRow = isRow ? { slot: around.columns[i] ?? null } : {};
      const isOutput = isRow && around.owner === 'table' && i >= around.inputs;
      const items: Form = isOutput ? { kind: 'scalar', role: 'output' } : form.items;
      visitNode(item, items, { ...around, ...inRow, path, isInBrackets }, walk);
    }
  }
}

function fits(node: Node, form: Form): boolean {
  if (form.kind === 'scalar') return isScalar(node);
  return form.kind === 'list' ? isSeq(node) : isMap(node);
}

function visitScalar(node: Scalar, role: ScalarPlace['role'], around: Around, walk: Walk): void {
  const [start, end] = node.range ?? [0, 0];
  const { owner, key, path, isInBrackets, slot, scope } = around;
  walk.scalars.push({
    ...{
      file: walk.source.path,
      document: walk.document,
      path,
      role,
      owner,
      key,
      isInBrackets,
      start,
      end,
      slot,
    },
    text: node.source ?? '',
    style: STYLES[node.type ?? ''] ?? 'plain',
    aliases: [...scope.aliases.keys()],
  });
}

function rangeOf(node: Node | null): readonly [number, number] {
  const [start, end] = node?.range ?? [0, 0];
  return [start, end];
}

function nameOf({ key }: Pair<Node, Node | null>): string {
  return isScalar(key) ? String(key.source ?? key.value) : '';
}

function visitMap(map: YAMLMap<Node, Node | null>, owner: string, around: Around, walk: Walk): void {
  const forms = GRAMMAR[owner] ?? {};
  const keys = map.items.map(nameOf);
  const inside = insideOf(map, owner, around, walk);
  for (const pair of map.items) {
    const key = nameOf(pair);
    const path = [...around.path, key];
    const form = forms[key];
    if (form === undefined || pair.value === null) continue;
    const [start, end] = rangeOf(pair.key);
    const value = isMap(pair.value) ? 'map' : isSeq(pair.value) ? 'list' : 'scalar';
    const at = { file: walk.source.path, document: walk.document, path };
    const [, valueEnd] = rangeOf(pair.value);
    walk.pairs.push({ ...at, owner, key, value, keys, start, end, valueEnd, parent: around.parent });
    visitNode(pair.value, form, { ...inside, key, path }, walk);
  }
}

function visitFree(
  map: YAMLMap<Node, Node | null>,
  { values }: Extract<Form, { kind: 'free' }>,
  around: Around,
  walk: Walk,
): void {
  const isInBrackets = around.isInBrackets || map.flow === true;
  for (const pair of map.items) {
    const key = nameOf(pair);
    const path = [...around.path, key];
    const [start, end] = rangeOf(pair.key);
    const { owner } = around;
    walk.freeKeys.push({ file: walk.source.path, document: walk.document, path, owner, key, start, end });
    const slot = around.template === null ? null : walk.findSlot(around.template, key);
    if (pair.value !== null) visitNode(pair.value, values, { ...around, path, isInBrackets, slot }, walk);
  }
}

/** Context for the values of a map. */
function insideOf(map: YAMLMap, owner: string, around: Around, { findSlot }: Walk): Around {
  const isScope = owner === 'rule' || owner === 'table';
  const scope = isScope ? scopeOf(map, findSlot) : around.scope;
  const named = textIn(map, 'template') ?? textIn(map, 'relation');
  const changed = scope.aliases.get((textIn(map, 'fact') ?? '').replace(/^\$/, ''));
  const template = named ?? changed ?? (isScope ? null : around.template);
  const inside = {
    ...{ ...around, owner, scope, template, slot: null, parent: owner },
    isInBrackets: around.isInBrackets || map.flow === true,
  };
  if (owner === 'table') return { ...inside, ...columnsOf(map, scope, findSlot) };
  if (owner === 'relation') return { ...inside, ...relationColumns(map, findSlot) };
  if (owner === 'condition')
    return { ...inside, slot: findSlot(around.template ?? '', textIn(map, 'slot') ?? '') };
  if (owner === 'slot')
    return { ...inside, slot: findSlot(around.template ?? '', textIn(map, 'name') ?? '') };
  if (owner === 'template') return { ...inside, template: textIn(map, 'name') };
  return inside;
}

function texts(map: YAMLMap, key: string): readonly string[] {
  const node = map.get(key, true);
  return isSeq(node) ? node.items.map((item) => (isScalar(item) ? (item.source ?? '') : '')) : [];
}

function columnsOf(map: YAMLMap, scope: Scope, findSlot: FindSlot): Pick<Around, 'columns' | 'inputs'> {
  const inputs = texts(map, 'inputs');
  const outputs = texts(map, 'outputs').map((output) => {
    const [, template = '', slot = ''] = /^assert\s+([\w-]+)\.([\w-]+)$/.exec(output) ?? [];
    return findSlot(template, slot);
  });
  return {
    columns: [...inputs.map((one) => slotOfColumn(one, scope, findSlot)), ...outputs],
    inputs: inputs.length,
  };
}

function relationColumns(map: YAMLMap, findSlot: FindSlot): Pick<Around, 'columns'> {
  const columns = map.get('columns', true);
  const names = isSeq(columns)
    ? columns.items.map((one) => (isMap(one) ? (textIn(one, 'name') ?? '') : ''))
    : [];
  return { columns: names.map((name) => findSlot(textIn(map, 'name') ?? '', name)) };
}
