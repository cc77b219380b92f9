/** The decisions of the plan's passes on small rulesets, as the print of the plan shows them. */
import { describe, expect, it } from 'vitest';
import { compileDocument } from '../emit/compile.ts';
import { a, allow, planLines, same, templates } from './plan-lines.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

describe('memories', () => {
  it('finds facts and matches by the slots that are joined, and says who reads them', () => {
    expect(planLines('read by', [a, same('b')], allow)).toMatchInlineSnapshot(`
      [
        "m0 facts, b of n3, by x, read by j1, flag 0:1",
        "m1 waiting, [a] after j0, by match[0].x, read by j1, flag 0:1, awaits 2",
      ]
    `);
  });

  it('keeps nothing that is never read', () => {
    expect(planLines('memories', [a], allow)).toEqual([]);
    expect(planLines('removable-facts, a', [a, same('b', { alias: '$b' })], { retract: ['$b'] })).toEqual([]);
  });

  it('are shared by joins that would hold the same', () => {
    const other = { name: 's', when: [a, same('n')], then: allow };
    expect(planLines('waiting', [a, same('b')], allow, other)).toMatchInlineSnapshot(`
      [
        "m2 waiting, [a] after j0, by match[0].x, read by j1, j3, flag 0:1, awaits 6",
      ]
    `);
  });
});

describe('negation and exists', () => {
  it('keep nothing if no rule takes the facts away', () => {
    expect(planLines('j1 ', [a, { not: [same('n')] }], allow)).toMatchInlineSnapshot(`
      [
        "j1 late-negation n3 n, by x = match[0].x, to j2",
      ]
    `);
    expect(planLines('j1 ', [a, { exists: [same('n')] }], allow)).toMatchInlineSnapshot(`
      [
        "j1 exists n3 n, by x = match[0].x, to j2",
      ]
    `);
    expect(planLines('fires', [a, { not: [same('n')] }], allow)).toMatchInlineSnapshot(`
      [
        "j2 fires MAIN::r with [a], unless held back at j1",
      ]
    `);
  });

  it('keep their matches where a rule takes facts away', () => {
    const other = { name: 's', when: [{ template: 'n', alias: '$n' }], then: { retract: ['$n'] } };
    expect(planLines('j1 ', [a, { not: [same('n')] }], allow, other)).toMatchInlineSnapshot(`
      [
        "j1 removable negated n3 n, by x = match[0].x, left guard: filled, to j2",
      ]
    `);
    expect(planLines('j1 ', [a, { exists: [same('n')] }], allow, other)).toMatchInlineSnapshot(`
      [
        "j1 removable exists n3 n, by x = match[0].x, left guard: filled, to j2",
      ]
    `);
  });

  it('keep their matches before and in a group', () => {
    const group = { forall: { each: { template: 'b' }, must: [{ template: 'n' }] } };
    expect(planLines('removable', [a, { not: [same('n')] }, group], allow)).toMatchInlineSnapshot(`
      [
        "m0 removable-facts, n of n3, by x, read by j1",
        "m1 removable-facts, b of n5, read by j2",
        "m2 removable-facts, n of n6, read by j3",
        "m3 removable-left, [a] of j1, by match[0].x, read by j1",
        "m4 removable-left, [a -] of j2, read by j2",
        "m5 removable-left, [a - b] of j3, read by j3",
        "m6 removable-left, [a -] of j4, read by j4",
        "m7 removable-group, [a - b -] of j4, read by j4",
        "j1 removable negated n3 n, by x = match[0].x, left guard: filled, to j2, j4",
        "j2 removable positive n5 b, left guard: newest, to j3",
        "j3 removable negated n6 n, left guard: newest, to j4 right",
        "j4 removable negated group, left guard: newest, to j5",
        "j5 fires MAIN::r with [a - -], removable",
      ]
    `);
  });

  it('keep their matches where a test can fail', () => {
    const bound = { ...a, conditions: [{ slot: 'x', bind: '?of-a' }] };
    const divides = { template: 'b', conditions: [{ test: '(> (div 1 ?of-a) 0)' }] };
    const when = [bound, { not: [{ template: 'n' }] }, divides];
    expect(planLines('j1 ', when, allow)).toMatchInlineSnapshot(`
      [
        "j1 removable negated n3 n, left guard: newest, to j2",
      ]
    `);
  });
});

describe('retraction', () => {
  it('links the matches from the first join on whose facts a rule takes away', () => {
    const modify = [{ fact: '$b', slots: { y: 1 } }];
    const when = [a, same('n'), { template: 'b', alias: '$b' }];
    const other = { name: 's', salience: 5, when: [a, same('n')], then: allow };
    expect(planLines('j', when, { modify }, other).filter((line) => /^j\d/.test(line)))
      .toMatchInlineSnapshot(`
        [
          "j0 first n1 a, shared, to j1",
          "j1 join n3 n, by x = match[0].x, shared, to j4, j2",
          "j2 removable positive n5 b, left guard: newest, to j3",
          "j3 fires MAIN::r with [a n b], removable",
          "j4 fires MAIN::s with [a n]",
        ]
      `);
  });

  it('puts no matching off where every pattern finds its facts by a key', () => {
    const fact = { ...same('b'), alias: '$b' };
    expect(planLines('deferred region', [a, fact], { retract: ['$b'] })).toEqual([]);
    expect(planLines('deferred region', [a, fact, { template: 'n' }], { retract: ['$b'] })).not.toEqual([]);
  });

  it('puts matching off behind a first join where all activations are on one stack', () => {
    expect(planLines('deferred region 0', [a, { template: 'b', alias: '$b' }], { retract: ['$b'] }))
      .toMatchInlineSnapshot(`
      [
        "j0 removable positive first n1 a, in deferred region 0, to j1",
        "j1 removable positive n3 b, in deferred region 0, to j2",
        "j2 fires MAIN::r with [a b], removable, in deferred region 0",
        "deferred region 0 behind j0, fires in MAIN, negates nothing",
      ]
    `);
  });
});

