/** Mistakes of an author that must not turn a refusal into an allow without a word. */
import { describe, expect, test } from 'vitest';
import { compileSources, type CompileOptions } from '../../compiler/compile.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { formatLine } from '../../compiler/diagnostics/format.ts';
import { Engine } from '../../library/node/engine.ts';

const TEMPLATES = `templates:
  - name: p
    slots:
      - { name: requester, type: string }
      - { name: n, type: integer }
  - { name: note, slots: [{ name: text, type: string }, { name: n, type: integer }] }
`;

/** A ruleset of one rule, its `when` and `then` as flow YAML. */
function rule(when: string, then = '{ action: deny }'): string {
  return `${TEMPLATES}rules:\n  - name: r\n    when: ${when}\n    then: ${then}\n`;
}

const requester = (condition: string): string =>
  rule(`[{ template: p, alias: $p }, { template: note, conditions: [{ slot: text, ${condition} }] }]`);

/** One line a diagnostic, without the place. */
function problems(text: string, options: CompileOptions = {}): readonly string[] {
  const { diagnostics, sources } = compileSources([{ path: 'rules.yaml', text }], options);
  const positions = createPositions(sources);
  return diagnostics.map((diagnostic) => formatLine(diagnostic, positions).replace(/^[^ ]+ /, ''));
}

async function decide(text: string, facts: readonly object[]): Promise<string | null> {
  const engine = await Engine.fromSources([{ path: 'rules.yaml', text }]);
  return engine.evaluate({
    scoped: true,
    facts: facts as { template: string; data: Record<string, unknown> }[],
  }).decision;
}

describe('a key that the language does not know', () => {
  const misspelt = rule('[{ template: p, conditons: [{ slot: n, expression: equals(1) }] }]');

  test('is an error with a suggestion', () => {
    expect(problems(misspelt)).toEqual([
      "error unknown-key: unknown key `conditons` in an entry of `when` (did you mean 'conditions'?)",
    ]);
  });

  test('is a warning when lenient, and an error again when strict', async () => {
    expect(problems(misspelt, { lenient: true })[0]).toMatch(/^warning unknown-key/);
    expect(problems(misspelt, { lenient: true, strict: true })[0]).toMatch(/^error unknown-key/);
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text: misspelt }], { lenient: true });
    expect(engine.warnings).toHaveLength(1);
    await expect(engine.reloadRules({ yaml: misspelt })).resolves.toMatchObject({ warnings: [/conditons/] });
  });

  test('is free when it begins with x-', () => {
    const free = rule(
      '[{ template: p, x-owner: ann, conditions: [{ slot: n, expression: equals(1), x-: 1 }] }]',
    );
    expect(problems(`x-team: { any: [thing] }\n${free}`)).toEqual([]);
    expect(problems('{ name: h, levels: [a, b], x-source: handbook }')).toEqual([
      'warning ruleset-without-rules: the ruleset has no rules and never decides anything',
    ]);
  });
});

describe('a text that looks like a reference', () => {
  test.each([
    ['expression: equals(p.requester)', 'p.requester', '$p.requester'],
    [`expression: 'equals("p.requester")'`, 'p.requester', '$p.requester'],
    [`expression: 'equals("$p.requester")'`, '$p.requester', '$p.requester'],
    [`expression: 'equals("$q.requester")'`, '$q.requester', '$q.requester'],
    [`expression: 'equals("{p.requester}")'`, '{p.requester}', '$p.requester'],
    [`expression: 'equals("?x")'`, '?x', '?x'],
    [`expression: 'equals("$?x")'`, '$?x', '?x'],
    [`expression: 'not_equals("{x}")'`, '{x}', '?x'],
    [`expression: 'in([a, "?x"])'`, '?x', '?x'],
    [`expression: 'contains("{?x}")'`, '{?x}', '?x'],
  ])('%s', (condition, text, meant) => {
    expect(problems(requester(condition))).toEqual([
      `error looks-like-reference: \`${text}\` looks like a reference: write \`${meant}\` for the value, or \`literal(${text})\` for the text`,
    ]);
  });

  test.each([
    [`expression: 'equals(literal(p.requester))'`, 'p.requester'],
    [`expression: 'equals(literal("$p.requester"))'`, '$p.requester'],
    [`expression: 'equals( literal( ?x ) )'`, '?x'],
    [`expression: 'in([a, literal({x}), literal("a, b")])'`, 'a, b'],
    [`expression: 'equals(literal((a) b))'`, '(a) b'],
    [`expression: 'equals(q.requester)'`, 'q.requester'],
    [`expression: 'equals(literal)'`, 'literal'],
    [`expression: 'equals("{}")'`, '{}'],
    [`expression: 'contains("see $p.requester")'`, 'see $p.requester'],
  ])('%s is text', async (condition, text) => {
    const facts = [
      { template: 'p', data: {} },
      { template: 'note', data: { text } },
    ];
    expect(problems(requester(condition))).toEqual([]);
    expect(await decide(requester(condition), facts)).toBe('deny');
  });

  test.each([['literal(a'], ['literal("a" b)'], ['literal("a'], ['literal(a) b']])(
    'equals(%s) is refused',
    (written) => {
      expect(problems(requester(`expression: 'equals(${written})'`))[0]).toMatch(/^error expression-/);
    },
  );

  const asserted = (value: string): string =>
    rule(
      '[{ template: p, alias: $p, conditions: [{ slot: requester, bind: "?who" }] }]',
      `{ action: deny, assert: [{ template: note, slots: { text: ${value} } }] }`,
    );

  test.each([
    ['"asked by ?who"', '?who'],
    ['"asked by $p.requester"', '$p.requester'],
    ['p.requester', '$p.requester'],
  ])('a slot value %s', (value, meant) => {
    expect(problems(asserted(value))[0]).toContain(`looks like a reference: write \`${meant}\``);
  });

  test.each([
    ['"literal(asked by ?who)"', 'asked by ?who'],
    ['"asked by ?nobody"', 'asked by ?nobody'],
    ['"costs $5.00, really?"', 'costs $5.00, really?'],
  ])('a slot value %s is text', async (value, text) => {
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text: asserted(value) }]);
    engine.assertFact('p', {});
    engine.evaluate();
    expect(engine.query('note')).toMatchObject([{ text }]);
  });
});

