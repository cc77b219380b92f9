import type { ReadContext } from '../../../compiler/read/context.ts';
import { isNothing, optional, readList, readMap } from '../../../compiler/read/fields.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlMap, YamlNode, YamlScalar } from '../../../compiler/read/yaml-node.ts';
import { explainText } from './explain-text.ts';
import { hasNeeded } from './has-needed.ts';
import { isFactMap } from './fact-map.ts';
import { factOf } from './items.ts';
import { refuse, refuseBraces } from './refuse.ts';
import { FACT } from './shapes.ts';

/** `$alias.slot`, which only rules have. */
const REFERENCE = /^\$[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*$/;
const PLACE = /^\{[\w-]+\}$/;

/** @param isRow `{x}` is filled in */
export function explainFacts(node: YamlNode | null, isRow: boolean, context: ReadContext): void {
  if (node?.kind === 'map' && isFactMap(node)) {
    for (const { value } of node.entries.values())
      for (const item of value.kind === 'list' ? value.items : [value])
        if (!isNothing(item)) explainData(item, isRow, context);
    return;
  }
  readList(node, context, (item) => explainFact(item, isRow, context));
}

function explainFact(node: YamlNode, isRow: boolean, context: ReadContext): null {
  if (refuseOther(node, context)) return null;
  const map = readMap(node, FACT, context);
  if (map === null) return null;
  if (!hasNeeded(map, FACT.keys, FACT, context)) return null;
  explainText(optional(map, 'template'), context);
  const data = optional(map, 'data');
  if (data?.kind === 'list' && data.items.length > 0 && data.items.every((item) => item.kind === 'map')) {
    const entries = new Map(data.items.flatMap((item) => (item.kind === 'map' ? [...item.entries] : [])));
    const merged = writeNode({ kind: 'map', entries, at: data.at });
    refuse(data, () => merged ?? '{ SLOT: VALUE }', context);
    return null;
  }
  explainData(data, isRow, context);
  return null;
}

/** Any slot is a key: the ruleset says which there are. */
function explainData(data: YamlNode | null, isRow: boolean, context: ReadContext): void {
  const slots = keysOf(data);
  const values =
    readMap(data, { owner: '`data`', keys: slots, nullable: slots }, context)?.entries.values() ?? [];
  for (const { value } of values)
    for (const item of value.kind === 'list' ? value.items : [value]) explainValue(item, isRow, context);
}

/** True (reported) for a fact in the form of another system. */
function refuseOther(node: YamlNode, context: ReadContext): boolean {
  if (node.kind === 'broken') return false;
  if (node.kind === 'map' && (isFact(node) || wordsOf(node))) return false;
  const meant = factOf(node);
  return meant !== null && refuse(node, () => meant, context);
}

function isFact({ entries }: YamlMap): boolean {
  return entries.has('data');
}

/** Another word for `data`, which is a suggestion of its own. */
function wordsOf({ entries }: YamlMap): boolean {
  return [...entries.keys()].some((key) => FACT.words?.get(key) !== undefined);
}

function keysOf(node: YamlNode | null): readonly string[] {
  return node?.kind === 'map' ? [...node.entries.keys()] : [];
}

function explainValue(node: YamlNode, isRow: boolean, context: ReadContext): void {
  if (refuseBraces(node, context) || node.kind !== 'scalar' || node.scalar.kind !== 'string') return;
  const { text } = node.scalar;
  const isReference = REFERENCE.test(text) || (!isRow && PLACE.test(text));
  if (isReference && isWritten(node, text, context))
    context.report.add('reference-in-fact', node.at, { text, escape: escaped(text) });
}

/** False where an escape says that the text is meant. */
function isWritten({ at }: YamlScalar, text: string, { source }: ReadContext): boolean {
  return source.text.slice(at.start, at.end).includes(text);
}

function escaped(text: string): string {
  return `"\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}"`;
}
