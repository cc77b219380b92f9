/** Reports to authors cover items of lists, relations, aggregates and decision tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';
import { full } from '../full.ts';

const RULES = `
ruleset: whole
relations:
  - name: grade
    columns: [{ name: role, type: symbol }, { name: level, type: integer }]
    rows: [[reader, 1], [editor, 2], [owner, 3]]
templates:
  - name: user
    slots: [{ name: id, type: string, required: true }, { name: role, type: symbol, required: true }, { name: tags, type: symbol, list: true }]
  - name: order
    slots: [{ name: by, type: string, required: true }, { name: amount, type: integer, required: true }]
  - { name: banned, slots: [{ name: tag, type: symbol, required: true }] }
rules:
  - name: graded
    when:
      - { template: user, alias: $u }
      - { relation: grade, conditions: [{ slot: role, expression: equals($u.role) }, { slot: level, bind: "?l", expression: at_least(2) }] }
    then: { action: allow, reason: "level {l}" }
  - name: tagged
    when:
      - { template: user, conditions: [{ slot: tags, each: "?tag" }] }
      - { template: banned, conditions: [{ slot: tag, expression: equals(?tag) }] }
    then: { action: deny, reason: "{tag} is banned" }
  - name: many
    when:
      - { template: user, alias: $u }
      - sum:
          of: "?amount"
          from: [{ template: order, conditions: [{ slot: by, expression: equals($u.id) }, { slot: amount, bind: "?amount" }] }]
        as: "?spent"
        expression: greater_than(100)
    then: { action: escalate, reason: "{spent} in all" }
tables:
  - name: size
    when: [{ template: order, alias: $o }]
    inputs: [$o.amount]
    outputs: [name, action, reason]
    rows:
      - ["< 10", small, allow, "{o.amount} is small"]
      - ["[10..100)", mid, route, "{o.amount} is in between"]
    default: [deny, "{o.amount} is large"]
`;
const SUITE = `
suite: whole
cases:
  - name: an owner
    facts: [{ template: user, data: { id: ann, role: owner, tags: [x] } }, { template: order, data: { by: ann, amount: 5 } }]
    expect: { decision: allow, fired: [MAIN::graded, MAIN::size/small] }
  - name: a banned tag
    facts: [{ template: user, data: { id: ann, role: editor, tags: [x, y] } }, { template: banned, data: { tag: y } }]
    expect: { decision: deny, fired: [MAIN::graded, MAIN::tagged] }
  - name: many orders
    facts:
      - { template: user, data: { id: ann, role: reader, tags: [] } }
      - { template: order, data: { by: ann, amount: 60 } }
      - { template: order, data: { by: ann, amount: 50 } }
    expect: { decision: escalate, fired: { includes: [MAIN::many] } }
`;
const FACTS = [
  { template: 'user', data: { id: 'ann', role: 'reader', tags: ['x', 'y'] } },
  { template: 'banned', data: { tag: 'z' } },
  { template: 'order', data: { by: 'ann', amount: 60 } },
  { template: 'order', data: { by: 'bob', amount: 50 } },
];

let folder: Folder;
let rules: string;
let facts: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  rules = await folder.write('whole/rules.yaml', RULES);
  await folder.write('whole/rules.test.yaml', SUITE);
  facts = await folder.write('facts.json', JSON.stringify(FACTS));
});
afterAll(() => folder.remove());

describe('ferrule explain', () => {
  it('shows why the row of a table, an item, a row of a relation and an aggregate do not match', async () => {
    const { out } = await runHere('explain', rules, '--facts', facts);
    expect(out).toContain('route: 60 is in between\n  MAIN::size/mid');
    expect(out).toContain('no row of grade fits rules.yaml:17:9, where ?u-role = "reader"');
    expect(out).toContain('tag is "z", not equals(?tag) (tags is "x", fact 1)');
    expect(out).toMatch(
      /MAIN::many {2}\(escalate\).*\n.*\n {4}greater_than\(100\) does not hold, where \?spent = 60, \?u-id = "ann"/,
    );
    expect(out).toContain('cell < 10 of $o.amount does not hold: it is 60');
  });

  it('finds changes through all of them', async () => {
    const { out } = await runHere('explain', rules, '--facts', facts, '--flip=deny');
    expect(out).toContain('deny by MAIN::tagged: banned.tag of fact 2: "x" instead of "z"');
  });

  it('shows the matched facts of rules that fire', async () => {
    const given = [
      { template: 'user', data: { id: 'ann', role: 'owner', tags: ['z'] } },
      ...FACTS.slice(1, 2),
      { template: 'order', data: { by: 'ann', amount: 200 } },
    ];
    const path = await folder.write('fire.json', JSON.stringify(given));
    const { out } = await runHere('explain', rules, '--facts', path);
    for (const rule of ['tagged', 'graded', 'many', 'size/default']) expect(out).toContain(`MAIN::${rule}`);
  });
});

it('coverage counts rows of tables, items, relations and aggregates', async () => {
  const { out } = await runHere('test', join('whole'), '--coverage');
  expect(out).toContain('MAIN::size/default');
  expect(out).toContain('never fired');
  expect(out).toMatch(/rules 5 of 6, conditions 13 of 14/);
});

it('mutants change cells, rows and relations, and are detected', async () => {
  const { out } = await runHere('test', join('whole'), '--mutate');
  expect(out).toContain('size: [10..99) instead of [10..100)');
  expect(out).toContain('size: allow instead of deny');
  expect(out).toContain('grade: without row 1');
  expect(out).toContain('many: without the condition by: equals($u.id)');
  expect(out).toMatch(/20 of 30 mutants found/);
});

it.each(
  [
    ['[10..100)', '[10..90)', 'less permissive', 'route -> deny'],
    ['[reader, 1]', '[reader, 2]', 'incomparable', 'allow'],
    ['greater_than(100)', 'greater_than(50)', 'incomparable', 'escalate'],
    [
      'slot: tag, expression: equals(?tag)',
      'slot: tag, expression: not_equals(?tag)',
      'incomparable',
      'deny',
    ],
  ].slice(0, full(4, 1)),
)('a difference of %s is found', async (from, to, _verdict, told) => {
  const changed = await folder.write('changed.yaml', RULES.replace(from, to));
  const { code, out } = await runHere('diff', rules, changed, '--seed', '7');
  expect([code, out]).toEqual([1, expect.stringContaining(told)]);
});

function join(name: string): string {
  return `${folder.path}/${name}`;
}
