import { describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { Engine } from '../../../runtime/engine.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';

const RULESET = `
templates:
  - name: user
    slots:
      - { name: id, type: string, required: true }
      - { name: roles, type: symbol, list: true, max_items: 2, allowed_values: [admin, reader] }
      - { name: active, type: boolean }
rules:
  - name: admin
    when:
      - template: user
        alias: $u
        conditions: [{ slot: roles, expression: "has(admin)" }, { slot: active, bind: "?on" }, { test: "?on" }]
    then: { action: allow, reason: "{u.id} is active: {on}" }
`;

function engine(): Engine {
  const compilation = compileSources([{ path: 'ruleset.yaml', text: RULESET }]);
  if (!compilation.ok) throw new Error(compilation.diagnostics.map(({ message }) => message).join());
  return new Engine(loadRuleset(compilation.javascript()));
}

const problems = (text: string): readonly string[] =>
  compileSources([{ path: 'ruleset.yaml', text }]).diagnostics.map(({ code }) => code);

describe('lists and booleans', () => {
  it('come in, match, are written and go out', () => {
    const rules = engine();
    rules.assertFact('user', { id: 'ann', roles: ['reader', 'admin'], active: true });
    rules.assertFact('user', { id: 'bob' });
    expect(rules.evaluate()).toMatchObject({ decision: 'allow', reason: 'ann is active: true' });
    expect(rules.query('user')).toEqual([
      { id: 'ann', roles: ['reader', 'admin'], active: true },
      { id: 'bob', roles: [], active: false },
    ]);
    expect(rules.count('user', { roles: [] })).toBe(1);
    expect(rules.count('user', { roles: ['admin', 'reader'] })).toBe(0);
  });

  it.each([
    [{ id: 'a', roles: 'admin' }, "Slot 'roles' expects array, got string"],
    [{ id: 'a', roles: ['admin', 3] }, "Slot 'roles[1]' expects symbol, got integer"],
    [{ id: 'a', roles: ['admin', null] }, "Slot 'roles[1]' expects symbol, got null"],
    [{ id: 'a', roles: ['root'] }, "Slot 'roles[0]' value 'root' not in allowed values ['admin', 'reader']"],
    [{ id: 'a', roles: ['admin', 'admin', 'admin'] }, "Slot 'roles' has 3 items, more than 2"],
    [{ id: 'a', active: 'true' }, "Slot 'active' expects boolean, got string"],
    [{ id: 'a', active: 1 }, "Slot 'active' expects boolean, got integer"],
    [{ id: ['a'] }, "Slot 'id' expects string, got array"],
    [{ id: { a: 1 } }, "Slot 'id' expects string, got object"],
  ])('refuse %j', (data, message) => {
    expect(() => engine().assertFact('user', data)).toThrow(message);
  });

  it.each([
    ['{ slot: roles, expression: "equals(admin)" }', 'argument-kind'],
    ['{ slot: roles, expression: "contains(a)" }', 'operator-on-list'],
    ['{ slot: id, expression: "has(a)" }', 'operator-needs-list'],
    ['{ slot: roles, bind: "?r" }', 'bind-of-list'],
    ['{ slot: roles, expression: "has([admin])" }', 'argument-kind'],
    ['{ slot: active, expression: "equals(TRUE)" }', 'wrong-literal'],
    ['{ slot: active, expression: "in([true])" }', 'operator-slot-type'],
  ])('the condition %s is refused', (condition, code) => {
    const text = RULESET.replace(/conditions: \[.*\]/, `conditions: [${condition}]`).replace(': {on}', '');
    expect(problems(text)).toEqual([code]);
  });
});
