/** A syntax error of YAML tells what to write instead. */
import { expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { formatLine } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';

it.each([
  [
    'then: { reason: Hello {b}, action: allow }',
    'inside `[…]` or `{…}` a text that holds `{` or `[` needs quotes',
  ],
  [
    'then: { reason: see [b], action: allow }',
    'inside `[…]` or `{…}` a text that holds `{` or `[` needs quotes',
  ],
  ['names: [Hello {b}]', 'a comma is missing here, or a text that holds `{` or `[` needs quotes'],
  ['reason: "b" is here', 'more stands here behind a value that has ended: put the whole text in quotes'],
  ['reason: {b} is here', 'more stands here behind a value that has ended: put the whole text in quotes'],
  [
    'then: { reason: what: that }',
    'inside `[…]` or `{…}` the indented style may not be used: is a bracket never closed, or does a text with a colon need quotes?',
  ],
  ['then: { reason: b', 'a bracket is never closed, or what stands between its lines is not indented'],
  ['then: [b', 'a bracket is never closed, or what stands between its lines is not indented'],
])('%s', (text, cure) => {
  const { diagnostics, sources } = compileSources([{ path: 'rules.yaml', text: `${text}\n` }]);
  const positions = createPositions(sources);
  const [first = ''] = diagnostics.map((diagnostic) => formatLine(diagnostic, positions));
  expect(first).toMatch(/^rules\.yaml:\d+:\d+: error yaml-syntax: /);
  expect(first).toContain(cure);
});
