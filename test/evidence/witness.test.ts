import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSigningKey } from '../../evidence/attestation-key.ts';
import { openCheckpoint } from '../../evidence/checkpoint.ts';
import { endAll, startProcess } from '../server/runs/support/process.ts';
import { startTestService } from '../server/support/service.ts';
import { listFiles } from '../../evidence/log/log-files.ts';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { ATTESTED, readRecords, temporaryFolder, writeKeys } from './support.ts';
import { readFile, writeFile } from 'node:fs/promises';

const READ = { template: 'call', data: { tool: 'read' } };

test('checkpoints are sent to a witness; one that is away stops nothing', async () => {
  const notes: string[] = [];
  const witness = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      notes.push(text);
      // The first is not taken.
      response.writeHead(notes.length === 1 ? 500 : 200).end();
    });
  });
  await once(witness.listen(0, '127.0.0.1'), 'listening');
  const folder = await temporaryFolder();
  const { key } = await writeKeys(folder);
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    {
      SERVICE_WORKERS: '1',
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
      SERVICE_AUDIT_KEY_FILE: key,
      SERVICE_AUDIT_WITNESS_URL: `http://127.0.0.1:${(witness.address() as AddressInfo).port}/`,
    },
  );
  for (let i = 0; i < 3; i++) {
    const { status } = await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [READ] });
    expect(status).toBe(200);
  }
  await service.close();
  await expect.poll(() => notes.length).toBeGreaterThanOrEqual(2);
  witness.close();
  const x = readSigningKey(await readFile(key, 'utf8'))?.x ?? '';
  const sizes = notes.map((note) => openCheckpoint(note, [x])?.size);
  expect(sizes).toContain(4);
});

test('on a full disk, every response has a record', async () => {
  const folder = await temporaryFolder();
  const ruleset = join(folder, 'attested.yaml');
  const log = join(folder, 'log');
  await writeFile(ruleset, ATTESTED);
  // A file has a block limit, so further writes fail as on a full disk.
  const service = await startProcess(
    {
      SERVICE_RULESET: ruleset,
      SERVICE_AUDIT: `file:${log}`,
      SERVICE_AUDIT_MODE: 'sync',
      SERVICE_LOG_LEVEL: 'error',
    },
    [],
    'ulimit -f 60',
  );
  const answered: string[] = [];
  for (let i = 0; i < 150; i++) {
    const body = { ruleset: 'attested', facts: [{ ...READ, data: { tool: 'read', note: 'x'.repeat(400) } }] };
    const { status, headers } = await service.request('POST', '/v1/evaluate', body);
    if (status === 200) answered.push(headers.get('ferrule-decision-id') ?? '');
  }
  await service.end();
  endAll();
  expect(answered.length).toBeGreaterThan(20);
  const recorded = new Set((await readRecords(log, 'worker-0')).map((record) => record['decision_id']));
  expect(answered.filter((id) => !recorded.has(id))).toEqual([]);
  expect(verifyLog(log, { keys: [], checkpoints: '' }).problem).toBeNull();
  // No file is longer than it could be: the disk was full in between.
  expect(listFiles(join(log, 'worker-0')).length).toBeGreaterThan(1);
});
