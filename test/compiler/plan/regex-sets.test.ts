/** Which patterns are searched for together, and where. */
import { describe, expect, it } from 'vitest';
import { compileDocument } from '../emit/compile.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const slots = ['kind', 'text', 'other'].map((name) => ({ name, type: 'string' }));
const templates = [{ name: 'a', slots }];

/** The patterns of template a in the plan: each rule is a list of `slot: operator(...)`. */
function patternLines(...rules: readonly (readonly string[])[]): readonly string[] {
  const { matching, diagnostics } = compileDocument({
    templates,
    ruleset: 'plan',
    rules: rules.map((conditions, i) => ({
      name: `r${i}`,
      when: [
        {
          template: 'a',
          conditions: conditions.map((condition) => {
            const [slot = '', expression = ''] = condition.split(': ');
            return { slot, expression };
          }),
        },
      ],
      then: { action: 'allow', reason: 'r' },
    })),
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const lines = printPlan(matching()).split('\n');
  return lines.filter((line) => /^ {2,}(?:n\d|s\d|function)/.test(line));
}

describe('patterns are searched for together', () => {
  it('if a fact is tested with one of them in any case', () => {
    expect(patternLines(['text: matches(x+)'], ['kind: equals(k)', 'text: not_matches(y+)']))
      .toMatchInlineSnapshot(`
      [
        "    s0 searches text for "x+", "y+"",
        "    n2 kind by test",
        "      n3 is k",
        "        n4 pattern 1 of s0 not found, enters j2",
        "    n1 pattern 0 of s0 found, enters j0",
      ]
    `);
  });

  it('and not where each depends on another condition', () => {
    expect(patternLines(['kind: equals(k)', 'text: matches(x+)'], ['kind: equals(l)', 'text: matches(y+)']))
      .toMatchInlineSnapshot(`
      [
        "    n1 kind by switch",
        "      n4 is l",
        "        n5 (service-matches "y+" ?a-text), enters j2",
        "      n2 is k",
        "        n3 (service-matches "x+" ?a-text), enters j0",
      ]
    `);
  });

  it('behind the condition that they have in common', () => {
    expect(patternLines(['kind: equals(k)', 'text: matches(x+)'], ['kind: equals(k)', 'text: matches(y+)']))
      .toMatchInlineSnapshot(`
      [
        "    n1 kind by test",
        "      n2 is k",
        "        s0 searches text for "y+", "x+"",
        "        n4 pattern 0 of s0 found, enters j2",
        "        n3 pattern 1 of s0 found, enters j0",
      ]
    `);
  });

  it('to the end of the text only where one of them is read so far in any case', () => {
    const rules = [
      ['text: matches(^x+)'],
      ['kind: equals(k)', 'text: matches(^y+)'],
      ['kind: equals(k)', 'text: matches(z+)'],
    ];
    expect(patternLines(...rules)).toMatchInlineSnapshot(`
      [
        "    s0 searches text for "^x+", "^y+"",
        "    n2 kind by test",
        "      n3 is k",
        "        n5 (service-matches "z+" ?a-text), enters j4",
        "        n4 pattern 1 of s0 found, enters j2",
        "    n1 pattern 0 of s0 found, enters j0",
      ]
    `);
    expect(patternLines(...rules, ['text: matches(w+)'])).toMatchInlineSnapshot(`
      [
        "    s0 searches text for "w+", "z+", "^y+", "^x+"",
        "    n6 pattern 0 of s0 found, enters j6",
        "    n2 kind by test",
        "      n3 is k",
        "        n5 pattern 1 of s0 found, enters j4",
        "        n4 pattern 2 of s0 found, enters j2",
        "    n1 pattern 3 of s0 found, enters j0",
      ]
    `);
  });

  it('slot by slot', () => {
    const rule = (slot: string, pattern: string) => [`${slot}: matches(${pattern}+)`];
    const rules = [rule('text', 'x'), rule('other', 'x'), rule('text', 'y'), rule('other', 'z')];
    expect(patternLines(...rules)).toMatchInlineSnapshot(`
      [
        "    s0 searches other for "z+", "x+"",
        "    s1 searches text for "y+", "x+"",
        "    n4 pattern 0 of s0 found, enters j6",
        "    n3 pattern 0 of s1 found, enters j4",
        "    n2 pattern 1 of s0 found, enters j2",
        "    n1 pattern 1 of s1 found, enters j0",
      ]
    `);
  });
});

describe('a pattern is searched for alone', () => {
  it('if it matches only fixed texts, which need no automaton', () => {
    expect(patternLines(['text: matches(x+)'], ['text: matches(yes|no)'])).toMatchInlineSnapshot(`
      [
        "    n2 (service-matches "yes|no" ?a-text), enters j2",
        "    n1 (service-matches "x+" ?a-text), enters j0",
      ]
    `);
  });

  it('if its slot is tested with no other', () => {
    expect(patternLines(['text: matches(x+)'], ['other: matches(x+)'], ['text: matches(x+)']))
      .toMatchInlineSnapshot(`
      [
        "    n2 (service-matches "x+" ?a-other), enters j2",
        "    n1 (service-matches "x+" ?a-text), enters j0",
      ]
    `);
  });

  it('when it is part of a larger test', () => {
    const test = '(or (service-matches "x+" ?text) (service-matches "y+" ?text))';
    const conditions = [{ slot: 'text', bind: '?text' }, { test }];
    const rule = { name: 'r', when: [{ template: 'a', conditions }], then: { action: 'allow', reason: 'r' } };
    const { matching } = compileDocument({ templates, ruleset: 'plan', rules: [rule] });
    expect(printPlan(matching())).not.toContain('searches');
  });

  it('when the module has enough of such programs', () => {
    const slot = (n: number) => ({ name: `s${n}`, type: 'string' });
    const pattern = (n: number, letter: string) => ({
      name: `${letter}${n}`,
      when: [{ template: 'wide', conditions: [{ slot: `s${n}`, expression: `matches(${letter}\\p{L}z)` }] }],
      then: { action: 'allow', reason: 'r' },
    });
    const places = Array.from({ length: 60 }, (_, n) => n);
    const compiled = compileDocument({
      templates: [{ name: 'wide', slots: places.map(slot) }],
      ruleset: 'plan',
      rules: places.flatMap((n) => [pattern(n, 'x'), pattern(n, 'y')]),
    });
    const sets = printPlan(compiled.matching()).match(/searches/g) ?? [];
    expect(sets.length).toBeGreaterThan(10);
    expect(sets.length).toBeLessThan(60);
    expect(compiled.javascript().length).toBeLessThan(3_000_000);
  });

  it('when the others are too many, or too large, for one pass', () => {
    const many = Array.from({ length: 40 }, (_, i) => [`text: matches(x{${i + 1}}y)`]);
    const sets = patternLines(...many).filter((line) => line.includes('searches'));
    expect(sets.map((line) => line.split(', ').length)).toEqual([30, 10]);
    const large = ['a', 'b'].map((letter) => [`text: matches(${letter}(xx|y){500}$)`]);
    expect(patternLines(...large, ['text: matches(z+)']).filter((line) => line.includes('searches')))
      .toMatchInlineSnapshot(`
      [
        "    s0 searches text for "z+", "b(xx|y){500}$"",
      ]
    `);
  });
});
