/** A rule that closes on an aggregate fires once, also if the aggregate is unknown for several reasons. Both engines agree. */
import { expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { decideBoth } from './both-engines.ts';

const clips = await findClips();

const DOCUMENTS = [
  { line: 'ls; $X', items: [{ size: 1 }, {}], limit: 3 },
  { line: 'ls "', items: [{ size: 'x' }], limit: 3 },
  { line: '$X; $Y', items: [{}, {}], limit: 'x' },
  { items: null },
  {},
];

it.each([
  'not count(c in shell(input.line), c.program == "ls") > 3',
  'count(c in shell(input.line), c.program == "ls" and "-f" in c.args) < 3',
  'count(i in input.items, i.size == 1) < 3',
  'not sum(i in input.items, i.size) > 3',
  'count(i in input.items, i.size == 1) < input.limit',
  'not count(i in input.items, i.size == input.other) >= input.limit',
])('closes once on %j', async (condition) => {
  const text = `default: allow\nrules: { a: { deny: x, if: '${condition}' } }`;
  const results = await decideBoth(clips, text, DOCUMENTS);
  expect(results.map(({ ruleTrace }) => ruleTrace)).toEqual(DOCUMENTS.map(() => ['MAIN::a']));
});
