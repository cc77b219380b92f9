import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { VERSION } from '../../library/version.ts';
import { ACCESS } from '../server/support/rulesets.ts';
import { startTestService, TOKEN } from '../server/support/service.ts';

const execute = promisify(execFile);
const hasPython = await execute('python3', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPython) console.warn('python3 is not here: the tests of the client in Python are skipped');

it.skipIf(!hasPython)('the tests of the client in Python pass against a running service', async () => {
  const service = await startTestService({ 'access.yaml': ACCESS, 'teams/red.yaml': ACCESS });
  // The server of the tests leaves connections behind on purpose: it hangs.
  const warnings = ['-W', 'error', '-W', 'ignore::ResourceWarning'];
  const tests = execute('python3', [...warnings, '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
    cwd: 'clients/python',
    env: { ...process.env, FERRULE_URL: service.url, FERRULE_TOKEN: TOKEN, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const { stderr } = await tests.finally(service.close);
  expect(stderr).toMatch(/Ran 1[0-9] tests in .*\n\nOK\n$/s);
});

it('the client in Python has the version of the service', async () => {
  expect(await readFile('clients/python/pyproject.toml', 'utf8')).toContain(`\nversion = "${VERSION}"\n`);
});