describe('a test that is not a call', () => {
  test.each(['false', '"false"', 'no', 'nil', '1', 'FALSE', 'TRUE', '1.5', '"?n"', '\'"text"\'', 'word'])(
    'test: %s is an error',
    (test) => {
      const text = rule(`[{ template: p, conditions: [{ slot: n, bind: "?n" }, { test: ${test} }] }]`);
      expect(problems(text)[0]).toMatch(/^error (test-no-call|clips-syntax|wrong-kind): /);
    },
  );

  test('in a group, too', () => {
    const text = rule('[{ template: p }, { not: [{ template: note, conditions: [{ test: nil }] }] }]');
    expect(problems(text)[0]).toBe(
      'error test-no-call: invalid test `nil`: expected a call, such as `(> ?n 3)`',
    );
  });
});

describe('an unknown operator', () => {
  const named = (slot: string, operator: string): string =>
    problems(rule(`[{ template: p, conditions: [{ slot: ${slot}, expression: ${operator}(1) }] }]`))[0] ?? '';

  test('lists those that the type of the slot takes', () => {
    expect(named('n', 'bigger')).toMatch(/slots of type INTEGER support equals, .*between/);
    expect(named('n', 'bigger')).not.toContain('contains');
    expect(named('requester', 'like')).toContain('contains');
  });

  test.each(['nequals', 'nin', 'unequals', 'doesnt_equal', 'isnt_in'])(
    '%s is not turned round',
    (operator) => {
      expect(named('n', operator)).not.toMatch(/did you mean '(equals|in)'/);
    },
  );

  test('suggests one that the type takes', () => {
    expect(named('requester', 'contians')).toContain("did you mean 'contains'?");
    expect(named('n', 'contians')).not.toContain('did you mean');
  });
});

describe('a ruleset that decides nothing, or without asking', () => {
  test('without rules', () => {
    expect(problems(TEMPLATES)).toEqual([
      'warning ruleset-without-rules: the ruleset has no rules and never decides anything',
    ]);
    expect(problems(`${TEMPLATES}rules: []`, { strict: true })[0]).toMatch(/^error ruleset-without-rules/);
  });

  test.each([
    ['[{ not: [{ template: p }] }]', true],
    ['[{ forall: { each: { template: p }, must: [{ template: note }] } }]', true],
    ['[{ any: [[{ template: p }], [{ not: [{ template: p }] }]] }]', true],
    ['[{ any: [[{ template: p }], [{ template: note }]] }]', false],
    ['[{ exists: [{ template: p }] }]', false],
    ['[{ template: p }, { not: [{ template: note }] }]', false],
  ])('%s', (when, isWarned) => {
    const warning =
      'warning rule-without-pattern: rule `r` decides without any fact: none of its patterns has to match';
    expect(problems(rule(when))).toEqual(isWarned ? [warning] : []);
    expect(problems(rule(when, '{ assert: [{ template: note }] }'))).toEqual([]);
  });
});

describe('a ruleset that escalates and reads no approval', () => {
  const INPUT = 'input: [{ template: p, slots: { requester: $.agent } }]\n';
  const escalates = rule('[{ template: p }]', '{ action: escalate }');
  const warning =
    'warning escalation-without-approval: rule `r` escalates, but no rule reads an approval: ' +
    'match a template `approval` with `from: host`, and allow what a person approved';
  const approval = '  - { name: approval, from: host, slots: [{ name: approver, type: string }] }\n';
  const withApproval = (text: string): string => text.replace('rules:\n', `${approval}rules:\n`);

  test('is warned of when documents are decided', () => {
    expect(problems(`${INPUT}${escalates}`)).toEqual([warning]);
    expect(problems(`${INPUT}${escalates}`, { strict: true })[0]).toMatch(
      /^error escalation-without-approval/,
    );
    expect(problems(`${INPUT}${withApproval(escalates)}`)).toEqual([warning]);
    expect(problems(escalates)).toEqual([]);
    expect(problems(`${INPUT}${rule('[{ template: p }]')}`)).toEqual([]);
  });

  test.each([
    '{ template: approval }',
    '{ not: [{ template: approval }] }',
    '{ exists: [{ template: approval }] }',
  ])('is well with %s', (element) => {
    const text = withApproval(rule(`[{ template: p }, ${element}]`, '{ action: escalate }'));
    expect(problems(`${INPUT}${text}`)).toEqual([]);
  });

  test('is well when the document of a call brings the approval', () => {
    const input = 'input: [{ template: p, slots: { requester: $.approval.by } }]\n';
    expect(problems(`${input}${escalates}`)).toEqual([]);
    expect(problems(`${input.replace('approval', 'x')}${escalates}`)).toEqual([warning]);
  });
});
