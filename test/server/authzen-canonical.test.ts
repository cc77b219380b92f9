import { expect, it } from 'vitest';
import { SEARCHABLE } from './support/authzen.ts';
import { startTestService } from './support/service.ts';

it('a search without a canonical form is refused', async () => {
  const service = await startTestService(
    { 'records.yaml': SEARCHABLE },
    { SERVICE_AUTHZEN_RULESET: 'records' },
  );
  const half = { type: 'record', id: 'record-1', properties: { x: '\ud800' } };
  const request = { subject: { type: 'user' }, action: { name: 'read' }, resource: half };
  const { status, json } = await service.post('/access/v1/search/subject', request);
  await service.close();
  expect([status, json['error']]).toEqual([400, 'invalid_request']);
});
