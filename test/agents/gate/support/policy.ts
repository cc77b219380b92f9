/** A policy of three words for the adapters: `read` is allowed, `write` waits for a person, all else is denied. */
import { digestOf, GateServiceError, memoryApprovals } from '../../../../agents/gate/gate.ts';
import type { ApprovalStore, Decider, GateOptions } from '../../../../agents/gate/gate.ts';
import { Engine } from '../../../../library/node/engine.ts';

export const POLICY = `
templates:
  - name: call
    slots:
      - { name: tool, type: string, required: true }
      - { name: approved_by, type: string }
input:
  - { template: call, slots: { tool: "$.tool.name", approved_by: "$.approval.by" } }
ruleset: gate
rules:
  - name: read
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: "reading is fine" }
  - name: write
    when:
      - template: call
        conditions: [{ slot: tool, expression: equals(write) }, { slot: approved_by, expression: equals() }]
    then: { action: escalate, reason: "writing needs a person" }
  - name: approved-write
    when:
      - template: call
        conditions: [{ slot: tool, expression: equals(write) }, { slot: approved_by, expression: not_equals() }]
    then: { action: allow, reason: "approved" }
  - name: list
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(list) }] }]
    then: { action: allow, reason: "masked", obligations: [{ type: redact, properties: { field: name } }] }
  - name: move
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(move) }] }]
    then: { action: route, reason: "not for a gate" }
  - name: remove
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(remove) }] }]
    then: { action: deny, reason: "nothing is removed" }
`;

export const engine = await Engine.fromSources([{ path: 'gate.yaml', text: POLICY }]);

const fixed = (decide: Decider['decide']): Decider => ({ decide, keep: () => {} });

/** Approvals for every call that are not valid for it. */
function givenApprovals(wrong: { readonly argsDigest?: string; readonly isUsedUp?: true }): ApprovalStore {
  return {
    ...memoryApprovals(),
    request: async (binding, callId, reason, now, request) => ({
      request,
      ...binding,
      argsDigest: wrong.argsDigest ?? binding.argsDigest,
      id: 'given',
      state: 'approved',
      callId,
      reason,
      by: 'ann',
      createdAt: now,
      expiresAt: now + 60_000,
      usedBy: null,
    }),
    use: async () => wrong.isUsedUp !== true,
  };
}

/** A port without a listener. */
const DOWN = { url: 'http://127.0.0.1:9', token: 'token', ruleset: 'gate' };

/** Gates that something is wrong with, by the code of their refusal, and the tool to call. */
export const FAULTS: readonly (readonly [string, GateOptions, string])[] = [
  ['engine_failed', { decider: fixed(() => Promise.reject(new Error('broken'))) }, 'read'],
  [
    'engine_failed',
    {
      decider: fixed(() => {
        throw new Error('broken');
      }),
    },
    'read',
  ],
  ['engine_unreachable', { decider: fixed(() => Promise.reject(new TypeError('fetch failed'))) }, 'read'],
  ['engine_unreachable', DOWN, 'read'],
  ['approval_refused', { engine, approvals: givenApprovals({ isUsedUp: true }) }, 'write'],
  [
    'approval_refused',
    { engine, approvals: givenApprovals({ argsDigest: digestOf({ other: 1 }) }) },
    'write',
  ],
  ['evaluation_timeout', { decider: fixed(() => new Promise(() => {})), timeoutMs: 20 }, 'read'],
  ['unknown_decision', { engine }, 'move'],
  ['unhandled_obligation', { engine }, 'list'],
  [
    'obligation_failed',
    {
      engine,
      obligations: {
        redact: () => {
          throw new Error('nothing is redacted');
        },
      },
    },
    'list',
  ],
  [
    'session_gone',
    {
      decider: fixed(() => Promise.reject(new GateServiceError(404, 'session_expired', 'session not found'))),
    },
    'read',
  ],
  [
    'record_failed',
    {
      engine,
      onVerdict: () => {
        throw new Error('the log is full');
      },
    },
    'read',
  ],
];
