import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTESTED, temporaryFolder } from '../evidence/support.ts';
import { logLines } from './support/log-lines.ts';
import { startTestService } from './support/service.ts';
import { always } from './support/rulesets.ts';

/** Compiles with one warning. */
const WARNED = 'ruleset: empty\ntemplates: [{ name: input, slots: [] }]\nrules: []\n';
const loaded = (ruleset: string, warnings: number): unknown =>
  expect.objectContaining({ msg: 'ruleset loaded', ruleset, warnings });

test('a mounted ruleset is logged at start, with its warnings, which are counted', async () => {
  const { log, lines } = logLines();
  const service = await startTestService(
    { 'empty.yaml': WARNED, 'next.yaml': WARNED },
    {},
    'empty.yaml',
    log,
  );
  expect(lines()).toContainEqual(loaded('empty', 1));
  expect(lines().filter(({ msg }) => msg === 'ruleset warning')).toHaveLength(1);
  const { json } = await service.post('/v1/rules/reload', { ruleset_path: 'next.yaml' });
  expect(json['warnings']).toHaveLength(1);
  const told = lines().filter(({ msg }) => msg === 'ruleset loaded');
  const ruleset_hash = expect.stringMatching(/^sha256:/) as string;
  const loads = { rules: 0, ruleset_hash, milliseconds: expect.any(Number) as number };
  expect(told).toMatchObject([loads, { ...loads, by: 'api' }]);
  expect(told[0]).not.toHaveProperty('by');
  const { text } = await service.request('GET', '/metrics');
  expect(text).toContain('\nferrule_ruleset_load_warnings_total 2\n');
  await service.close();
});

test('a ruleset under the root is logged when it is first used, and again when it has changed', async () => {
  const { log, lines } = logLines();
  const service = await startTestService({ 'empty.yaml': WARNED }, {}, null, log);
  const ask = () => service.post('/v1/evaluate', { ruleset: 'empty.yaml', facts: [] });
  for (let i = 0; i < 4; i++) await ask();
  const loads = () => lines().filter(({ msg }) => msg === 'ruleset loaded');
  expect(loads()).toEqual([loaded('empty', 1)]);
  await service.write('empty.yaml', `${WARNED}# changed\n`);
  await expect
    .poll(async () => {
      await ask();
      return loads();
    })
    .toHaveLength(2);
  await service.close();
});

test('/v1/compile returns warnings', async () => {
  const service = await startTestService({});
  const compile = async (yaml_content: string) => (await service.post('/v1/compile', { yaml_content })).json;
  expect((await compile(WARNED))['warnings']).toEqual([expect.stringMatching(/^\d+:\d+: /) as unknown]);
  expect(await compile(always('allow', 'x'))).not.toHaveProperty('warnings');
  await service.close();
});

test('rules that request tokens without a key are reported at load and in the status', async () => {
  const { log, lines } = logLines();
  const folder = await temporaryFolder();
  const settings = { SERVICE_AUDIT: `file:${join(folder, 'log')}` };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings, 'attested.yaml', log);
  const told = 'rules request attestation tokens, but attestation is off';
  expect(lines()).toContainEqual(expect.objectContaining({ msg: told, ruleset: 'attested' }));
  expect((await service.request('GET', '/v1/status')).json).toMatchObject({
    attestation_problem: told,
    audit_problem: 'the decision log has no key: no checkpoint is signed',
  });
  await service.close();
});

test('a decision is logged at debug with its id, and not at info', async () => {
  for (const level of ['debug', 'info']) {
    const { log, lines } = logLines(level);
    const service = await startTestService({ 'a.yaml': always('allow', 'x') }, {}, null, log);
    const facts = [{ template: 'input', data: {} }];
    const { headers } = await service.post('/v1/evaluate', { ruleset: 'a.yaml', facts });
    const decisions = lines().filter(({ msg }) => msg === 'decision');
    if (level === 'info') expect(decisions).toEqual([]);
    else
      await expect
        .poll(lines)
        .toContainEqual(
          expect.objectContaining({ msg: 'decision', decision_id: headers.get('ferrule-decision-id') }),
        );
    await service.close();
  }
});

test('an expired session is logged with its facts', async () => {
  const { log, lines } = logLines();
  const settings = { SERVICE_SESSION_TTL_SECONDS: '1' };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings, null, log);
  await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [], session_id: 's' });
  await service.post('/v1/facts', { session_id: 's', template: 'call', data: { tool: 'pay' } });
  expect((await service.request('GET', '/metrics')).text).toContain('\nferrule_sessions 1\n');
  await expect
    .poll(lines)
    .toContainEqual(expect.objectContaining({ msg: 'session expired', session: 's', facts: 1 }));
  await service.close();
});

test('a log that cannot be written keeps the service from being ready', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'log');
  const service = await startTestService({ 'attested.yaml': ATTESTED }, { SERVICE_AUDIT: `file:${path}` });
  expect((await service.request('GET', '/readyz')).json).toMatchObject({
    checks: { log: 'ok', state: 'ok' },
  });
  await rm(join(path, 'writable'));
  await mkdir(join(path, 'writable'));
  await expect.poll(async () => (await service.request('GET', '/readyz')).status).toBe(503);
  const { json } = await service.request('GET', '/readyz');
  expect(json['checks']).toMatchObject({ log: 'cannot be written', keys: 'ok' });
  await service.close();
});

test('records are counted', async () => {
  const folder = await temporaryFolder();
  const settings = { SERVICE_AUDIT: `file:${join(folder, 'log')}` };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [] });
  const metrics = async () => (await service.request('GET', '/metrics')).text;
  await expect.poll(metrics).toContain('\nferrule_audit_records_total 1\n');
  expect(await metrics()).toContain('\nferrule_audit_full 0\n');
  await service.close();
});
