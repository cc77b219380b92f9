// Starts the built service with a ruleset that is mounted, or that lies under the root as `ruleset`, as `ferrule serve` does
// for everyone. `cli`: of another build; `serving`: what it serves, as arguments, in place of the ruleset.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const TOKEN = 'bench';

export async function startService(ruleset, settings = {}, { cli = CLI, mounted = true, serving } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
  const path = join(folder, 'ruleset.yaml');
  if (serving === undefined) await writeFile(path, ruleset);
  const words = serving ?? (mounted ? ['--ruleset', path] : ['--root', folder]);
  const child = spawn(process.execPath, [cli, 'serve', ...words], {
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const service = { pid: child.pid, url: '', log: '' };
  child.stderr.on('data', (data) => (service.log += data));
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  while (!out.includes('Try:')) await once(child.stdout, 'data');
  service.url = /listens on (\S+)/.exec(out)[1];
  service.headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  service.post = (route, body) =>
    fetch(service.url + route, { method: 'POST', headers: service.headers, body });
  service.stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  };
  return service;
}
