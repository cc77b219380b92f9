import { BUDGET } from '../../../compiler/read/budget/budget.ts';
import { CONDITION } from '../../../compiler/read/condition.ts';
import { DEFAULT } from '../../../compiler/read/default.ts';
import { DOCUMENT } from '../../../compiler/read/document.ts';
import { ASSERT, MODIFY } from '../../../compiler/read/effects.ts';
import { FUNCTION } from '../../../compiler/read/function.ts';
import { HIERARCHY } from '../../../compiler/read/hierarchy.ts';
import { INPUT } from '../../../compiler/read/input.ts';
import { MODULE } from '../../../compiler/read/module.ts';
import { OBLIGATION } from '../../../compiler/read/obligation.ts';
import { COLUMN, RELATION } from '../../../compiler/read/relation.ts';
import { SHORT_RULE } from '../../../compiler/read/short/rule.ts';
import { TABLE } from '../../../compiler/read/table.ts';
import { SLOT, TEMPLATE } from '../../../compiler/read/template.ts';
import { THEN } from '../../../compiler/read/then.ts';
import { ENTRY, FORALL, PATTERN } from '../../../compiler/read/when.ts';
import { EXPECT, SETTLE, STEP, SUMS } from '../../../library/suite/shape/shapes.ts';

/** Maps of the language, by the key that holds them. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  templates: TEMPLATE.keys,
  slots: SLOT.keys,
  modules: MODULE.keys,
  hierarchies: HIERARCHY.keys,
  functions: FUNCTION.keys,
  relations: RELATION.keys,
  columns: COLUMN.keys,
  rules: SHORT_RULE.keys,
  tables: TABLE.keys,
  budgets: BUDGET.keys,
  when: ENTRY.keys,
  not: ENTRY.keys,
  exists: ENTRY.keys,
  any: ENTRY.keys,
  must: ENTRY.keys,
  from: ENTRY.keys,
  forall: FORALL.keys,
  each: PATTERN.keys,
  conditions: CONDITION.keys,
  then: THEN.keys,
  assert: ASSERT.keys,
  modify: MODIFY.keys,
  obligations: OBLIGATION.keys,
  default: DEFAULT.keys,
  input: INPUT.keys,
};

const SUITE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  cases: ['name', 'facts', 'input', 'expect', 'steps', 'now', 'each'],
  steps: STEP.keys,
  settle: SETTLE.keys,
  budgets: SUMS.keys,
  facts: ['template', 'data'],
  includes: ['template', 'data'],
  excludes: ['template', 'data'],
  expect: EXPECT.keys,
  fired: ['includes', 'excludes', 'exactly', 'order'],
};

const WORDS: ReadonlySet<string> = new Set([...DOCUMENT.keys, ...Object.values(OWNERS).flat(), 'name']);
const SUITE_DOCUMENT = ['suite', 'ruleset', 'now', 'facts', 'cases', 'properties'];
const SUITE_WORDS: ReadonlySet<string> = new Set([...SUITE_DOCUMENT, ...Object.values(SUITE_OWNERS).flat()]);

/** True for a key that the language has somewhere. */
export const isWord = (key: string, isSuite: boolean): boolean => (isSuite ? SUITE_WORDS : WORDS).has(key);

/** Sections whose elements may be written as a map of names. */
const NAMED = new Set([
  'templates',
  'slots',
  'rules',
  'tables',
  'budgets',
  'functions',
  'modules',
  'hierarchies',
  'relations',
  'columns',
]);

/**
 * Keys that can be written in the map of a cursor. Empty where keys are names that the author chooses.
 *
 * @param isElement the map is an element of a list
 */
export function keysFor(path: readonly string[], isSuite: boolean, isElement: boolean): readonly string[] {
  const owner = path.at(-1);
  if (owner === undefined) return isSuite ? SUITE_DOCUMENT : DOCUMENT.keys;
  if (isSuite) return SUITE_OWNERS[owner] ?? [];
  const above = path.at(-2) ?? '';
  const isName = NAMED.has(above) && !(above === 'rules' && owner === 'when');
  if (isName && !(owner in OWNERS && path.length > 2)) return OWNERS[above] ?? [];
  if (NAMED.has(owner)) return isElement ? (OWNERS[owner] ?? []) : [];
  return OWNERS[owner] ?? [];
}
