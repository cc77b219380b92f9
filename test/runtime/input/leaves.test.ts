import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const ruleset = (each: string, at: string): string => `
templates:
  - { name: leaf, slots: [{ name: in, type: string }, { name: at, type: string }, { name: value, type: string }] }
input:
  - { template: leaf, each: ${each}, slots: { ${at}at: '#', value: '@' } }
rules:
  - name: any
    when: [{ template: leaf, alias: $leaf }]
    then: { action: allow }
`;

async function leavesOf(args: unknown, each: string, at = '') {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(each, at) }]);
  const { facts = [] } = engine.evaluate({ scoped: true, input: { args }, include: ['facts'] });
  return facts.map(({ data }) =>
    at === '' ? [data['at'], data['value']] : [data['in'], data['at'], data['value']],
  );
}

describe('leaves()', () => {
  it.each([
    ['a text', [['', 'a text']]],
    [1.5, [['', '1.5']]],
    [false, [['', 'false']]],
    ['', [['', '']]],
    [null, []],
    [{}, []],
    [[], []],
    [
      ['a', [null, {}]],
      [
        ['[0]', 'a'],
        ['[1][0]', 'null'],
        ['[1][1]', '{}'],
      ],
    ],
    [{ a: { 'b c': [] } }, [['a["b c"]', '[]']]],
  ])('of %j', async (args, expected) => {
    expect(await leavesOf(args, '$.args.leaves()')).toEqual(expected);
  });

  it('of every argument, whatever its shape', async () => {
    const args = { path: '/a', list: ['b', { c: 1 }], none: null, empty: {} };
    expect(await leavesOf(args, "[$.args.*, '@.leaves()']", "in: '#^', ")).toEqual([
      ['path', '', '/a'],
      ['list', '[0]', 'b'],
      ['list', '[1].c', '1'],
    ]);
  });
});
