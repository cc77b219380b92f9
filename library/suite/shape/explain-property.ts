import type { ReadContext } from '../../../compiler/read/context.ts';
import { optional, readFilledList, readMap } from '../../../compiler/read/fields.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import { explainDecision } from './explain-decision.ts';
import { refuseBare } from './explain-expect.ts';
import { explainText } from './explain-text.ts';
import { hasNeeded } from './has-needed.ts';
import { refuse } from './refuse.ts';
import { NEVER, PROPERTY, UNDER } from './shapes.ts';

export function explainProperty(node: YamlNode, context: ReadContext): null {
  const map = readMap(node, PROPERTY, context);
  if (map === null) return null;
  if (!hasNeeded(map, ['name'], PROPERTY, context)) return null;
  explainText(optional(map, 'name'), context);
  explainNever(optional(map, 'never'), context);
  explainMonotone(optional(map, 'monotone'), context);
  readFilledList(optional(map, 'when'), context, () => null);
  readFilledList(optional(map, 'under'), context, explainUnder);
  const order = optional(map, 'order_independent');
  if (order !== null && !(order.kind === 'scalar' && order.scalar.kind === 'boolean' && order.scalar.value))
    refuse(order, () => 'true', context);
  return null;
}

function explainNever(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBare(node, 'never', context)) return;
  const map = readMap(node, NEVER, context);
  if (map !== null && hasNeeded(map, NEVER.keys, NEVER, context))
    explainDecision(optional(map, 'decision'), context);
}

/** Accepts `{ decision: deny }` and `[deny]` as the decision. */
function explainMonotone(node: YamlNode | null, context: ReadContext): void {
  const inner =
    node?.kind === 'map'
      ? node.entries.get('decision')?.value
      : node?.kind === 'list'
        ? node.items[0]
        : undefined;
  const text = inner === undefined ? null : writeNode(inner);
  if (node !== null && text !== null) refuse(node, () => text, context);
  else explainDecision(node, context);
}

function explainUnder(node: YamlNode, context: ReadContext): null {
  if (node.kind === 'scalar') {
    refuse(node, (text) => `{ add: ${text} }`, context);
    return null;
  }
  const map = readMap(node, UNDER, context);
  if (map !== null && hasNeeded(map, UNDER.keys, UNDER, context)) explainText(optional(map, 'add'), context);
  return null;
}
