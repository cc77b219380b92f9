/** A gate returns the attestation token of a decision whose rule requires one. */
import { expect, test } from 'vitest';
import { createGate, type ToolCall, type Verdict } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';
import { startTestService, TOKEN } from '../../server/support/service.ts';
import { temporaryFolder, writeKeys } from '../../evidence/support.ts';

const RULES = `
ruleset: tools
templates: [{ name: call, slots: [{ name: tool, type: string }] }]
input: [{ template: call, slots: { tool: $.tool.name } }]
rules:
  - name: pay
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(pay) }] }]
    then: { action: allow, reason: paid, attestation: true }
  - name: tell
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(tell) }] }]
    then:
      action: allow
      reason: told
      attestation: true
      obligations: [{ type: notify, properties: { who: ann } }]
  - name: read
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: read }
`;
const call = (tool: string): ToolCall => ({ agent: 'a', tool, callId: 'c', args: {} });

function claimsOf({ attestationToken = '' }: Verdict): unknown {
  return JSON.parse(Buffer.from(attestationToken.split('.')[1] ?? '', 'base64url').toString());
}

test('of a service', async () => {
  const folder = await temporaryFolder();
  const { key } = await writeKeys(folder);
  const service = await startTestService({ 'tools.yaml': RULES }, { SERVICE_ATTESTATION_KEY_FILE: key });
  try {
    const gate = createGate({ url: service.url, token: TOKEN, ruleset: 'tools' });
    const paid = await gate.decide(call('pay'));
    expect(claimsOf(paid)).toMatchObject({ decision: 'allow', ruleset: 'tools', jti: paid.decisionId });
    expect(await gate.decide(call('read'))).not.toHaveProperty('attestationToken');
    // The rules allowed it, and the gate does not: their token proves nothing of that.
    const refused = await gate.decide(call('tell'));
    expect(refused).toMatchObject({ verdict: 'deny', code: 'unhandled_obligation' });
    expect(refused).not.toHaveProperty('attestationToken');
  } finally {
    await service.close();
  }
});

test('of an engine in the process', async () => {
  const engine = await Engine.fromSources([{ path: 'tools.yaml', text: RULES }], {
    attest: ({ decision }) => `token of ${decision}`,
  });
  const gate = createGate({ engine });
  expect(await gate.decide(call('pay'))).toMatchObject({ attestationToken: 'token of allow' });
  expect(await gate.decide(call('read'))).not.toHaveProperty('attestationToken');
  expect(await gate.decide(call('tell'))).not.toHaveProperty('attestationToken');
});
