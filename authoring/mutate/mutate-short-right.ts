import { isScalar, isSeq, Scalar, type Pair, type YAMLMap } from 'yaml';
import { ACTIONS } from '../../compiler/short-syntax.ts';
import { OTHER_ACTION, pairOf, rewritten, without, withoutPair, type Add } from './edits.ts';

export const EFFECTS = ['assert', 'retract', 'modify', 'obligations'] as const;
export const WITHOUT_EFFECT: Readonly<Record<(typeof EFFECTS)[number], string>> = {
  assert: 'without what it asserts',
  retract: 'without what it retracts',
  modify: 'without what it modifies',
  obligations: 'without the obligation',
};
const OTHER_IN_DOUBT: Readonly<Record<string, string>> = { fire: 'stay', stay: 'fire' };

/** Changes of the action, of `in_doubt` and of the effects of a short right half. */
export function mutateShortRight(body: YAMLMap, rule: string, add: Add): void {
  for (const action of ACTIONS) {
    const pair = pairOf(body, action);
    const other = OTHER_ACTION[action];
    if (pair === undefined || other === undefined) continue;
    add(pair.key, rule, `${other} instead of ${action}`, renamed(pair, other));
  }
  const doubt = body.get('in_doubt', true);
  const otherDoubt = isScalar(doubt) ? OTHER_IN_DOUBT[String(doubt.value)] : undefined;
  if (isScalar(doubt) && otherDoubt !== undefined)
    add(
      doubt,
      rule,
      `in_doubt ${otherDoubt} instead of ${String(doubt.value)}`,
      rewritten(doubt, otherDoubt),
    );
  for (const key of EFFECTS) {
    const pair = pairOf(body, key);
    if (pair === undefined) continue;
    const list = pair.value;
    const isShorter = isSeq(list) && list.items.length > 1;
    for (const one of isSeq(list) ? list.items : [list])
      add(one, rule, WITHOUT_EFFECT[key], isShorter ? without(list, one) : withoutPair(body, pair));
  }
}

/** Another action with the same reason. A target is not a reason, so it is dropped. */
function renamed(pair: Pair, action: string): () => () => void {
  return () => {
    const { key, value } = pair;
    pair.key = new Scalar(action);
    if (isTargeted(key)) pair.value = new Scalar(true);
    return () => {
      pair.key = key;
      pair.value = value;
    };
  };
}

const isTargeted = (key: unknown): boolean =>
  isScalar(key) && (key.value === 'route' || key.value === 'scope');
