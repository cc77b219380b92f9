import { describe, expect, test } from 'vitest';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { emitFunctions } from '../../../compiler/emit/clips/functions.ts';
import { checkFunctions } from '../../../compiler/language/expression/check-functions.ts';
import { BOOLEAN, INTEGER, MULTIFIELD, STRING } from '../../../compiler/language/static-type.ts';
import { checkGood, leftSide, onlyRule, ruleText, TEMPLATES } from './check.ts';

const NAMES = 'hierarchies: [{ name: h, levels: [low, high] }]\n';

describe('functions', () => {
  test('a classification function is four comparisons of ranks', () => {
    const text = `${NAMES}functions: [{ name: f, type: classification, params: [x, y], hierarchy_ref: h.yaml }]`;
    expect(emitFunctions(checkGood(text).functions).map((line) => line.replace(/\s+/g, ' '))).toEqual([
      '(deffunction MAIN::h-rank (?level) (switch ?level (case low then 0) (case high then 1)' +
        ' (case "low" then 0) (case "high" then 1) (default -1)))',
      '(deffunction MAIN::f (?x ?y) (>= (h-rank ?x) (h-rank ?y) 0))',
      '(deffunction MAIN::f-below (?x ?y) (< -1 (h-rank ?x) (h-rank ?y)))',
      '(deffunction MAIN::f-meets-or-exceeds (?x ?y) (>= (h-rank ?x) (h-rank ?y) 0))',
      '(deffunction MAIN::f-within-scope (?x ?y) (<= 0 (h-rank ?x) (h-rank ?y)))',
    ]);
  });

  test('callees come before their callers, else functions keep their order', () => {
    const body = (name: string, call: string) =>
      `{ name: ${name}, type: raw, body: "(deffunction MAIN::${name} (?x) ${call})" }`;
    const text = `functions:
  - ${body('first', '(third ?x)')}
  - ${body('second', '(+ ?x 1)')}
  - ${body('third', '(second ?x)')}
`;
    expect(checkGood(text).functions.map(({ name }) => name)).toEqual(['second', 'third', 'first']);
  });

  test('an internal function leaves the name to a function of the author', () => {
    const mine =
      'functions: [{ name: clearance-rank, type: raw, body: "(deffunction clearance-rank (?x) ?x)" }]\n';
    const when = ['{ template: a, conditions: [{ slot: level, expression: below(high) }] }'];
    const ruleset = checkGood(mine + ruleText(when));
    expect(ruleset.functions.map(({ name, kind }) => [name, kind])).toEqual([
      ['clearance-rank-2', 'internal'],
      ['clearance-rank', 'raw'],
    ]);
    expect(onlyRule(ruleset).when).toHaveLength(1);
  });

  test('internal functions are made once, callees first, and are functions of the language', () => {
    const when = [
      '{ template: a, alias: $x, conditions: [{ slot: level, expression: "dominates(mid, x, clearance)" }] }',
      '{ template: b, conditions: [{ slot: str, expression: in_compartment($x.str) }] }',
      '{ template: b, conditions: [{ slot: str, expression: has_compartments($x.str) }] }',
    ];
    const { functions } = checkGood(ruleText(when));
    const report = createReport();
    const definitions = functions.map(({ definition }) => definition);
    const signatures = checkFunctions(definitions, { templates: new Map() }, report);
    expect(report.sorted()).toEqual([]);
    expect([...signatures.values()].map(({ name, result }) => [name, result])).toEqual([
      ['clearance-rank', INTEGER],
      ['compartment-name', STRING],
      ['compartment-names', MULTIFIELD],
      ['compartments-cover', BOOLEAN],
      ['compartment-held', BOOLEAN],
    ]);
  });

  test('functions that no rule needs are not made', () => {
    expect(checkGood(TEMPLATES).functions).toEqual([]);
  });
});

describe('the hierarchy of a level', () => {
  const hierarchyOf = (slot: string, level: string): string =>
    /\w+-rank/.exec(
      leftSide([`{ template: a, conditions: [{ slot: ${slot}, expression: below(${level}) }] }`])[0] ?? '',
    )?.[0] ?? '';

  test('is the one whose levels the slot allows', () => {
    expect(hierarchyOf('level', 'high')).toBe('clearance-rank');
  });

  test('or the first one loaded', () => {
    expect(hierarchyOf('sym', 'high')).toBe('clearance-rank');
  });
});
