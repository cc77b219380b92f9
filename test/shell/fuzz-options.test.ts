import { expect, it } from 'vitest';
import { readShellFuzzOptions, USAGE } from '../../tools/shell-fuzz/fuzz-options.ts';

it('reads what is given and fills in the rest', () => {
  expect(readShellFuzzOptions(['--count', '5', '--seed', '3', '--unknown', '7'])).toEqual({
    count: 5,
    seed: 3,
    unknown: 7,
    corpus: 'test/shell/real-commands.json',
  });
  expect(readShellFuzzOptions([])).toMatchObject({ count: 2000, unknown: 0 });
});

it('prints the usage with --help', () => {
  expect(readShellFuzzOptions(['--help'])).toEqual({ text: USAGE, isError: false });
});

it.each([
  [['--count', 'many'], '--count takes'],
  [['--count', '0'], '--count takes'],
  [['--count', ''], '--count takes'],
  [['--seed', '-1'], 'seed'],
  [['--seed', '1.5'], '--seed takes'],
  [['--unknown', 'x'], '--unknown takes'],
  [['--fast'], '--fast'],
])('refuses %j', (args, problem) => {
  expect(readShellFuzzOptions(args)).toMatchObject({
    isError: true,
    text: expect.stringContaining(problem) as string,
  });
});
