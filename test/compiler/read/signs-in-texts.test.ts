import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const SLOTS = `
templates:
  - { name: user, slots: [{ name: name, type: string }, { name: groups, type: string, default: "" }] }
`;

function engineOf(expression: string, slot = 'name'): Promise<Engine> {
  const when = `[{ template: user, conditions: [{ slot: ${slot}, expression: ${JSON.stringify(expression)} }] }]`;
  const text = `ruleset: users\n${SLOTS}rules: [{ name: r, when: ${when}, then: { action: allow, reason: ok } }]\n`;
  return Engine.fromSources([{ path: 'rules.yaml', text }]);
}

describe('a text that was likely meant as something else', () => {
  it.each([
    ['not_equals(root|admin)', 'expression-joined'],
    ['not_in([root; admin])', 'expression-joined'],
    ['not_glob(/a/*|/b/*)', 'expression-joined'],
    ['not_path_within(/a|/b)', 'expression-joined'],
    ['not_in_ignore_case(a|b)', 'expression-joined'],
    ['not_starts_with(a;b)', 'expression-joined'],
    ['not_equals(!root)', 'expression-joined'],
    ['not_equals(>= b)', 'expression-joined'],
    ['equals(=root)', 'expression-joined'],
    ['not_equals($.name)', 'looks-like-reference'],
    ['not_equals(${name})', 'looks-like-reference'],
    ['not_equals(const.root)', 'looks-like-reference'],
    ['not_equals(%USER%)', 'looks-like-reference'],
    ['not_matches(^root$, ^admin$)', 'bad-pattern'],
    ['not_matches(^root$ ^admin$)', 'bad-pattern'],
    ['not_matches(^$user.name)', 'bad-pattern'],
  ])('%s is an error', async (expression, code) => {
    await expect(engineOf(expression)).rejects.toThrow(code);
  });

  it.each([
    ['equals("root|admin")', 'root|admin'],
    ['equals(literal(a;b))', 'a;b'],
    ['equals("=root")', '=root'],
    ['glob(a=b)', 'a=b'],
    ['path_within(~/x)', '~/x/y'],
    ['equals(100%)', '100%'],
    ['semver_satisfies(>=1.2.0 <2)', '1.3.0'],
    ['matches(^a\\$b$)', 'a$b'],
    ['matches(^[$a,^]+$)', '$a'],
    ['matches((?m)^a$\\n^b$)', 'a\nb'],
    ['matches(^a$|^b$)', 'b'],
    ['matches(b$a?)', 'b'],
  ])('%s is taken verbatim', async (expression, name) => {
    const engine = await engineOf(expression);
    const facts = [{ template: 'user', data: { name } }];
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('allow');
  });

  it('names of compartments are joined by bars', async () => {
    const engine = await engineOf('has_compartments(A|B)', 'groups');
    const facts = [{ template: 'user', data: { name: 'ann', groups: 'A|B|C' } }];
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('allow');
  });
});

describe('a cell of a CSV file', () => {
  const load = (cell: string): Promise<Engine> => {
    const relation = '{ name: known, columns: [{ name: who, type: string }], file: known.csv }';
    const when =
      '[{ template: user, alias: $u }, { relation: known, conditions: [{ slot: who, expression: equals($u.name) }] }]';
    const text = `ruleset: users\n${SLOTS}relations: [${relation}]\nrules: [{ name: r, when: ${when}, then: { action: allow, reason: ok } }]\n`;
    return Engine.fromSources([
      { path: 'rules.yaml', text },
      { path: 'known.csv', text: `who\n${cell}\n` },
    ]);
  };

  it.each([
    "'ann",
    'ann\u200b',
    '\u00adann',
    'an\u2060n',
    'ann\u202e',
    '\u2018ann',
    '"\u00absmith, ann\u00bb"',
  ])('%j is an error', async (cell) => {
    await expect(load(cell)).rejects.toThrow();
  });

  it.each([
    ['"\'ann"', "'ann"],
    ['"ann\u200b"', 'ann\u200b'],
    ["O'Brien", "O'Brien"],
    // Quotes that the comma does not need are the author's own.
    ['"\u00abann\u00bb"', '\u00abann\u00bb'],
  ])('%s is taken verbatim', async (cell, name) => {
    const engine = await load(cell);
    const facts = [{ template: 'user', data: { name } }];
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe('allow');
  });
});
