/** Keys of entries: what makes them known, and the test of a key that is computed. */
import type { ConditionSyntax } from '../syntax.ts';
import { companionsOf, expressionOf } from './companions.ts';
import type { PatternContext } from './context.ts';
import { missingPaths, type Formula } from './formula.ts';
import { testCondition } from './new-condition.ts';
import { keysTo, type DocumentBinding, type ItemBinding, type Resolved } from './resolved.ts';
import { guardedTest } from './test-condition.ts';
import { testForm, type TestWriter } from './test-form.ts';
import { wordOf } from './test-words.ts';
import { call, piece, sourceOf } from './test-text.ts';

/** Conditions that all keys which lead to the binding are known; none if they always are. */
export function knownKeys(binding: DocumentBinding | ItemBinding): readonly Formula[] {
  return keysTo(binding).flatMap((key) => [
    ...missingPaths(key).map((path): Formula => ({
      kind: 'presence',
      node: path.node,
      binding: path.binding,
      ofValue: true,
      isNegated: false,
      at: path.at,
    })),
    ...companionsOf(key, false),
  ]);
}

/** The test that a variable is the key. It is false for a key that has no value. */
export function keyTest(context: PatternContext, key: Resolved, variable: string): ConditionSyntax {
  const { at } = key;
  const writer: TestWriter = { context, drafts: [] };
  const guards = companionsOf(key, false).map((part) => guardedTest(writer, expressionOf(part), false));
  const form = testForm(writer, key);
  // Words and whole numbers are written as texts.
  const text = wordOf(writer, key) === 'text' ? form : call('str-cat', at, form);
  const same = call('eq', at, piece(`?${variable}`, at), text);
  return testCondition(sourceOf(guards.length === 0 ? same : call('and', at, ...guards, same), at), at);
}
