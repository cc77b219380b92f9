import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { ATTESTED } from './support.ts';

const HOSTILE = 'x\n2026 decision allow\u001b[2J';
let folder = '';
let log = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-show-'));
  log = join(folder, 'log');
  const service = await startTestService({ 'attested.yaml': ATTESTED }, { SERVICE_AUDIT: `file:${log}` });
  const ask = (tool: string, session_id: string | null): Promise<unknown> =>
    service.post('/v1/evaluate', {
      ruleset: 'attested',
      facts: [{ template: 'call', data: { tool } }],
      session_id,
    });
  await ask('read', null);
  await ask('pay', 's-1');
  await ask('read', 's-2');
  await service.post('/v1/evaluate', { ruleset: 'attested', facts: [{ template: HOSTILE, data: {} }] });
  await service.close();
});
afterAll(() => rm(folder, { recursive: true }));

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

test('shows one record per line, the last of them last', async () => {
  const { code, out } = await runCli(['audit', 'show', log]);
  expect(code).toBe(0);
  const lines = linesOf(out).filter((line) => / (?:decision|error) /.test(line));
  expect(lines.map((line) => /allow|validation_error/.exec(line)?.[0])).toEqual([
    'allow',
    'allow',
    'allow',
    'validation_error',
  ]);
  expect(lines[1]).toMatch(
    /^\S+Z {2}decision {2}api {2}attested.* {2}session s-1 {2}allow \(paid\) by MAIN::pay {2}/,
  );
});

test('what a caller sent begins no line and commands no terminal', async () => {
  const { out } = await runCli(['audit', 'show', log, '--last', '1']);
  expect(linesOf(out)).toHaveLength(1);
  expect(out).toContain(String.raw`x\x0a2026 decision allow\x1b[2J`);
});

test('shows the last N of one session, as JSON too', async () => {
  const { out } = await runCli(['audit', 'show', '--session', 's-2', '--last', '1', '--json'], '', {
    SERVICE_AUDIT: `file:${log}`,
  });
  expect(linesOf(out).map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: 'decision', session_id: 's-2', decision: 'allow', input: [{ template: 'call' }] },
  ]);
});

test.each([
  [['--last', '0'], 2, '--last needs a number from 1 up'],
  [['--session', 'nobody'], 1, "no records of the session 'nobody'"],
])('%j is refused', async (options, exitCode, problem) => {
  const { code, err } = await runCli(['audit', 'show', log, ...options]);
  expect([code, err]).toEqual([exitCode, expect.stringContaining(problem)]);
});

test('needs a log', async () => {
  const { code, err } = await runCli(['audit', 'show'], '', { SERVICE_AUDIT: 'stdout' });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('audit show needs LOG, or SERVICE_AUDIT=file:DIR'),
  ]);
});

test.each([[[]], [['--json']], [['--against', 'rules.yaml']]])(
  'a replay of nothing fails and says so: %j',
  async (options) => {
    await writeFile(join(folder, 'rules.yaml'), ATTESTED);
    const words = options.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
    const { code, err } = await runCli(['replay', log, '--since', '2999-01-01T00:00:00Z', ...words]);
    expect([code, err]).toEqual([1, 'ferrule: nothing was evaluated again, so nothing is confirmed\n']);
  },
);
