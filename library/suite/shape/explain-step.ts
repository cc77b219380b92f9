import type { ReadContext } from '../../../compiler/read/context.ts';
import { kindName, optional, readMap } from '../../../compiler/read/fields.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';
import { explainExpect, refuseDecisionKeys } from './explain-expect.ts';
import { explainFacts } from './explain-fact.ts';
import { refuse, refuseBraces } from './refuse.ts';
import { STEP } from './shapes.ts';

/** Keys of a step; it has exactly one. */
const KINDS = ['assert', 'advance', 'evaluate'];

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
  for (const key of ['assert', 'evaluate']) explainFacts(optional(map, key), isRow, context);
  explainExpect(optional(map, 'expect'), context);
  return null;
}

function explainDuration(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBraces(node, context)) return;
  if (node.kind === 'scalar' && node.scalar.kind !== 'boolean') return;
  context.report.add('wrong-kind', node.at, { expected: 'a duration such as `90s`', found: kindName(node) });
}

/** True (reported) for `evaluate:` without facts, which is a list of none. */
function refuseEmptyEvaluate({ entries }: YamlMap, context: ReadContext): boolean {
  const value = entries.get('evaluate')?.value;
  if (value?.kind !== 'scalar' || value.scalar.kind !== 'null') return false;
  context.report.add('written-otherwise', value.at, { text: 'evaluate:', meant: 'evaluate: []' });
  return true;
}

/** True (reported) unless the step does one thing, with `input` and `expect` only where it evaluates. */
function refuseKinds(map: YamlMap, context: ReadContext): boolean {
  const kinds = KINDS.filter((kind) => map.entries.has(kind));
  const others = ['input', 'expect'].filter((key) => map.entries.has(key));
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
  if (kind === undefined && others.length > 0)
    return refuse(map, (text) => `{ evaluate: [], ${text.slice(2)}`, context, '{ evaluate: [], expect: … }');
  if (kind === undefined) {
    context.report.add('missing-key', map.at, { owner: STEP.owner, key: 'evaluate' });
    return true;
  }
  const [other] = kind === 'evaluate' ? [] : others;
  if (other === undefined) return false;
  context.report.add('conflicting-keys', map.entries.get(other)!.key.at, { first: kind, second: other });
  return true;
}
