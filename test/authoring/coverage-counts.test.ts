/** Coverage counts what can differ: outcomes that follow from others do not lower it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder, type Ran } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

describe('ferrule test --coverage', () => {
  const coverageFor = async (expression: string, facts: readonly string[]): Promise<Ran> => {
    const slot = /^"?(?:not_)?in/.test(expression) ? 'to' : 'amount';
    await folder.write(
      'single/rules.yaml',
      `templates: [{ name: transfer, slots: [{ name: amount, type: integer, default: 0 }, { name: to, type: symbol, default: home }] }]
constants: { places: [x, y] }
rules:
  - name: r
    when: [{ template: transfer, conditions: [{ slot: ${slot}, expression: ${expression} }] }]
    then: { action: allow }
`,
    );
    const cases = facts.map(
      (data) => `  - { facts: [{ template: transfer, data: ${data} }], expect: { reason: x } }\n`,
    );
    await folder.write('single/a.test.yaml', `cases:\n${cases.join('')}`);
    return runHere('test', join(folder.path, 'single'), '--coverage');
  };
  const values = (name: string, ...all: readonly (string | number)[]): readonly string[] =>
    all.map((value) => `{ ${name}: ${value} }`);

  it.each([
    ['at_least(5)', [5, 4], '2 of 2'],
    ['at_least(5)', [5, 6], '1 of 2'],
    ['less_than(5)', [5, 4], '2 of 2'],
    ['greater_than(5)', [5, 6], '2 of 2'],
    ['greater_than(5)', [5, 4], '1 of 2'],
    ['at_most(5)', [5, 6], '2 of 2'],
    ['"between(3, 5)"', [2, 3, 5, 6], '4 of 4'],
  ])(
    'of the bounds of %s the values that decide otherwise count: %j',
    async (expression, amounts, boundaries) => {
      const { out } = await coverageFor(expression, values('amount', ...amounts));
      expect(out).toContain(`boundaries ${boundaries}\n`);
    },
  );

  it.each([
    ['"not_in([a, b, c])"', ['a', 'b', 'c', 'z'], 'conditions 4 of 4', ''],
    ['"not_in([a, b, c])"', ['a', 'z'], 'conditions 2 of 4', 'not_in([a, b, c]) never failed for b'],
    ['"not_in([a, b, c])"', ['a', 'b', 'c'], 'conditions 3 of 4', 'not_in([a, b, c]) never held'],
    ['"not_in($const.places)"', ['x', 'z'], 'conditions 2 of 3', 'never failed for y'],
    ['"in([a, b])"', ['a', 'z'], 'conditions 2 of 2', ''],
    ['"not_in([a])"', ['a', 'z'], 'conditions 2 of 2', ''],
  ])(
    'of %s each value counts once, and that it holds once: %j',
    async (expression, places, conditions, line) => {
      const { out } = await coverageFor(expression, values('to', ...places));
      expect(out).toContain(`${conditions}\n`);
      expect(out).toContain(line);
    },
  );

  it('prints no figure where there is nothing to cover, and reaches no threshold', async () => {
    await folder.write(
      'empty/rules.yaml',
      'templates: [{ name: t, slots: [{ name: k, type: symbol }] }]\nrules: []\n',
    );
    await folder.write('empty/a.test.yaml', 'cases: [{ expect: { decision: deny } }]');
    const empty = join(folder.path, 'empty');
    const { code, out } = await runHere('test', empty, '--coverage');
    expect(out).toMatch(/\nnothing to cover: no rule was loaded\n$/);
    expect(code).toBe(0);
    expect(JSON.parse((await runHere('test', empty, '--coverage=json')).out)).toMatchObject({
      percent: null,
    });
    const below = await runHere('test', empty, '--threshold', '1');
    expect([below.code, below.err]).toEqual([1, 'nothing to cover, so no threshold is reached\n']);
  });
});
