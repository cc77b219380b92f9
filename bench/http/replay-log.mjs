// Sends N requests to a service with a decision log, then verifies the log and replays every decision in it, and the
// first M also with the CLIPS of FERRULE_CLIPS, if set. Prints the output of the commands, and fails if one of them fails.
//
//   node bench/http/replay-log.mjs [DECISIONS] [BY_CLIPS]
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startService } from './start-service.mjs';

const decisions = Number(process.argv[2] ?? 100_000);
const byClips = String(process.argv[3] ?? 2_000);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ruleset = await readFile(new URL('../rulesets/gate.yaml', import.meta.url), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'ferrule-replay-'));
const log = join(folder, 'log');
const data = join(folder, 'data');

/** Requests that come out differently. */
function request(i) {
  const [roles, verbs, levels] = [
    ['worker', 'admin', 'guest'],
    ['read', 'write'],
    ['public', 'internal', 'secret'],
  ];
  return JSON.stringify({
    ruleset: 'gate',
    facts: [
      { template: 'agent', data: { id: `agent-${i % 7}`, role: roles[i % 3], trust: (i * 13) % 100 } },
      {
        template: 'call',
        data: {
          agent: `agent-${i % 5}`,
          tool: 'files',
          verb: verbs[i % 2],
          sensitivity: levels[(i >> 1) % 3],
          bytes: (i * 7919) % 3_000_000,
        },
      },
    ],
  });
}

const settings = { SERVICE_AUDIT: `file:${log}`, SERVICE_DATA_DIR: data };
const service = await startService(ruleset, settings);
const requests = Array.from({ length: 500 }, (_, i) => ({ body: request(i) }));
const { headers, url } = service;
const target = { url: `${url}/v1/evaluate`, method: 'POST', headers, requests };
const { non2xx, errors } = await autocannon({ ...target, connections: 64, amount: decisions, timeout: 60 });
await service.stop();
const run = (...words) =>
  execFileSync(process.execPath, [CLI, ...words], {
    env: { ...process.env, SERVICE_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString();
try {
  console.log(`${decisions} requests, ${non2xx + errors} without an answer of 2xx`);
  console.log(run('audit', 'verify', log).trimEnd());
  console.log(run('replay', log).trimEnd());
  if (process.env.FERRULE_CLIPS)
    console.log(`CLIPS: ${run('replay', log, '--engine', 'clips', '--limit', byClips).trimEnd()}`);
} finally {
  await rm(folder, { recursive: true });
}