describe('partition', () => {
  it('cuts many patterns into functions', () => {
    const more = Array.from({ length: 50 }, (_, i) => ({
      name: `p${i}`,
      when: [{ template: 'a', conditions: [{ slot: 'x', expression: `greater_than(${i})` }] }],
      then: allow,
    }));
    expect(planLines('function', [a], allow, ...more)).toEqual(['function 1', 'function 2']);
  });
});

describe('rows of a table', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => [i % 4, `< ${i * 10}`, 'allow', 'r']);
  const planned = (table: unknown[][], when: unknown[] = [a], more: unknown[] = []): string[] => {
    const tables = [
      {
        name: 't',
        when,
        hit: 'first',
        inputs: ['$a.x', '$a.y'],
        outputs: ['action', 'reason'],
        rows: table,
      },
    ];
    const compiled = compileDocument({ templates, ruleset: 'plan', tables, rules: more });
    expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return printPlan(compiled.matching()).split('\n');
  };
  const plan = (table: unknown[][]): string[] =>
    planned(table).filter((line) => /^chooses|^ {2}\?/.test(line));

  it('are chosen all at once where they are many', () => {
    expect(plan(rows(20))).toMatchInlineSnapshot(`
      [
        "chooses t-row among 20 rows",
        "  ?a-x ordered 0, 1, 2, 3, 4 cells",
        "  ?a-y ordered 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 20 cells",
      ]
    `);
    expect(plan(rows(19))).toEqual([]);
  });

  it('share the matches that wait, and are looked for together', () => {
    const lines = planned(
      [
        [1, '-', 'allow', 'r'],
        [2, '-', 'deny', 'r'],
        [3, '-', 'escalate', 'r'],
      ],
      [a, same('b', { alias: '$b' })],
      [{ name: 'away', when: [{ template: 'b', alias: '$b' }], then: { retract: ['$b'] } }],
    );
    expect(lines.filter((line) => /removable-left|stands for/.test(line))).toMatchInlineSnapshot(`
      [
        "  m1 removable-left, [a] of j7, by match[0].x, read by j7",
        "j7 stands for 3 rows, chosen by (t-row ?a-x)",
      ]
    `);
  });

  it('are tested further if other values than constants are compared', () => {
    const table = rows(20);
    table[3] = ['equals($a.y)', '-', 'deny', 'same'];
    expect(plan(table)).toMatchInlineSnapshot(`
      [
        "chooses t-row among 20 rows, 1 of them tested further",
        "  ?a-x ordered 0, 1, 2, 3, 4 cells",
        "  ?a-y ordered 0, 10, 20, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 19 cells",
      ]
    `);
  });
});

describe('owners', () => {
  it("separate a rule's own conditions from shared ones", () => {
    const second = { name: 's', when: [a, same('b', { alias: '$b' }), same('n')], then: allow };
    expect(planLines(' to j', [a, same('b', { alias: '$b' })], allow, second)).toMatchInlineSnapshot(`
      [
        "j0 first n1 a, shared, to j1",
        "j1 join n3 b, by x = match[0].x, shared, to j3, j2",
        "j3 join n5 n, by x = match[1].x, one activation, to j4",
      ]
    `);
  });
});

describe('rows of a relation', () => {
  it('are found by an identifying column, or else by all joined columns', () => {
    const facts = (rows: readonly (readonly number[])[]): string[] => {
      const columns = [
        { name: 'x', type: 'integer' },
        { name: 'y', type: 'integer' },
      ];
      const joined = {
        relation: 'known',
        conditions: [
          { slot: 'x', expression: 'equals($a.x)' },
          { slot: 'y', expression: 'equals($a.y)' },
        ],
      };
      const compiled = compileDocument({
        templates,
        ruleset: 'plan',
        relations: [{ name: 'known', columns, rows }],
        rules: [{ name: 'r', when: [a, joined], then: allow }],
      });
      expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const lines = printPlan(compiled.matching()).split('\n');
      return lines.filter((line) => line.includes(' facts, ')).map((line) => line.trim());
    };
    const grid = Array.from({ length: 400 }, (_, n) => [n % 20, Math.floor(n / 20)]);
    expect(facts(grid.slice(0, 20))).toMatchInlineSnapshot(`
      [
        "m0 facts, __relation_known of n3, by x, read by j1",
      ]
    `);
    expect(facts(grid)).toMatchInlineSnapshot(`
      [
        "m0 facts, __relation_known of n3, by y, x, read by j1",
      ]
    `);
  });
});
