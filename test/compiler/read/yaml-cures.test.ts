/** A YAML syntax error suggests what to write instead. */
import { expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { formatLine } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';

it.each([
  [
    'then: { reason: Hello {b}, action: allow }',
    'a text inside `[…]` or `{…}` cannot contain `{` or `[`: put it in quotes',
  ],
  [
    'then: { reason: see [b], action: allow }',
    'a text inside `[…]` or `{…}` cannot contain `{` or `[`: put it in quotes',
  ],
  ['names: [Hello {b}]', 'missing comma: add it, or put a text that contains `{` or `[` in quotes'],
  ['reason: "b" is here', 'unexpected text after the end of a value: put the whole text in quotes'],
  ['reason: {b} is here', 'unexpected text after the end of a value: put the whole text in quotes'],
  [
    'then: { reason: what: that }',
    'indented style cannot be used inside `[…]` or `{…}`: close the bracket, or put a text with a colon in quotes',
  ],
  ['then: { reason: b', 'unclosed bracket, or the lines inside the bracket are not indented'],
  ['then: [b', 'unclosed bracket, or the lines inside the bracket are not indented'],
])('%s', (text, cure) => {
  const { diagnostics, sources } = compileSources([{ path: 'rules.yaml', text: `${text}\n` }]);
  const positions = createPositions(sources);
  const [first = ''] = diagnostics.map((diagnostic) => formatLine(diagnostic, positions));
  expect(first).toMatch(/^rules\.yaml:\d+:\d+: error yaml-syntax: /);
  expect(first).toContain(cure);
});
