import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { ATTESTED, temporaryFolder, writeKeys } from './support.ts';

const OFFICE = `
ruleset: office
templates:
  - { name: visit, slots: [{ name: at, type: time, required: true }] }
rules:
  - name: open
    when: [{ template: visit, conditions: [{ slot: at, expression: 'time_of_day_between("09:00", "17:00", "Europe/Berlin")' }] }]
    then: { action: allow, reason: open }
`;
const HERE = process.versions.tz;

test('the version of the time zone data is in tokens and logs of rules that use local times', async () => {
  const folder = await temporaryFolder();
  const { key } = await writeKeys(folder);
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'office.yaml': OFFICE, 'attested.yaml': ATTESTED },
    {
      SERVICE_AUDIT: `file:${log}`,
      SERVICE_ATTESTATION_KEY_FILE: key,
      SERVICE_ATTEST: 'always',
      SERVICE_WORKERS: '1',
    },
  );
  const engineOf = async (ruleset: string, template: string, data: object): Promise<unknown> => {
    const { json } = await service.post('/v1/evaluate', { ruleset, facts: [{ template, data }] });
    const claims = String(json['attestation_token']).split('.')[1] ?? '';
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)['engine'];
  };
  const at = '2026-07-01T07:30:00Z';
  expect(await engineOf('office.yaml', 'visit', { at })).toMatch(new RegExp(`^ferrule/\\S+ tz/${HERE}$`));
  expect(await engineOf('attested.yaml', 'call', { tool: 'read' })).toMatch(/^ferrule\/\S+$/);
  await service.close();
  expect((await runCli(['replay', log])).out).toBe('2 evaluated again, 0 differences\n');

  const [{ path } = { path: '' }] = listFiles(join(log, 'worker-0'));
  const text = await readFile(path, 'utf8');
  expect(text).toContain(`"time_zones":"${HERE}"`);
  await writeFile(path, text.replace(`"time_zones":"${HERE}"`, '"time_zones":"2001a"'));
  const { out, code } = await runCli(['replay', log]);
  expect(out).toBe(
    `2 evaluated again, 0 differences\n1 evaluated with the time zone data ${HERE} instead of the recorded version\n`,
  );
  expect(code).toBe(0);
});
