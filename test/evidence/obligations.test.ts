/** Obligations of an answer are in its token and in the log, and nothing is where there are none. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { startTestService, type TestService } from '../server/support/service.ts';
import { temporaryFolder, writeKeys } from './support.ts';

const RULES = `
templates: [{ name: row, slots: [{ name: id, type: string }, { name: n, type: integer }] }]
rules:
  - name: mask
    when: [{ template: row, alias: $r }]
    then:
      action: allow
      attestation: true
      obligations: [{ type: mask, properties: { of: $r.id } }, { type: log }]
  - name: many
    when: [{ template: row, conditions: [{ slot: n, expression: greater_than(9) }] }]
    then: { action: deny, attestation: true }
`;

const row = (id: string, n: number): object => ({ template: 'row', data: { id, n } });

async function answer(service: TestService, facts: readonly object[]) {
  const { json } = await service.post('/v1/evaluate', { ruleset: 'rows.yaml', facts });
  const [, claims = ''] = String(json['attestation_token']).split('.');
  return { json, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as object };
}

test('response, token and log have the same obligations, each once and in the order of firing', async () => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'rows.yaml': RULES },
    {
      SERVICE_ATTESTATION_KEY_FILE: (await writeKeys(folder)).key,
      SERVICE_AUDIT: `file:${log}`,
      SERVICE_WORKERS: '1',
    },
  );
  const told = await answer(service, [row('a', 1), row('b', 2)]);
  const obligations = [
    { type: 'mask', properties: { of: 'b' } },
    { type: 'log', properties: {} },
    { type: 'mask', properties: { of: 'a' } },
  ];
  expect(told.json['obligations']).toEqual(obligations);
  expect(told.claims).toMatchObject({ decision: 'allow', obligations });

  const denied = await answer(service, [row('a', 10)]);
  expect(denied.json).not.toHaveProperty('obligations');
  expect(denied.claims).toMatchObject({ decision: 'deny' });
  expect(denied.claims).not.toHaveProperty('obligations');

  await service.close();
  const text = await readFile(listFiles(join(log, 'worker-0'))[0]?.path ?? '', 'utf8');
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind === 'decision');
  expect(records.map((record) => record['obligations'])).toEqual([obligations, undefined]);
});
