/** Commands as facts of the long form. Unknown ones are one fact, which a rule can know. Both engines agree. */
import { expect, it } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { decideBoth } from '../short/both-engines.ts';

const clips = await findClips();

const ruleset = (each: string, rules: string): string => `
default: allow
templates:
  - name: command
    slots:
      - { name: program, type: string, default: "?" }
      - { name: args, type: string, list: true }
      - { name: dynamic, type: boolean }
      - { name: known, type: boolean, default: true }
input:
  - template: command
    each: ${each}
    slots: { program: "@.program", args: "@.args", dynamic: "@.dynamic", known: "@.known" }
rules:
${rules}
`;
const deny = (name: string, slot: string, expression: string): string =>
  `  - { name: ${name}, when: [{ template: command, conditions: [{ slot: ${slot}, expression: '${expression}' }] }], then: { action: deny, reason: ${name} } }`;

const UNKNOWN = [{ line: 'ls "' }, { line: 5 }, { line: null }, {}];

it.each([
  ['program', 'in(["rm", "?"])'],
  ['dynamic', 'is_true()'],
  ['known', 'is_false()'],
])('a rule closes on unknown commands by `%s`', async (slot, expression) => {
  const text = ruleset('shell($.line)', deny('closes', slot, expression));
  const results = await decideBoth(clips, text, [{ line: 'ls; cat f' }, ...UNKNOWN]);
  expect(results.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'deny', 'deny', 'deny']);
});

it('brings each command, and no fact for a line without commands', async () => {
  const rules = [deny('removes', 'args', 'has("f")'), deny('unknown', 'known', 'is_false()')].join('\n');
  const text = ruleset('shell($.line)', rules);
  const documents = [{ line: 'ls; sudo rm f' }, { line: '' }, { line: '# a' }];
  const results = await decideBoth(clips, text, documents);
  expect(results.map(({ ruleTrace }) => ruleTrace)).toEqual([['MAIN::removes', 'MAIN::removes'], [], []]);
});

it('brings no fact for unknown commands of `.shell()`, and one of which nothing is known of `.shell(item)`', async () => {
  const rules = [deny('any', 'program', 'not_equals("x")'), deny('dynamic', 'dynamic', 'is_true()')].join(
    '\n',
  );
  const tracesOf = async (each: string): Promise<unknown> =>
    (await decideBoth(clips, ruleset(each, rules), UNKNOWN)).map(({ ruleTrace }) => ruleTrace.length);
  expect(await tracesOf('$.line.shell()[*]')).toEqual([0, 0, 0, 0]);
  expect(await tracesOf('$.line.shell(item)[*]')).toEqual([1, 1, 1, 1]);
  expect(await tracesOf('shell($.line)')).toEqual([2, 2, 2, 2]);
});

it.each(['shell($.line', 'shell(line)', '$.line.shell', '$.line.shell(x)[*]', 'shell($.line)[*]'])(
  'refuses the path %j, or reads it as a member',
  (each) => {
    const compilation = compileSources([
      { path: 'p.yaml', text: ruleset(`'${each}'`, deny('a', 'dynamic', 'is_true()')) },
    ]);
    const codes = compilation.diagnostics.map(({ code }) => code);
    expect(codes.includes('bad-path')).toBe(each !== '$.line.shell');
  },
);
