import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCESS, TROUBLE } from './support/rulesets.ts';
import { startTestService } from './support/service.ts';

const LOUD = 6;
/** Every three of them match: hundreds of milliseconds of work, and far from the limit. */
const LOADS = Array.from({ length: 130 }, (_, n) => ({ template: 'load', data: { n } }));

test('a caller of long evaluations does not keep another one waiting behind all of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-fairness-'));
  const file = join(folder, 'tokens.json');
  const tokens = ['loud', 'quiet'].map((name) => ({
    name,
    sha256: createHash('sha256').update(name).digest('hex'),
    roles: ['evaluate'],
  }));
  await writeFile(file, JSON.stringify({ tokens }));
  const service = await startTestService(
    { 'trouble.yaml': TROUBLE, 'access.yaml': ACCESS },
    { SERVICE_TOKENS_FILE: file, SERVICE_WORKERS: '1', SERVICE_EVALUATE_TIMEOUT_MS: '30000' },
  );
  const loud = () => service.post('/v1/evaluate', { ruleset: 'trouble', facts: LOADS }, { token: 'loud' });
  const quiet = () => service.post('/v1/evaluate', { ruleset: 'access', facts: [] }, { token: 'quiet' });
  // The demand of a caller is known from its earlier requests.
  for (let i = 0; i < 5; i++) expect((await loud()).status).toBe(200);
  expect((await quiet()).status).toBe(200);
  let answered = 0;
  const all = Array.from({ length: LOUD }, async () => {
    const { status } = await loud();
    answered++;
    return status;
  });
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
  const before = answered;
  expect((await quiet()).status).toBe(200);
  expect(answered - before).toBeLessThanOrEqual(2);
  expect(await Promise.all(all)).toEqual(Array<number>(LOUD).fill(200));
  await service.close();
  await rm(folder, { recursive: true });
});
