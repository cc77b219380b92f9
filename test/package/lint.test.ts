import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FULL } from '../full.ts';
import { pack } from './packed.ts';

const execute = promisify(execFile);
let tarball: string;
beforeAll(async () => {
  tarball = await pack();
});
afterAll(() => rm(dirname(tarball), { recursive: true, force: true }));

it('publint finds nothing in the tarball', async () => {
  const { stdout } = await execute('npx', ['publint', 'run', tarball, '--strict']);
  expect(stdout).toContain('All good!');
});

// A plain run has the types of the doors of the documentation, in consumer.test.ts.
it.runIf(FULL)('the types of every door resolve, for those who import ES modules', async () => {
  // Exits with an error when a door that the profile covers has a problem.
  const { stdout } = await execute('npx', ['attw', tarball, '--profile', 'esm-only', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ analysis: { types: { kind: 'included' } } });
});

it('the tarball holds no source map and no tool of the project', async () => {
  const { stdout } = await execute('tar', ['-tzf', tarball]);
  const files = stdout.trim().split('\n');
  expect(files.filter((file) => /\.map$|fuzz|dist-tools|generate\.js/.test(file))).toEqual([]);
  expect(files).toContain('package/dist/library.d.ts');
});
