import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGrpc, type GrpcService } from '../grpc/support.ts';

export const POLICY = `
templates:
  - name: request
    slots:
      - { name: method, type: string, required: true }
      - { name: host, type: string }
      - { name: first, type: string }
      - { name: user, type: string }
      - { name: principal, type: string }
      - { name: tenant, type: string }
      - { name: route, type: string }
      - { name: amount, type: integer }
      - { name: digits, type: integer }
      - { name: cut, type: boolean }
  - name: approval
    from: host
    slots: [{ name: id, type: string }, { name: approver, type: string }]
input:
  - template: request
    slots:
      method: $.attributes.request.http.method
      host: $.attributes.request.http.host
      first: $.parsed_path[0]
      user: $.parsed_query.user[0]
      principal: $.attributes.source.principal
      tenant: $.attributes.metadata_context.filter_metadata.jwt.tenant
      route: $.attributes.context_extensions.route
      amount: $.parsed_body.amount
      digits: $.parsed_body.digits
      cut: $.truncated_body
ruleset: gateway
rules:
  - name: read
    when: [{ template: request, alias: $r, conditions: [{ slot: method, expression: equals(GET) }, { slot: first, expression: equals(public) }] }]
    then:
      action: allow
      reason: public
      metadata: { header.x-tenant: "{r.tenant}", response-header.x-seen: "yes" }
  - name: private
    when: [{ template: request, conditions: [{ slot: first, expression: equals(private) }] }]
    then: { action: deny, reason: nobody may, metadata: { header.x-why: private, code: closed } }
  - name: small
    when: [{ template: request, conditions: [{ slot: first, expression: equals(pay) }, { slot: cut, expression: equals(false) }, { slot: amount, expression: "less_than(100)" }] }]
    then: { action: allow, reason: a small amount }
  - name: large
    when:
      - { template: request, conditions: [{ slot: first, expression: equals(pay) }, { slot: amount, expression: "greater_than(99)" }] }
      - not: [{ template: approval }]
    then: { action: escalate, reason: a person decides }
  - name: approved
    when: [{ template: request, conditions: [{ slot: first, expression: equals(pay) }] }, { template: approval }]
    then: { action: allow, reason: approved }
  - name: exact
    when: [{ template: request, conditions: [{ slot: digits, expression: equals(9007199254740993) }] }]
    then: { action: allow, reason: every digit }
  - name: broken-header
    when: [{ template: request, alias: $r, conditions: [{ slot: first, expression: equals(broken) }] }]
    then: { action: allow, reason: x, metadata: { header.x-user: "{r.user}" } }
  - name: obliged
    when: [{ template: request, conditions: [{ slot: first, expression: equals(obliged) }] }]
    then: { action: allow, reason: x, obligations: [{ type: log, properties: { to: ops } }] }
  - name: obliged-later
    when: [{ template: request, conditions: [{ slot: first, expression: "in([obliged-later, broken-later])" }] }, { not: [{ template: approval }] }]
    then: { action: escalate, reason: a person decides }
  - name: obliged-then
    when: [{ template: request, conditions: [{ slot: first, expression: equals(obliged-later) }] }, { template: approval }]
    then: { action: allow, reason: x, obligations: [{ type: log, properties: { to: ops } }] }
  - name: broken-then
    when: [{ template: request, alias: $r, conditions: [{ slot: first, expression: equals(broken-later) }] }, { template: approval }]
    then: { action: allow, reason: x, metadata: { header.x-user: "{r.user}" } }
  - name: peer
    when: [{ template: request, conditions: [{ slot: principal, expression: equals(spiffe://a) }, { slot: route, expression: equals(internal) }] }]
    then: { action: allow, reason: a peer }
`;

export const tokenOf = (name: string): string => `token-of-${name}-that-is-long`;

/** A service that decides for Envoy with it, and a token for `envoy`, `ann` (an approver) and `other`. */
export async function startEnvoy(): Promise<GrpcService> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-envoy-'));
  const tokens = join(folder, 'tokens.json');
  const roles = { envoy: ['evaluate'], ann: ['approver'], other: ['session'] };
  const list = Object.entries(roles).map(([name, of]) => ({
    name,
    roles: of,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
  }));
  await writeFile(tokens, JSON.stringify({ tokens: list }));
  const service = await startGrpc(
    { 'gateway.yaml': POLICY },
    { SERVICE_ENVOY_RULESET: 'gateway', SERVICE_TOKENS_FILE: tokens },
  );
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
