import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { listFiles } from '../../evidence/log/log-files.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { TROUBLE } from '../server/support/rulesets.ts';
import { ATTESTED, readRecords, temporaryFolder } from './support.ts';

const clips = await findClips();
const DECISIONS = 300;
let folder = '';
let log = '';

beforeAll(async () => {
  folder = await (await import('node:fs/promises')).mkdtemp('/tmp/ferrule-replayed-');
  log = join(folder, 'log');
  const service = await startTestService(
    { 'attested.yaml': ATTESTED, 'trouble.yaml': TROUBLE },
    { SERVICE_AUDIT: `file:${log}`, SERVICE_AUDIT_FILE_BYTES: '16384' },
  );
  const tools = ['read', 'pay', 'wait'];
  const ask = async (i: number): Promise<void> => {
    const session_id = i % 3 === 0 ? `s-${i % 9}` : null;
    const data = { tool: tools[i % 3], amount: i / 4, note: `nöte ${i}` };
    const fact = { template: 'call', data };
    await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [fact], session_id });
    if (i % 12 === 0) {
      const held = { session_id, template: 'call', data: { ...data, tool: tools[(i / 12) % 3] } };
      expect((await service.post('/v1/facts', held)).status).toBe(200);
    }
    if (i % 60 === 0) {
      const body = { session_id, template: 'call', filter: { tool: 'read' } };
      await service.request('DELETE', '/v1/facts', { body });
    }
  };
  for (let i = 0; i < DECISIONS; i += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, k) => ask(i + k)));
    if (i === 100) {
      await service.request('DELETE', '/v1/sessions/s-0');
      // An ended session returns only on request, as a new one.
      await service.post('/v1/sessions', { session_id: 's-0', ruleset: 'attested.yaml' });
    }
    // The same decisions, by another version.
    if (i === 150) await service.write('attested.yaml', `${ATTESTED}# changed\n`);
  }
  const divide = (n: number) =>
    service.post('/v1/evaluate', { ruleset: 'trouble.yaml', facts: [{ template: 'number', data: { n } }] });
  expect((await divide(0)).json['error']).toBe('evaluation_failed');
  expect((await divide(7)).status).toBe(200);
  await service.close();
  return () => rm(folder, { recursive: true });
});

test('every decision comes out as it was', async () => {
  const { code, out } = await runCli(['replay', log]);
  expect(out).toBe(`${DECISIONS + 2} evaluated again, 0 differences\n`);
  expect(code).toBe(0);
  // Beside each version is the list of names that it was served as.
  const versions = (await readdir(join(log, 'rulesets'))).filter((name) => !name.endsWith('.served'));
  expect(versions).toHaveLength(3);
});

test('and CLIPS says the same', { skip: clips === null }, async () => {
  const { code, out } = await runCli(['replay', log, '--engine', `clips=${clips?.path}`]);
  expect(out).toBe(`${DECISIONS + 2} evaluated again, 0 differences\n`);
  expect(code).toBe(0);
});

test('a record that says something else is found', async () => {
  const copy = await temporaryFolder();
  const path = listFiles(join(log, 'worker-0'))[0]!.path;
  const forged = join(copy, '00000001-2026-01-01.jsonl');
  await writeFile(forged, (await readFile(path, 'utf8')).replace('"reason":"paid"', '"reason":"gratis"'));
  const { code, out } = await runCli(['replay', forged, '--rulesets', join(log, 'rulesets')]);
  expect(out).toMatch(
    /recorded: allow \(gratis\) by .*MAIN::pay.*\n {2}now: {6}allow \(paid\) by .*MAIN::pay/,
  );
  expect(out).toContain(' 1 differences\n');
  expect(code).toBe(1);
});

test('what cannot be evaluated again is counted', async () => {
  const copy = await temporaryFolder();
  const { code, out } = await runCli(['replay', log, '--rulesets', copy]);
  expect(out).toBe(
    `0 evaluated again, 0 differences\n${DECISIONS + 2} left out: the version that decided is not in the archive\n`,
  );
  expect(code).toBe(1);
  const told = JSON.parse((await runCli(['replay', log, '--rulesets', copy, '--json'])).out) as object;
  expect(told).toEqual({
    ...{ count: 0, differences: 0, unjudged: 0, shown: [] },
    left_out: { without_facts: 0, without_memory: 0, without_ruleset: DECISIONS + 2, masked: 0 },
    other_time_zones: 0,
  });
});

test('another version is tried on what was decided', async () => {
  const candidate = join(await temporaryFolder(), 'candidate.yaml');
  await writeFile(
    candidate,
    ATTESTED.replace('action: allow, reason: paid', 'action: escalate, reason: ask'),
  );
  const command = ['replay', log, '--against', candidate, '--ruleset', 'attested'];
  const { out } = await runCli([...command, '--json']);
  const comparison = JSON.parse(out) as {
    count: number;
    same: number;
    changes: Record<string, unknown>[];
  };
  expect(Object.keys(comparison)).toEqual([
    ...['count', 'same', 'other_reasons', 'changes'],
    ...['left_out', 'other_time_zones'],
  ]);
  expect(comparison.count).toBe(DECISIONS);
  expect(comparison.changes).toHaveLength(1);
  expect(comparison.changes[0]).toMatchObject({
    before: 'allow',
    after: 'escalate',
    rules_before: {},
    rules_after: {},
    example: { before: { decision: 'allow' }, after: { decision: 'escalate', reason: 'ask' } },
  });
  const text = (await runCli([...command, '--limit', '50'])).out;
  expect(text).toContain('50 compared: ');
  expect(text).toMatch(/^before {2,}after {2,}decisions\nallow {3,}escalate {2,}\d+\n/m);
});

test('decisions before a time, of another ruleset, and beyond a number are not looked at', async () => {
  const { json } = await all(['--json']);
  expect(json).toMatchObject({ count: DECISIONS + 2, differences: 0, shown: [] });
  const records = ['worker-0', 'worker-1'].map((name) => readRecords(log, name));
  const times = (await Promise.all(records))
    .flat()
    .filter(({ kind, error }) => kind === 'decision' || error !== undefined)
    .map(({ time }) => String(time))
    .sort();
  const middle = times[times.length >> 1] ?? '';
  const later = times.filter((time) => time >= middle).length;
  // The same moment as people there write it.
  const local = new Date(Date.parse(middle) + 7_200_000).toISOString().replace('Z', '+02:00');
  for (const since of [middle, local]) {
    expect((await all(['--json', '--since', since])).json).toMatchObject({ count: later, differences: 0 });
  }
  expect((await all(['--json', '--ruleset', 'trouble'])).json).toMatchObject({ count: 2 });
  expect((await all(['--json', '--limit', '7'])).json).toMatchObject({ count: 7 });
});

async function all(options: readonly string[]): Promise<{ readonly json: unknown }> {
  const { out } = await runCli(['replay', log, ...options]);
  return { json: JSON.parse(out) };
}

test.each([
  [['--engine', 'opa'], 'invalid --engine: expected clips or clips=COMMAND'],
  [['--engine', 'clips', '--against', 'x'], '--engine cannot be combined with --against'],
  [['--limit', '0'], '--limit needs a number from 1 up'],
  [['--since', 'yesterday'], '--since needs a time'],
])('%j is refused', async (options, message) => {
  const { code, err } = await runCli(['replay', log, ...options]);
  expect(err).toContain(message);
  expect(code).toBe(2);
});
