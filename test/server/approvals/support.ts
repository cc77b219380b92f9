import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GateOptions } from '../../../agents/gate/gate.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Writing needs a person, whose word only the host brings. */
export const POLICY = `
ruleset: gate
templates:
  - name: call
    slots:
      - { name: tool, type: string, required: true }
      - { name: digest, type: string, required: true }
  - name: observation
    slots: [{ name: session, type: string }, { name: source, type: symbol }]
  - name: approval
    from: host
    slots:
      - { name: id, type: string, required: true }
      - { name: approver, type: string, required: true }
      - { name: agent, type: string, required: true }
      - { name: session, type: string, required: true }
      - { name: tool, type: string, required: true }
      - { name: server, type: string, required: true }
      - { name: args_digest, type: string, required: true }
      - { name: ruleset_hash, type: string, required: true }
      - { name: expires_at, type: integer, required: true }
input:
  - { template: call, slots: { tool: $.tool.name, digest: $.call.args_digest } }
rules:
  - name: read
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: reading is fine, metadata: { code: ok } }
  - name: write
    when:
      - { template: call, alias: $call, conditions: [{ slot: tool, expression: "in([write, pay])" }] }
      - not: [{ template: approval, conditions: [{ slot: args_digest, expression: equals($call.digest) }] }]
    then: { action: escalate, reason: a person decides }
  - name: approved
    when:
      - { template: call, alias: $call, conditions: [{ slot: tool, expression: equals(write) }] }
      - template: approval
        alias: $approval
        conditions: [{ slot: args_digest, expression: equals($call.digest) }]
    then: { action: allow, reason: "{approval.approver} approved", obligations: [{ type: notify, properties: { to: ops } }] }
  - name: never
    when: [{ template: approval }, { template: call, conditions: [{ slot: tool, expression: equals(pay) }] }]
    then: { action: deny, reason: not even so }
`;

const ROLES: Readonly<Record<string, readonly string[]>> = {
  gateway: ['evaluate', 'session'],
  other: ['evaluate'],
  bob: ['evaluate', 'approver'],
  ann: ['approver'],
  narrow: ['approver'],
};
export const tokenOf = (name: string): string => `token-of-${name}`;

/** Tokens for every name in ROLES. */
export async function writeTokens(file: string): Promise<void> {
  const tokens = Object.entries(ROLES).map(([name, roles]) => ({
    name,
    roles,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
    ...(name === 'narrow' ? { rulesets: ['elsewhere/**'] } : {}),
  }));
  await writeFile(file, JSON.stringify({ tokens }));
}

/** A service with a token for every name in ROLES; the one of `narrow` is for other rulesets. */
export async function startApprovals(
  settings: Readonly<Record<string, string>>,
  mount: string | null = null,
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-approvals-'));
  const file = join(folder, 'tokens.json');
  await writeTokens(file);
  const service = await startTestService(
    { 'gate.yaml': POLICY },
    { SERVICE_TOKENS_FILE: file, ...settings },
    mount,
  );
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const callOf = (tool: string, more: object = {}): Record<string, unknown> => ({
  ruleset: 'gate',
  agent: 'a1',
  tool: { name: tool },
  call: { id: 'c1', args: { path: '/x', size: 1.5 } },
  ...more,
});

/** A gate over HTTP whose approvals ann decides. */
export function gatewayOf({ url }: TestService): GateOptions {
  return {
    url,
    token: tokenOf('gateway'),
    approverToken: tokenOf('ann'),
    ruleset: 'gate',
    timeoutMs: 60_000,
  };
}
