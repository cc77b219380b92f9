import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rulesetFolder, RULES, type Folder } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

it('ferrule test --watch runs what a change reaches', async () => {
  const suite =
    'cases: [{ facts: [{ template: transfer, data: { amount: 10 } }], expect: { decision: allow } }]';
  await folder.write('a.test.yaml', suite);
  await folder.write('b.test.yaml', suite);
  const child = spawn(process.execPath, ['dist/cli.js', 'test', folder.path, '--watch']);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const seen = (pattern: RegExp): Promise<void> =>
    expect.poll(() => out + err, { interval: 20 }).toMatch(pattern);
  try {
    await seen(/2 passed in [^]*watching/);
    out = err = '';
    await folder.write('a.test.yaml', suite.replace('allow', 'deny'));
    await seen(/✗ a {2}0 of 1 passed[^]*1 failed/);
    expect(out).not.toContain(' b ');
    out = err = '';
    await folder.write('rules.yaml', 'rules: [');
    await seen(/does not compile: rules\.yaml:/);
    out = err = '';
    await folder.write('rules.yaml', RULES.replace('action: allow', 'action: deny'));
    await seen(/✓ a {2}1 of 1 passed[^]*✗ b {2}0 of 1 passed/);
  } finally {
    child.kill();
  }
});
