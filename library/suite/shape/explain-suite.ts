/** Finds what does not fit the format of a suite, once for each slip, in the words of the ruleset's reader. */
import type { ReadContext } from '../../../compiler/read/context.ts';
import { optional, readFilledList, readList, readMap } from '../../../compiler/read/fields.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';
import { explainExpect, refuseDecisionKeys } from './explain-expect.ts';
import { explainFacts } from './explain-fact.ts';
import { explainProperty } from './explain-property.ts';
import { explainStep } from './explain-step.ts';
import { explainText } from './explain-text.ts';
import { explainTime } from './explain-time.ts';
import { refuse } from './refuse.ts';
import { CASE, SUITE } from './shapes.ts';

/** Keys that only a ruleset has. */
const OF_RULESETS = ['rules', 'templates', 'modules', 'tables'];
/** Keys that only a case has. */
const OF_CASES = ['expect', 'input', 'steps', 'each'];

/** Reports every problem of a suite's shape. */
export function explainSuite(root: YamlNode, context: ReadContext): void {
  if (root.kind === 'list') {
    readList(root, context, explainCase);
    return;
  }
  if (root.kind === 'map' && refuseOther(root, context)) return;
  const map = readMap(root, SUITE, context);
  if (map === null) return;
  for (const key of ['suite', 'ruleset']) explainText(optional(map, key), context);
  explainTime(optional(map, 'now'), context);
  explainFacts(optional(map, 'facts'), false, context);
  readList(optional(map, 'cases'), context, explainCase);
  readList(optional(map, 'properties'), context, explainProperty);
}

/** True (reported) for a ruleset, and for a single case. */
function refuseOther(map: YamlMap, context: ReadContext): boolean {
  if (map.entries.has('cases') || map.entries.has('properties')) return false;
  const own = [...map.entries.values()].find(({ key }) => OF_RULESETS.includes(key.value))?.key;
  if (own !== undefined) {
    const name = context.source.path.replace(/^.*[\\/]/, '');
    context.report.add('suite-is-ruleset', own.at, { key: own.value, name });
    return true;
  }
  if (!OF_CASES.some((key) => map.entries.has(key))) return false;
  return refuse(
    map,
    (text) => `cases: [${text}]`,
    context,
    'cases: [{ name: …, facts: […], expect: { decision: allow } }]',
  );
}

function explainCase(node: YamlNode, context: ReadContext): null {
  if (node.kind === 'map' && (refuseNameKey(node, context) || refuseDecisionKeys(node, CASE.keys, context)))
    return null;
  const map = readMap(node, CASE, context);
  if (map === null) return null;
  explainText(optional(map, 'name'), context);
  explainTime(optional(map, 'now'), context);
  const each = optional(map, 'each');
  explainRows(each, context);
  explainFacts(optional(map, 'facts'), each !== null, context);
  readFilledList(optional(map, 'steps'), context, (step) => explainStep(step, each !== null, context));
  explainExpect(optional(map, 'expect'), context);
  return null;
}

/** True (reported) for `one: { expect: … }` as an item of `cases`. */
function refuseNameKey(map: YamlMap, context: ReadContext): boolean {
  const [entry, another] = map.entries.values();
  if (entry === undefined || another !== undefined || CASE.keys.includes(entry.key.value)) return false;
  const { value } = entry;
  if (value.kind !== 'map' || !CASE.keys.some((key) => value.entries.has(key))) return false;
  const text = writeNode(value);
  return text !== null && refuse(map, () => `{ name: ${entry.key.value}, ${text.slice(2)}`, context);
}

/** Rows are maps of names with values. */
function explainRows(node: YamlNode | null, context: ReadContext): void {
  if (node?.kind !== 'list') {
    readList(node, context, () => null);
    return;
  }
  if (node.items.length === 0) context.report.add('empty-list', node.at);
  const bare = node.items.find((item) => item.kind !== 'map' && item.kind !== 'broken');
  if (bare === undefined) return;
  const rows = node.items.map((item) =>
    item.kind === 'map' ? writeNode(item) : `{ x: ${writeNode(item) ?? '…'} }`,
  );
  refuse(node, () => `[${rows.map((row) => row ?? '{ … }').join(', ')}]`, context, '[{ x: … }]');
}
