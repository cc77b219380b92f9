import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

const RULES = `constants: { most: 10 }
templates: [{ name: q, slots: [{ name: n, type: integer }] }]
rules:
  - name: few
    when: [{ template: q, conditions: [{ slot: n, expression: at_most($const.most) }] }]
    then: { action: allow, reason: "at most {const.most}" }
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-constants-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function start(values: string): Promise<TestService> {
  const file = join(folder, 'values.yaml');
  await writeFile(file, values);
  return startTestService({ 'rules.yaml': RULES }, { SERVICE_CONSTANTS: file }, 'rules.yaml');
}

test('the mounted ruleset is loaded with the constants of this deployment, which are in its hash', async () => {
  const hashes: unknown[] = [];
  for (const [values, reason] of [
    ['most: 20\n', 'at most 20'],
    ['most: 12\n', 'at most 12'],
  ] as const) {
    const service = await start(values);
    const facts = [{ template: 'q', data: { n: 12 } }];
    expect((await service.post('/v1/evaluate', { ruleset: 'rules', facts })).json).toMatchObject({ reason });
    hashes.push((await service.request('GET', '/v1/status')).json['ruleset_hash']);
    await service.close();
  }
  expect(new Set(hashes).size).toBe(2);
});

test.each(['least: 1\n', 'most: many\n'])('the service does not start with %j', async (values) => {
  await expect(start(values)).rejects.toThrow();
});
