import { expect, test } from 'vitest';
import { startTestService } from './support/service.ts';

const MANY = 400;
const RULES = `
ruleset: echo
version: "1.0"
templates:
  - name: call
    slots: [{ name: tool, type: string }]
modules: [{ name: grants }]
module: grants
rules:
  - name: all
    when: [{ template: call, conditions: [{ slot: tool, bind: "?tool" }] }]
    then: { action: allow, reason: "for {tool}" }
`;

test('of many requests at once on one worker each gets its own answer', async () => {
  const service = await startTestService({ 'echo.yaml': RULES }, { SERVICE_WORKERS: '1' });
  const asked = Array.from({ length: MANY }, async (_, i) => {
    const facts = [{ template: 'call', data: { tool: `tool-${i}` } }];
    const { json } = await service.post('/v1/evaluate', { ruleset: 'echo', facts });
    return (json as { readonly reason: unknown }).reason;
  });
  expect(await Promise.all(asked)).toEqual(Array.from({ length: MANY }, (_, i) => `for tool-${i}`));
  await service.close();
});
