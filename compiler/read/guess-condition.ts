/** Conditions as other systems write them: `{ slot: rows, greater_than: 1000 }`. */
import { SIGNS } from '../diagnostics/guesses.ts';
import type { ReadContext } from './context.ts';
import { meantExpression, operatorCall } from './guess-expression.ts';
import { writeNode } from './write-node.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

/** True (reported) if the condition names its operator by a key. */
export function refuseOperatorKeys(node: YamlNode, known: readonly string[], context: ReadContext): boolean {
  if (node.kind === 'scalar') return refuseBareText(node, context);
  if (node.kind !== 'map') return false;
  const map = node;
  if (refuseSlotKey(map, known, context) || refuseList(map, context)) return true;
  const others = [...map.entries.values()].filter(({ key }) => !known.includes(key.value));
  const slot = map.entries.get('slot') ?? map.entries.get('field');
  const named = slot && writeNode(slot.value);
  const text = writeNode(map);
  if (named === undefined || named === null || text === null) return false;
  const calls = others.flatMap(({ key, value }) => {
    const written = isWord(key.value) ? null : writeNode(value);
    const call = written === null ? null : operatorCall(key.value, written);
    return call === null || key === slot?.key ? [] : [call];
  });
  const spread = spreadCall(map);
  if (spread !== null) calls.push(spread);
  if (calls.length === 0) return false;
  const meant = calls.map((call) => written(named, call));
  context.report.add('written-otherwise', map.at, { text, meant: meant.join(', ') });
  return true;
}

/** `conditions: ["rows > 3"]`. */
function refuseBareText(
  { scalar: { text }, at }: Extract<YamlNode, { kind: 'scalar' }>,
  context: ReadContext,
): boolean {
  const slot = /^\s*([A-Za-z_][\w-]*)\s*[=!<>]/.exec(text)?.[1];
  const call = slot === undefined ? null : meantExpression(text, slot);
  const test = text.startsWith('(') ? `{ test: ${JSON.stringify(text)} }` : null;
  const meant = call === null || slot === undefined ? test : written(slot, call);
  if (meant !== null) context.report.add('written-otherwise', at, { text, meant });
  return meant !== null;
}

/** `{ rows: 5 }`. */
function refuseSlotKey(map: YamlMap, known: readonly string[], context: ReadContext): boolean {
  const [entry, another] = map.entries.values();
  const text = writeNode(map);
  if (entry === undefined || another !== undefined || text === null || known.includes(entry.key.value))
    return false;
  const value = writeNode(entry.value);
  if (value === null || entry.value.kind === 'map' || entry.key.value.startsWith('x-')) return false;
  const scalar = entry.value.kind === 'scalar' ? entry.value.scalar.text : value;
  const call = /^\s*[a-z_]+\s*\(.*\)\s*$/.test(scalar) ? scalar : meantExpression(scalar, entry.key.value);
  if (call === null) return false;
  context.report.add('written-otherwise', map.at, { text, meant: written(entry.key.value, call) });
  return true;
}

/** `expression: [a, b]`. */
function refuseList(map: YamlMap, context: ReadContext): boolean {
  const expression = map.entries.get('expression');
  const value = expression?.value.kind === 'list' ? writeNode(expression.value) : null;
  if (expression === undefined || value === null) return false;
  const meant = `expression: ${JSON.stringify(`in(${value})`)}`;
  context.report.add('written-otherwise', expression.value.at, { text: `expression: ${value}`, meant });
  return true;
}

function written(slot: string, call: string): string {
  return `{ slot: ${slot}, expression: ${/[[,"]/.test(call) ? JSON.stringify(call) : call} }`;
}

/** `operator: ">"` with `value: 5`: names of keys and not of operators. */
function isWord(key: string): boolean {
  return key === 'value' || key === 'values';
}

function spreadCall({ entries }: YamlMap): string | null {
  const operator = (entries.get('operator') ?? entries.get('op') ?? entries.get('comparison'))?.value;
  const value = (entries.get('value') ?? entries.get('values'))?.value;
  if (value === undefined) return null;
  const written = writeNode(value);
  if (written === null) return null;
  const isList = value.kind === 'list';
  if (operator === undefined) return isList ? `in(${written})` : `equals(${written})`;
  return operator.kind === 'scalar' ? operatorOf(operator, written) : null;
}

function operatorOf(operator: Extract<YamlNode, { kind: 'scalar' }>, value: string): string | null {
  const { text } = operator.scalar;
  return operatorCall(text, value) ?? signedCall(text, value);
}

function signedCall(sign: string, value: string): string | null {
  const found = SIGNS.find(([written]) => written === sign);
  return found === undefined ? null : `${found[1]}(${value})`;
}
