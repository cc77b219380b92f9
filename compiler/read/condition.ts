import type { ConditionSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readMap, readSource, readText, type Shape } from './fields.ts';
import { readBinding, readItemName } from './names.ts';
import { refuseOperatorKeys } from './guess-condition.ts';
import { parseOperator } from './operator.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

export const CONDITION: Shape = {
  owner: 'a condition',
  keys: ['slot', 'each', 'expression', 'bind', 'test', 'now'],
};

/** `slot` with `expression`, `bind` or `each`, `test`, `now`, or a combination; anything else is reported with what is missing. */
export function readCondition(node: YamlNode, context: ReadContext): ConditionSyntax | null {
  if (refuseOperatorKeys(node, CONDITION.keys, context)) return null;
  const map = readMap(node, CONDITION, context);
  if (map === null || !isComplete(map, context)) return null;
  const slot = readText(optional(map, 'slot'), context);
  const source = readSource(optional(map, 'expression'), context);
  const expression = source && parseOperator(source, context.report, slot?.value);
  const bound = readBinding(optional(map, 'bind'), context);
  const bind = bound?.name ?? null;
  const each = readItemName(optional(map, 'each'), context);
  const test = readSource(optional(map, 'test'), context);
  const clock = readSource(optional(map, 'now'), context);
  const now = clock && parseOperator(clock, context.report);
  const isConstrained = (expression ?? bind ?? each) !== null;
  const isWhole = slot === null ? (test ?? now) !== null && !isConstrained : isConstrained;
  if (!isWhole) return null;
  return { slot, each, expression, bind, bindsList: bound?.list ?? false, test, now, at: map.at };
}

function isComplete(map: YamlMap, context: ReadContext): boolean {
  const missing = findMissing(CONDITION.keys.filter((key) => optional(map, key) !== null));
  if (missing === null) return true;
  context.report.add('incomplete-condition', map.at, { missing });
  return false;
}

function findMissing(written: readonly string[]): string | null {
  const isConstrained = ['expression', 'bind', 'each'].some((key) => written.includes(key));
  if (written.includes('slot')) return isConstrained ? null : '`expression` or `bind`';
  if (isConstrained) return '`slot`';
  if (written.includes('test') || written.includes('now')) return null;
  return '`slot` with `expression` or `bind`, or `test`';
}
