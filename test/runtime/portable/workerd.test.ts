/** Compiled rulesets in a worker of workerd, which has neither Node's modules nor its globals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byBringer } from '../../../library/by-bringer.ts';
import { Engine } from '../../../library/node/engine.ts';
import { writeJson } from '../../../library/json.ts';
import { ferrule } from '../../../authoring/node/plugin/plugin.ts';
import { runCli } from '../../cli/run-cli.ts';
import { full } from '../../full.ts';
import { shippedRulesets } from '../../rulesets/ruleset-cases.ts';

const WORKERD = resolve('test/programs/node_modules/.bin/workerd');
const NOW = 1_700_000_000_000;

const WORKER = `
import { createEngine } from './ruleset.mjs';
export default {
  async fetch(request) {
    const engine = createEngine({ now: () => ${NOW} });
    const answers = (await request.json()).map((given) => {
      const { decision, reason, ruleTrace } = engine.evaluate({ scoped: true, ...given });
      return { decision, reason, ruleTrace };
    });
    return Response.json(answers);
  },
};
`;

const configuration = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "worker.mjs", esModule = embed "worker.mjs"),
      (name = "ruleset.mjs", esModule = embed "ruleset.mjs"),
    ],
    compatibilityDate = "2024-09-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Sends the facts to a worker with the module of a folder. */
async function inWorker(folder: string, requests: readonly string[]): Promise<unknown> {
  await writeFile(join(folder, 'worker.mjs'), WORKER);
  const port = await freePort();
  await writeFile(join(folder, 'config.capnp'), configuration(port));
  const worker: ChildProcess = spawn(WORKERD, ['serve', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problems = '';
  worker.stderr?.on('data', (data: Buffer) => (problems += String(data)));
  try {
    for (;;) {
      const body = `[${requests.join(',')}]`;
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).catch(() => null);
      if (response?.ok === true) return await response.json();
      if (response !== null || worker.exitCode !== null) throw new Error(problems);
      await sleep(50);
    }
  } finally {
    worker.kill();
  }
}

describe('in workerd', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-workerd-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(shippedRulesets.slice(0, full(shippedRulesets.length, 1)))(
    'the module of $name decides as in Node',
    async ({ path, cases }) => {
      const { code } = await runCli(['compile', path, '--target', 'js', '--out', folder]);
      expect(code).toBe(0);
      const engine = await Engine.fromRules(path, { now: () => NOW });
      const given = cases.slice(0, 20).map(({ facts }) => byBringer(engine.ruleset, facts));
      const here = given.map((request) => {
        const { decision, reason, ruleTrace } = engine.evaluate({ scoped: true, ...request });
        return { decision, reason, ruleTrace };
      });
      expect(await inWorker(folder, given.map(writeJson))).toEqual(here);
    },
  );

  it('so does what the plugin made of an import', async () => {
    await writeFile(
      join(folder, 'policy.rules.yaml'),
      await readFile('test/runtime/portable/policy.rules.yaml', 'utf8'),
    );
    await writeFile(join(folder, 'entry.js'), "export { createEngine } from './policy.rules.yaml';");
    await build({
      entryPoints: [join(folder, 'entry.js')],
      outfile: join(folder, 'ruleset.mjs'),
      plugins: [ferrule.esbuild()],
      alias: {
        'ferrule/engine': resolve('dist/portable/engine.js'),
        'ferrule/runtime': resolve('dist/portable/matcher-module.js'),
      },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      logLevel: 'silent',
    });
    const rows = (count: number): string =>
      `{"facts": [{"template": "request", "data": {"rows": ${count}}}]}`;
    const found = (await inWorker(folder, [rows(3), rows(11)])) as readonly { readonly decision: string }[];
    expect(found.map(({ decision }) => decision)).toEqual(['allow', 'deny']);
  });
});
