/** Drawn short rules against the reference in three-valued logic, the theorem, and CLIPS where it is installed. */
import { expect, test } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { fuzzShort } from '../../tools/short-fuzz/fuzz.ts';
import { truthOf, type World } from '../../tools/short-fuzz/reference.ts';
import { DRAWN, freshSeed } from './judge-drawn.ts';

const clips = await findClips();

test.each([
  ['a reference in three-valued logic', null],
  ['CLIPS', clips],
])('short rules agree with %s', async (title, judge) => {
  if (title === 'CLIPS' && judge === null) return;
  const told: string[] = [];
  const seed = freshSeed(`short rules against ${title}`);
  const { evaluations, differing, opened, misjudged, refusedConditions } = await fuzzShort({
    count: 2 * DRAWN,
    seed,
    documents: 15,
    clips: judge ?? null,
    tell: (text) => told.push(text),
  });
  expect(told).toEqual([]);
  expect({ differing, opened, misjudged }).toEqual({ differing: 0, opened: 0, misjudged: 0 });
  expect(evaluations).toBeGreaterThan(0);
  // The compiler refuses what is constant, and little else.
  expect([...refusedConditions.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(DRAWN);
});

test('the reference knows unknown from false', () => {
  const world: World = {
    input: { a: 5 },
    facts: [],
    names: {},
    keys: {},
    lists: {},
    defaults: {},
    now: 0,
    isDeclared: false,
  };
  const path = (key: string, isOptional = false) =>
    ({ kind: 'path', root: 'input', keys: [key], type: 'text', isOptional }) as const;
  const compare = (key: string, isOptional?: boolean) =>
    ({
      kind: 'compare',
      sign: '==',
      left: path(key, isOptional),
      right: { kind: 'literal', value: 'x' },
    }) as const;
  expect(
    [compare('a'), compare('b'), compare('b', true), compare('a', true)].map((one) => truthOf(one, world)),
  ).toEqual([null, null, false, null]);
});
