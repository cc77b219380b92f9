/** Replacements of functions: counters, and built-ins of the runtime. */
import { describe, expect, it } from 'vitest';
import { compileDocument } from '../emit/compile.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const login = {
  name: 'login',
  slots: [
    { name: 'user', type: 'string' },
    { name: 'host', type: 'string' },
    { name: 'held', type: 'string' },
    { name: 'role', type: 'symbol' },
    { name: 'at', type: 'time' },
  ],
};

/** The lines about functions in the plan of rules with one condition each. */
function planned(...conditions: readonly (readonly [slot: string, expression: string])[]): string[] {
  const rules = conditions.map(([slot, expression], i) => ({
    name: `r${i}`,
    when: [
      { template: 'login', alias: '$l' },
      { template: 'login', conditions: [{ slot, expression }] },
    ],
    then: { action: 'deny', reason: 'r' },
  }));
  const { matching } = compileDocument({ templates: [login], ruleset: 'functions', rules });
  return printPlan(matching())
    .split('\n')
    .filter((line) => /^counts|of the runtime$/.test(line));
}

describe('counters', () => {
  it('replace conditions over time, one for all that count the same', () => {
    expect(
      planned(
        ['user', 'count_exceeds(login, user, "x", 3)'],
        ['host', 'last_n(login, user, "y", 9)'],
        ['user', 'rate_exceeds(login, user, "x", 5, 60, at)'],
        ['user', 'distinct_count(login, user, host, 2)'],
        [
          'user',
          'sequence_detected([{ template: login, slot: user, value: "x", slot_ts: at }, { template: login, slot: host, value: "y", slot_ts: at }], 60)',
        ],
      ),
    ).toMatchInlineSnapshot(`
      [
        "counts values of login by user",
        "counts times of login by user, at",
        "counts distinct of login by user, host",
        "counts times of login by host, at",
      ]
    `);
  });
});

describe('functions that the runtime has', () => {
  it('replace those of the compiler if all arguments are texts', () => {
    expect(planned(['held', 'has_compartments($l.held)'])).toMatchInlineSnapshot(`
      [
        "compartments-cover is compartmentsCover of the runtime",
      ]
    `);
    expect(planned(['user', 'equals($l.user)'])).toEqual([]);
  });
});
