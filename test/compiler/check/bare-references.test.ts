/** References without braces in texts: they would stay text in silence. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { formatLine } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { Engine } from '../../../library/node/engine.ts';

const HEAD = `constants: { limit: 5 }
templates: [{ name: visit, slots: [{ name: s, type: string, required: true }, { name: n, type: integer, default: 1 }] }]
`;
const WHEN = '[{ template: visit, alias: $v, conditions: [{ slot: n, bind: "?n" }] }]';

function problems(text: string): readonly string[] {
  const sources = [{ path: 'rules.yaml', text: HEAD + text }];
  const { diagnostics } = compileSources(sources, {});
  const positions = createPositions(sources);
  return diagnostics.map((one) => formatLine(one, positions).replace(/^rules\.yaml:/, ''));
}

const rule = (then: string): string =>
  `rules:\n  - name: r\n    when: ${WHEN}\n    then:\n      action: allow\n      ${then}\n`;
const whole = (text: string, meant: string): string =>
  `error looks-like-reference: \`${text}\` looks like a reference: write \`${meant}\` for the value, or \`literal(${text})\` for the text`;
const inText = (text: string, meant: string, name: string): string =>
  `error reference-in-text: \`${text}\` is not filled in here: write \`${meant}\` for the value, or rename \`${name}\` in the rule to keep the text`;
const constant = (key: string, text: string): string =>
  `error constant-text: \`${text}\` is not filled in, because \`${key}\` is constant: write the text itself, or use \`metadata\``;

describe('is an error', () => {
  test.each([
    ['metadata: { a: "$v.s" }', `8:23: ${whole('$v.s', '{v.s}')}`],
    ['metadata: { a: $v.s }', `8:22: ${whole('$v.s', '{v.s}')}`],
    ['metadata: { a: "?n" }', `8:23: ${whole('?n', '{n}')}`],
    ['metadata: { a: v.s }', `8:22: ${whole('v.s', '{v.s}')}`],
    ['metadata: { a: $vv.s }', `8:22: ${whole('$vv.s', '{vv.s}')}`],
    ['metadata: { a: $const.limit }', `8:22: ${whole('$const.limit', '{const.limit}')}`],
    ['metadata: { a: "is $v.s here" }', `8:26: ${inText('$v.s', '{v.s}', 'v')}`],
    ['metadata: { a: "{n} of $v.s" }', `8:30: ${inText('$v.s', '{v.s}', 'v')}`],
    ['reason: "is %(v.s)s here"', `8:19: ${inText('%(v.s)s', '{v.s}', 'v')}`],
    ['reason: "is %(n)s here"', `8:19: ${inText('%(n)s', '{n}', 'n')}`],
    ['reason: "is $(v.s) here"', `8:19: ${inText('$(v.s)', '{v.s}', 'v')}`],
    ['reason: "is <%= v.s %> here"', `8:19: ${inText('<%= v.s %>', '{v.s}', 'v')}`],
    ['scope: $v.s', `8:14: ${whole('$v.s', '{v.s}')}`],
    ['reason: "$v.s"', `8:16: ${inText('$v.s', '{v.s}', 'v')}`],
    ['reason: "over $v.s."', `8:21: ${inText('$v.s', '{v.s}', 'v')}`],
    ['reason: "at most $const.limit"', `8:24: ${inText('$const.limit', '{const.limit}', 'const')}`],
    ['reason: "{v.s} has ?n"', `8:26: ${inText('?n', '{n}', 'n')}`],
    [
      'obligations: [{ type: log, properties: { note: "{n} of $v.s" } }]',
      `8:62: ${inText('$v.s', '{v.s}', 'v')}`,
    ],
    ['assert: [{ template: visit, slots: { s: "{n} of $v.s" } }]', `8:55: ${inText('$v.s', '{v.s}', 'v')}`],
    ['obligations: [{ type: $v.s }]', `8:29: ${constant('type', '$v.s')}`],
    ['notify: ["{v.s}"]', `8:16: ${constant('notify', '{v.s}')}`],
    ['notify: [team-$v.s]', `8:16: ${constant('notify', '$v.s')}`],
  ])('%s', (then, message) => {
    expect(problems(rule(then))).toEqual([message]);
  });

  test('in the metadata of a rule, and of a table', () => {
    const metadata = `rules: [{ name: r, when: ${WHEN}, metadata: { a: $v.s }, then: { action: allow } }]\n`;
    expect(problems(metadata)).toEqual([`3:114: ${whole('$v.s', '{v.s}')}`]);
    const table = `tables:
  - name: t
    when: ${WHEN}
    inputs: [$v.n]
    outputs: [action, reason, metadata.a]
    rows: [["<= 1", allow, "has $v.s", $v.s], ["> 1", deny, x, y]]
`;
    expect(problems(table).filter((line) => line.includes('error'))).toEqual([
      `8:33: ${inText('$v.s', '{v.s}', 'v')}`,
      `8:40: ${whole('$v.s', '{v.s}')}`,
    ]);
  });
});

test('text that names nothing of the rule stays text, and so does a literal', async () => {
  const text =
    HEAD +
    rule(
      'reason: "costs ${n} or $5.00, $x.y ?z {{v.s}}"\n      scope: literal($v.s)\n      metadata: { a: literal($v.s), b: "pay $x.y", c: ?z, d: x.y, e: "$5", f: literal() }',
    );
  const engine = await Engine.fromSources([{ path: 'rules.yaml', text }]);
  const facts = [{ template: 'visit', data: { s: 'x' } }];
  expect(engine.evaluate({ scoped: true, facts })).toMatchObject({
    reason: 'costs $1 or $5.00, $x.y ?z {v.s}',
    metadata: { a: '$v.s', b: 'pay $x.y', c: '?z', d: 'x.y', e: '$5', f: '' },
  });
});
