import { meantAction } from '../../../compiler/diagnostics/guesses.ts';
import type { ReadContext } from '../../../compiler/read/context.ts';
import { kindName, optional, readList, readMap } from '../../../compiler/read/fields.ts';
import { listOf } from '../../../compiler/read/guess-list.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';
import { isDecision } from '../decisions.ts';
import { decisionOf, explainDecision } from './explain-decision.ts';
import { explainText } from './explain-text.ts';
import { explainFacts } from './explain-fact.ts';
import { hasNeeded } from './has-needed.ts';
import { refuse, refuseBraces } from './refuse.ts';
import { EXPECT, EXPECTED_FACTS, FIRED, RULES, SUMS, TEXT_MATCH } from './shapes.ts';

const TEXT = 'text, `{ matches: PATTERN }` or `{ contains: TEXT }`';

export function explainExpect(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBare(node, 'expect', context)) return;
  const map = readMap(node, EXPECT, context);
  if (map === null) return;
  explainDecision(optional(map, 'decision'), context);
  explainMatch(optional(map, 'reason'), context);
  explainMatch(optional(map, 'detail'), context);
  explainCode(optional(map, 'error'), context);
  explainFired(optional(map, 'fired'), context);
  explainMetadata(optional(map, 'metadata'), context);
  readList(optional(map, 'obligations'), context, explainObligation);
  explainExpectedFacts(optional(map, 'facts'), context);
  readList(optional(map, 'exceeded'), context, explainName);
  readList(optional(map, 'budgets'), context, explainSums);
  explainText(optional(map, 'state'), context);
}

/** True (reported) for a decision where a map with `decision` belongs: `expect: deny`, `[deny]`, `{ deny: true }`. */
export function refuseBare(node: YamlNode, key: string, context: ReadContext): boolean {
  const only = node.kind === 'list' && node.items.length === 1 ? node.items[0]! : node;
  const meant = only.kind === 'scalar' ? decisionOf(only) : only.kind === 'map' ? keyedDecision(only) : null;
  if (meant === null) {
    if (node.kind !== 'list' || only.kind !== 'map') return false;
    const inner = writeNode(only);
    return inner !== null && report(node, key, inner, context);
  }
  return report(node, key, `{ decision: ${meant} }`, context);
}

function report(node: YamlNode, key: string, meant: string, context: ReadContext): boolean {
  const text = writeNode(node) ?? '…';
  context.report.add('written-otherwise', node.at, { text: `${key}: ${text}`, meant: `${key}: ${meant}` });
  return true;
}

/** `{ deny: … }`. */
function keyedDecision({ entries }: YamlMap): string | null {
  if (entries.has('decision')) return null;
  const [first, another] = entries.keys();
  if (first === undefined || another !== undefined || EXPECT.keys.includes(first)) return null;
  return isDecision(first) ? first : meantAction(first);
}

/** True (reported) for keys of `expect` beside it. */
export function refuseDecisionKeys(map: YamlMap, known: readonly string[], context: ReadContext): boolean {
  const isOfExpect = (key: string): boolean =>
    !known.includes(key) && (EXPECT.keys.includes(key) || EXPECT.words?.get(key) === 'decision');
  const own = new Map([...map.entries].filter(([key]) => isOfExpect(key)));
  const [first] = own.values();
  if (first === undefined || map.entries.has('expect')) return false;
  const text = writeNode({ ...map, entries: own });
  const meant = (text ?? '{ decision: … }').replace(
    /^\{ (?:action|effect|verdict|outcome|answer):/,
    '{ decision:',
  );
  const shown = (text ?? `{ ${first.key.value}: … }`).slice(2, -2);
  context.report.add('written-otherwise', first.key.at, { text: shown, meant: `expect: ${meant}` });
  return true;
}

/** `error: true` says nothing about the error. */
function explainCode(node: YamlNode | null, context: ReadContext): void {
  if (node?.kind !== 'scalar' || node.scalar.kind !== 'boolean') explainText(node, context);
  else
    context.report.add('wrong-kind', node.at, {
      expected: 'a code such as `validation_error`',
      found: `\`${node.scalar.text}\``,
    });
}

function explainMatch(node: YamlNode | null, context: ReadContext): void {
  if (node?.kind === 'list') context.report.add('wrong-kind', node.at, { expected: TEXT, found: 'a list' });
  if (node === null || node.kind === 'list' || refuseBraces(node, context)) return;
  if (node.kind !== 'map') {
    explainText(node, context);
    return;
  }
  const map = readMap(node, TEXT_MATCH, context);
  const [first, second] = TEXT_MATCH.keys.filter((key) => map?.entries.has(key) === true);
  if (node.entries.size === 0) context.report.add('wrong-kind', node.at, { expected: TEXT, found: 'a map' });
  if (map === null || first === undefined) return;
  if (second !== undefined) context.report.add('conflicting-keys', node.at, { first, second });
  else explainText(optional(map, first), context);
}

function explainFired(node: YamlNode | null, context: ReadContext): void {
  if (node === null) return;
  if (node.kind === 'list') {
    readList(node, context, explainName);
    return;
  }
  if (
    node.kind === 'scalar' ||
    (node.kind === 'map' && [...node.entries.keys()].some((key) => key.includes('::')))
  ) {
    const meant = listOf(RULES, node);
    const found = kindName(node);
    context.report.add('list-expected', node.at, { key: 'fired', found, meant: meant ?? '' });
    return;
  }
  const map = readMap(node, FIRED, context);
  if (map !== null) for (const key of FIRED.keys) readList(optional(map, key), context, explainName);
}

/** Sums of one key: figures and truth values are checked as they are read. */
function explainSums(node: YamlNode, context: ReadContext): null {
  const map = readMap(node, SUMS, context);
  if (map !== null && hasNeeded(map, ['budget'], SUMS, context))
    explainText(optional(map, 'budget'), context);
  return null;
}

function explainName(node: YamlNode, context: ReadContext): null {
  explainText(node, context);
  return null;
}

function explainMetadata(node: YamlNode | null, context: ReadContext): void {
  if (node?.kind === 'list') {
    const names = node.items.map((item) =>
      item.kind === 'map' ? writeNode(item)?.slice(2, -2) : `${writeNode(item)}: TEXT`,
    );
    refuse(node, () => `{ ${names.join(', ')} }`, context);
    return;
  }
  const map = node === null ? null : readMap(node, { owner: '`metadata`', keys: keysOf(node) }, context);
  for (const key of map?.entries.keys() ?? []) explainMatch(map && optional(map, key), context);
}

function keysOf(node: YamlNode): readonly string[] {
  return node.kind === 'map' ? [...node.entries.keys()] : [];
}

function explainObligation(node: YamlNode, context: ReadContext): null {
  if (node.kind === 'scalar') refuse(node, (text) => `{ type: ${text} }`, context);
  else if (node.kind === 'list')
    context.report.add('wrong-kind', node.at, { expected: 'a map', found: 'a list' });
  return null;
}

function explainExpectedFacts(node: YamlNode | null, context: ReadContext): void {
  if (node?.kind === 'list') {
    refuse(node, (text) => `{ includes: ${text} }`, context, '{ includes: [{ template: …, data: { … } }] }');
    return;
  }
  const map = node === null ? null : readMap(node, EXPECTED_FACTS, context);
  if (map === null) return;
  for (const key of EXPECTED_FACTS.keys) explainFacts(optional(map, key), true, context);
}
