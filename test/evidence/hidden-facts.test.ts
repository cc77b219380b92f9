/** Rows of relations, and hidden facts of aggregates, are not facts and are never reported. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { startTestService } from '../server/support/service.ts';
import { temporaryFolder } from './support.ts';

const RULES = `
templates: [{ name: order, slots: [{ name: id, type: string, required: true }] }]
relations:
  - name: prices
    columns: [{ name: of, type: string }, { name: coin, type: string }]
    # What no time, id or hash can hold.
    rows: [[a, thaler], [a, florin], [b, guilder]]
rules:
  - name: counted
    when:
      - { template: order, alias: $o }
      - count: [{ relation: prices, conditions: [{ slot: of, expression: equals($o.id) }] }]
        as: '?n'
      - { relation: prices, conditions: [{ slot: of, expression: equals($o.id) }] }
    then: { action: deny, reason: '{n} prices' }
`;

test('no answer, query, session, list of templates or log has them', async () => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'orders.yaml': RULES },
    { SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' },
  );
  const order = { template: 'order', data: { id: 'a' } };
  expect(
    (await service.post('/v1/sessions', { ruleset: 'orders.yaml', session_id: 's' })).status,
  ).toBeLessThan(300);
  const told = [
    await service.post('/v1/facts', { session_id: 's', ...order }),
    await service.post('/v1/evaluate', {
      ruleset: 'orders.yaml',
      session_id: 's',
      facts: [],
      include: ['firings', 'facts'],
    }),
    await service.post('/v1/explain', { ruleset: 'orders.yaml', facts: [order] }),
    await service.post('/v1/query', { session_id: 's', template: 'order' }),
  ];
  expect(told[1]?.json).toMatchObject({ decision: 'deny', reason: '2 prices', facts: [order] });
  expect(told[3]?.json).toEqual({ facts: [{ id: 'a' }] });
  expect(
    (await service.post('/v1/query', { session_id: 's', template: 'prices' })).status,
  ).toBeGreaterThanOrEqual(400);

  await service.close();
  const records = await readFile(listFiles(join(log, 'worker-0'))[0]?.path ?? '', 'utf8');
  const decision = records.split('\n').find((line) => line.includes('"kind":"decision"'));
  expect(JSON.parse(decision ?? '')).toMatchObject({ decision: 'deny' });
  for (const text of [records, ...told.map(({ json }) => JSON.stringify(json))])
    expect(text).not.toMatch(/thaler|florin|guilder|__(?!proto)|relation_|stage/);
});
