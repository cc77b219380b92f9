import type { ReadContext } from '../../../compiler/read/context.ts';
import { kindName, optional, readMap } from '../../../compiler/read/fields.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';
import { explainExpect, refuseDecisionKeys } from './explain-expect.ts';
import { explainFacts } from './explain-fact.ts';
import { explainText } from './explain-text.ts';
import { explainTime } from './explain-time.ts';
import { refuse, refuseBraces } from './refuse.ts';
import { SETTLE, STEP } from './shapes.ts';

/** Keys of a step; it has exactly one. */
const KINDS = ['assert', 'advance', 'now', 'evaluate', 'decide', 'settle'];
/** Keys beside it, by the kinds that take them. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  evaluate: ['input', 'expect'],
  decide: ['input', 'as', 'token', 'session', 'times', 'expect'],
  settle: ['of', 'expect'],
};

/** @param isRow `{x}` is filled in */
export function explainStep(node: YamlNode, isRow: boolean, context: ReadContext): null {
  if (
    node.kind === 'map' &&
    (refuseEmptyEvaluate(node, context) || refuseDecisionKeys(node, STEP.keys, context))
  )
    return null;
  const map = readMap(node, STEP, context);
  if (map === null || refuseKinds(map, context)) return null;
  explainDuration(optional(map, 'advance'), context);
  explainTime(optional(map, 'now'), context);
  for (const key of ['assert', 'evaluate', 'decide']) explainFacts(optional(map, key), isRow, context);
  for (const key of ['as', 'token', 'session', 'of']) explainText(optional(map, key), context);
  explainSettlement(optional(map, 'settle'), context);
  explainExpect(optional(map, 'expect'), context);
  return null;
}

function explainDuration(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBraces(node, context)) return;
  if (node.kind === 'scalar' && node.scalar.kind !== 'boolean') return;
  context.report.add('wrong-kind', node.at, { expected: 'a duration such as `90s`', found: kindName(node) });
}

/** Takes `{ commit: 27 }` and `{ release: true }`; what is committed is checked as it is read. */
function explainSettlement(node: YamlNode | null, context: ReadContext): void {
  const map = node === null ? null : readMap(node, SETTLE, context);
  const [first, second] = SETTLE.keys.filter((key) => map?.entries.has(key) === true);
  if (map === null || first === undefined || second === undefined) return;
  context.report.add('conflicting-keys', map.entries.get(second)!.key.at, { first, second });
}

/** True (reported) for `evaluate:` or `decide:` without facts, which is a list of none. */
function refuseEmptyEvaluate({ entries }: YamlMap, context: ReadContext): boolean {
  for (const key of ['evaluate', 'decide']) {
    const value = entries.get(key)?.value;
    if (value?.kind !== 'scalar' || value.scalar.kind !== 'null') continue;
    context.report.add('written-otherwise', value.at, { text: `${key}:`, meant: `${key}: []` });
    return true;
  }
  return false;
}

/** True (reported) unless the step does one thing, with the keys that go with it. */
function refuseKinds(map: YamlMap, context: ReadContext): boolean {
  const kinds = KINDS.filter((kind) => map.entries.has(kind));
  const others = [...map.entries.keys()].filter((key) => STEP.keys.includes(key) && !KINDS.includes(key));
  if (kinds.length > 1) {
    const steps = [...map.entries.values()].filter(({ key }) => KINDS.includes(key.value));
    return refuse(
      map,
      () => steps.map(({ key, value }) => `{ ${key.value}: ${writeNode(value) ?? '…'} }`).join(', '),
      context,
    );
  }
  const [kind] = kinds;
  // An unknown key was reported, and may be meant as one of them.
  if (kind === undefined && [...map.entries.keys()].some((key) => !STEP.keys.includes(key))) return true;
  if (kind === undefined && others.every((key) => OTHERS['evaluate']!.includes(key)) && others.length > 0)
    return refuse(map, (text) => `{ evaluate: [], ${text.slice(2)}`, context, '{ evaluate: [], expect: … }');
  if (kind === undefined) {
    context.report.add('missing-key', map.at, { owner: STEP.owner, key: 'evaluate' });
    return true;
  }
  const other = others.find((key) => OTHERS[kind]?.includes(key) !== true);
  if (other === undefined) return false;
  context.report.add('conflicting-keys', map.entries.get(other)!.key.at, { first: kind, second: other });
  return true;
}
