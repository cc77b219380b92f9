import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { FOLDS } from '../../compiler/tables-syntax.ts';
import { instead, replaced, without, type Add } from './edits.ts';
import { mutateExpression } from './mutate-expression.ts';

/** Keys of an element whose value is a list of elements. */
const GROUPS = ['not', 'exists', 'must'] as const;

/** Changes of a left side. */
export function mutateElements(list: unknown, rule: string, add: Add): void {
  if (!isSeq(list)) return;
  for (const element of list.items) {
    if (isSeq(element)) {
      mutateElements(element, rule, add);
      continue;
    }
    if (!isMap(element)) continue;
    const template = element.get('template') ?? element.get('relation');
    if (list.items.length > 1) {
      const what = typeof template === 'string' ? `the pattern of ${template}` : `\`${firstKey(element)}\``;
      add(element, rule, `without ${what}`, without(list, element));
    }
    mutateConditions(element.get('conditions'), element, rule, add);
    for (const key of GROUPS) {
      const inner = element.get(key);
      if (isSeq(inner) && key !== 'must')
        add(element, rule, `what \`${key}\` holds, without \`${key}\``, without(list, element, inner.items));
      mutateElements(inner, rule, add);
    }
    mutateAggregate(element, rule, add);
    for (const key of ['any', 'forall']) {
      const inner = element.get(key);
      if (isMap(inner)) mutateForall(inner, rule, add);
      else mutateElements(inner, rule, add);
    }
  }
}

/** Facts of an aggregate, and the test of its value. */
function mutateAggregate(element: YAMLMap, rule: string, add: Add): void {
  for (const fold of FOLDS) {
    const value = element.get(fold);
    mutateElements(isMap(value) ? value.get('from') : value, rule, add);
    if (value !== undefined && element.has('as') && element.has('expression'))
      add(element, rule, `\`${fold}\` without its condition`, instead(element, 'expression', undefined));
  }
}

function mutateForall(forall: YAMLMap, rule: string, add: Add): void {
  const each = forall.get('each');
  if (isMap(each)) mutateConditions(each.get('conditions'), each, rule, add);
  mutateElements(forall.get('must'), rule, add);
}

function firstKey(map: YAMLMap): string {
  const key = map.items[0]?.key;
  return isScalar(key) ? String(key.value) : '';
}

function mutateConditions(list: unknown, pattern: YAMLMap, rule: string, add: Add): void {
  if (!isSeq(list)) return;
  for (const condition of list.items) {
    if (!isMap(condition)) continue;
    const text = condition.get('expression') ?? condition.get('test');
    const slot = condition.get('slot');
    const named = `${typeof slot === 'string' ? `${slot}: ` : ''}${String(text)}`;
    // A condition that binds a variable is needed elsewhere.
    if (text !== undefined && !condition.has('bind') && !condition.has('each')) {
      const change =
        list.items.length === 1 ? instead(pattern, 'conditions', undefined) : without(list, condition);
      add(condition, rule, `without the condition ${named}`, change);
    }
    const test = condition.get('test');
    if (typeof test === 'string')
      add(condition, rule, `(not ${test})`, replaced(condition, 'test', `(not ${test})`));
    const expression = condition.get('expression');
    if (typeof expression !== 'string') continue;
    for (const other of mutateExpression(expression))
      add(
        condition.get('expression', true),
        rule,
        `${other} instead of ${expression}`,
        replaced(condition, 'expression', other),
      );
  }
}
