/** The command of CLIPS. */
import { afterEach, expect, test, vi } from 'vitest';
import { clipsCommand, findClips } from '../../library/node/clips/clips-binary.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['', 'clips'],
  ['/opt/clips', '/opt/clips'],
  [undefined, 'clips'],
])('FERRULE_CLIPS %j names %s', (value, command) => {
  vi.stubEnv('FERRULE_CLIPS', value);
  expect(clipsCommand()).toBe(command);
});

test('a command that does not exist is not CLIPS', async () => {
  vi.stubEnv('FERRULE_CLIPS', '/nowhere/clips');
  expect(await findClips()).toBeNull();
});
