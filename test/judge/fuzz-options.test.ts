import { expect, it } from 'vitest';
import { FEATURES } from '../../tools/judge/features.ts';
import { readFuzzOptions, USAGE } from '../../tools/judge-fuzz/fuzz-options.ts';

it('reads what is given and fills in the rest', () => {
  expect(
    readFuzzOptions(['--programs', '5', '--seed', '3', '--features', 'retract,negation', '--keep-going']),
  ).toEqual({
    programs: 5,
    seed: 3,
    features: ['negation', 'retract'],
    save: null,
    keepGoing: true,
  });
  expect(readFuzzOptions([])).toMatchObject({ programs: 1000, features: FEATURES, keepGoing: false });
  expect(readFuzzOptions(['--features', ''])).toMatchObject({ features: [] });
});

it('prints the usage with --help', () => {
  expect(readFuzzOptions(['--help'])).toEqual({ text: USAGE, isError: false });
});

it.each([
  [['--programs', 'many'], '--programs takes'],
  [['--programs', '0'], '--programs takes'],
  [['--seed', '-1'], 'seed'],
  [['--seed', '1.5'], '--seed takes'],
  [['--features', 'negation,magic'], 'unknown features: magic'],
  [['--save', '../x'], '--save takes'],
  [['--fast'], '--fast'],
])('refuses %j', (args, problem) => {
  expect(readFuzzOptions(args)).toMatchObject({
    isError: true,
    text: expect.stringContaining(problem) as string,
  });
});
