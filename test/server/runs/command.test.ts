import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from './support/databases.ts';
import { full } from '../../full.ts';
import { createRoot } from './support/files.ts';
import {
  endAll,
  runCommand,
  startProcess,
  TOKEN,
  type CommandResult,
  type Settings,
} from './support/process.ts';

const SHIPPED = fileURLToPath(new URL('../../../rulesets', import.meta.url));

let database: TestDatabase;
let root: string;
let settings: Settings;
let removeRoot: () => Promise<void>;

beforeAll(async () => {
  database = await createEmbeddedDatabase();
});
beforeEach(async () => {
  ({ root, remove: removeRoot } = await createRoot());
  settings = { ...database.settings, SERVICE_RULESET_ROOT: root };
});
afterEach(async () => {
  endAll();
  await removeRoot();
});
afterAll(async () => {
  endAll();
  await database.drop();
});

function run(...args: string[]): Promise<CommandResult> {
  return runCommand(['run', ...args], settings);
}

describe('ferrule run', () => {
  test('reads params from a file, and ends with 1 when the run fails', async () => {
    const file = join(root, 'params.json');
    await writeFile(file, '{"left": "deny", "right": "deny"}');
    const { code, out } = await run('diamond', '--params', `@${file}`, '--wait');
    const record = JSON.parse(out) as Record<string, unknown>;
    expect([code, record['status'], record['error']]).toEqual([
      1,
      'failed',
      {
        error: 'validation_error',
        detail: "node 'right': the parameter 'name' is missing",
        field: 'params.name',
      },
    ]);
  });

  const REFUSED: readonly (readonly [string[], number, RegExp])[] = [
    [['diamond', '--params', '{'], 1, /^ferrule: invalid params: /],
    [['nothing'], 1, /^ferrule: graph_not_found: no such graph/],
    [['diamond', '--params', '[]'], 1, /^ferrule: invalid params: expected a JSON object/],
    [['diamond', '--params', '@/nowhere'], 1, /^ferrule: cannot read \/nowhere/],
    [['../x'], 1, /^ferrule: validation_error: graph_id: must be the name of a graph/],
    [[], 2, /^ferrule: run needs GRAPH/],
    [['diamond', '--root', '/nowhere'], 2, /--root|SERVICE_RULESET_ROOT: is not a folder/],
  ];

  // A process for each.
  test.each(REFUSED.slice(0, full(REFUSED.length, 2)))(
    '%j is refused in one line',
    async (args, code, problem) => {
      const result = await run(...args);
      expect([result.code, result.out]).toEqual([code, '']);
      expect(result.err).toMatch(problem);
    },
  );

  const MISSING: readonly (readonly [string, readonly string[]])[] = [
    ['nothing', []],
    ['nothing', ['--idempotency-key', 'k']],
  ];

  test.each(MISSING.slice(0, full(2, 1)))(
    'leaves nothing behind if the graph is missing %s %j',
    async (graph, more) => {
      const dataDir = join(root, '..', `${basename(root)}-data`);
      const result = await runCommand(['run', graph, ...more], { ...settings, SERVICE_DATA_DIR: dataDir });
      expect(result.err).toMatch(/graph_not_found/);
      expect(existsSync(join(dataDir, 'database'))).toBe(false);
      await rm(dataDir, { recursive: true, force: true });
    },
  );

  test('names the process that has the database open', async () => {
    const service = await startProcess(settings);
    await service.request('POST', '/v1/runs', { graph_id: 'nothing' });
    const { code, err } = await run('diamond');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/is in use by process \d+; .*FERRULE_URL.*DATABASE_URL/),
    ]);
    await service.end();
  });

  test('reports refusals of the service, and that it is down', async () => {
    const service = await startProcess(settings);
    settings = { FERRULE_URL: service.url, FERRULE_TOKEN: TOKEN };
    expect((await run('nothing')).err).toBe('ferrule: graph_not_found: no such graph\n');
    settings = { FERRULE_URL: service.url, FERRULE_TOKEN: 'wrong' };
    expect((await run('diamond')).err).toBe('ferrule: unauthorized: a valid bearer token is required\n');
    await service.end();
    expect((await run('diamond')).err).toBe(
      'ferrule: store_unavailable: no response from the service at FERRULE_URL\n',
    );
  });
});

describe('ferrule validate', () => {
  test('checks a graph with its rulesets', async () => {
    const good = await runCommand(['validate', join(root, 'graphs', 'diamond.yaml')], {});
    expect([good.code, good.out]).toEqual([0, 'ok: 3 nodes, 2 rulesets\n']);
    await writeFile(join(root, 'graphs', 'bad.yaml'), 'nodes: [{ id: a, ruleset: nothing }]');
    const bad = await runCommand(['validate', join(root, 'graphs', 'bad.yaml'), '--json'], {});
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({
      ok: false,
      diagnostics: [{ file: 'graphs/bad.yaml', line: 1, column: 27, code: 'graph-ruleset' }],
    });
  });
});

describe('the shipped graphs', () => {
  let postgres: TestDatabase;
  beforeAll(async () => {
    postgres = await createPostgres();
  });
  afterAll(() => postgres.drop());

  const PAYMENT = {
    ...{ agent: 'buyer', session: 's-1', payment: 'p-1', digest: 'sha256:1f', at: 1_760_000_000 },
    ...{ currency: 'EUR', amount: 12_000, budget: { limit: 500_000, spent: 0 }, payments_made: 0 },
    payee: { id: 'acme', status: 'verified', risk: 0.1 },
  };
  const INCIDENT = {
    asset: { id: 'web-1', tier: 'crown' },
    alert: { id: 'a-1', source: 'edr', severity: 'Critical', category: 'malware', title: 'Trojan' },
    ...{ at: 1_760_000_000, responder: 'ana', record: 'r-1' },
  };

  const RUNS = [
    ['agent-payment', PAYMENT, 'buyer may pay 12000 EUR to acme', 'succeeded'],
    ['incident-access', INCIDENT, 'ana may read r-1: member of project web-1', 'succeeded'],
    ['agent-payment', { ...PAYMENT, amount: 600_000 }, null, 'skipped'],
    ['incident-access', { ...INCIDENT, alert: { ...INCIDENT.alert, source: 'none' } }, null, 'not_started'],
  ] as const;

  test.each(RUNS.slice(0, full(4, 2)))('%s runs', async (graph, params, reason, last) => {
    settings = { ...postgres.settings, SERVICE_RULESET_ROOT: SHIPPED };
    const { out } = await run(graph, '--params', JSON.stringify(params), '--wait');
    const { result } = JSON.parse(out) as {
      result: { reason: string; nodes: Record<string, { status: string }> };
    };
    if (reason !== null) expect(result.reason).toBe(reason);
    expect(Object.values(result.nodes).at(-1)?.status).toBe(last);
  });
});
