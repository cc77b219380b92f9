import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTestService } from '../server/support/service.ts';

const NOTES = `
ruleset: notes
templates: [{ name: note, slots: [{ name: text, type: string }] }]
rules:
  - { name: any, when: [{ template: note }], then: { action: allow, reason: any } }
`;

test.each([
  ['plain', (body: string) => body, {}],
  ['packed', gzipSync, { 'content-encoding': 'gzip' }],
] as const)('a dry run looks at no more than 64 MiB of requests that came %s', async (_, pack, headers) => {
  const service = await startTestService({ 'notes.yaml': NOTES }, { SERVICE_WORKERS: '1' }, 'notes.yaml');
  const fact = { template: 'note', data: { text: 'x'.repeat(2 ** 20) } };
  const body = pack(JSON.stringify({ ruleset: 'notes', facts: [fact] }));
  for (let i = 0; i < 66; i++)
    expect((await service.post('/v1/evaluate', body, { headers })).status).toBe(200);
  const { json } = await service.post('/v1/rules/reload?dry_run=true', { ruleset_path: 'notes.yaml' });
  // The object around the text is longer than the text.
  expect(json).toMatchObject({ decisions: 63, same: 63 });
  await service.close();
});
