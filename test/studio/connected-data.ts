/** Data of a service, with attacks in every text that others write. */
import type { DecisionRecord } from '../../studio/protocol/service.ts';
import type { ServiceState } from './connected-service.ts';

export const MOUNTED = `# the mounted version
rules:
  reading:
    allow: "{input.who} may read"
    if: input.tool == "read"
  paying:
    escalate: "{input.amount} needs a person"
    if: input.tool == "pay" and input.amount > 100
`;
export const EARLIER = MOUNTED.replace('> 100', '> 1000').replace('the mounted', 'an earlier');
export const MARKUP = '<img src=x onerror=alert(1)>';
/** A reordering character, a zero-width space and a line feed. */
export const HIDDEN = 'safe\u202etxt.exe\u200b\nrm -rf /';

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
export const MOUNTED_HASH = hash('a');
export const EARLIER_HASH = hash('b');
export const GONE_HASH = hash('c');

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function record(number: number, more: Partial<DecisionRecord>): DecisionRecord {
  const time = minutesAgo(number);
  return {
    time,
    kind: 'decision',
    decision_id: `01a21d15-a87c-7e78-98fc-${String(number).padStart(12, '0')}`,
    actor: 'gateway',
    ruleset: 'gate',
    ruleset_hash: MOUNTED_HASH,
    clock: Date.parse(time),
    input: [],
    document: { tool: 'read', who: 'ann' },
    decision: 'allow',
    reason: 'ann may read',
    rule_trace: ['MAIN::reading'],
    duration_us: 120,
    ...more,
  };
}

const paying = (amount: number) => ({ document: { tool: 'pay', who: 'ann', amount } });

const DECISIONS: readonly DecisionRecord[] = [
  record(1, {}),
  record(2, {
    ...paying(500),
    ruleset_hash: EARLIER_HASH,
    decision: null,
    reason: 'default decision (no rules fired)',
    rule_trace: [],
  }),
  record(3, {
    ...paying(2_000),
    actor: 'billing',
    decision: 'escalate',
    reason: '2000 needs a person',
    rule_trace: ['MAIN::paying'],
    session_id: 's-1',
  }),
  record(4, { actor: MARKUP, document: { tool: 'read', who: MARKUP }, reason: `${MARKUP} may read` }),
  record(5, { masked: true, document: { tool: 'read', who: { $masked: true } } }),
  record(6, { ruleset_hash: GONE_HASH }),
];

const common = {
  requester: 'gateway',
  agent: 'writer',
  session: null,
  server: 'files',
  args_digest: hash('1'),
  request_digest: hash('2'),
  ruleset: 'gate',
  ruleset_hash: MOUNTED_HASH,
  reason: 'write needs a person',
  answered_at: null,
  answered_by: null,
  used_by: null,
} as const;

function approval(id: string, minutes: number, args: object) {
  return {
    ...common,
    id,
    state: 'pending' as const,
    tool: 'write',
    call_id: `call-${id}`,
    created_at: minutesAgo(minutes),
    expires_at: minutesAgo(minutes - 15),
    args,
    request: { tool: { name: 'write', server: 'files' }, agent: 'writer', call: { args } },
  };
}

const LAST = {
  ...approval('a0', 300, { path: '/notes/plan.md', mode: 'append', size: 10 }),
  state: 'approved' as const,
  answered_at: minutesAgo(299),
  answered_by: 'bob',
  used_by: 'call-a0',
};

/** A long argument, which has to be shown to its end. */
export const LONG = `${'word '.repeat(400)}the end`;

export function serviceState(): ServiceState {
  return {
    tokens: {
      'token-of-everyone': ['source', 'decisions', 'approver', 'metrics', 'admin', 'evaluate'],
      'token-without-roles': [],
      'token-of-admin': ['admin', 'metrics'],
    },
    rulesets: [
      { name: 'gate', hash: MOUNTED_HASH, mounted: true },
      { name: 'earlier', hash: EARLIER_HASH, mounted: false },
    ],
    sources: { [MOUNTED_HASH]: MOUNTED, [EARLIER_HASH]: EARLIER, [hash('e')]: MOUNTED },
    decisions: DECISIONS,
    approvals: [
      LAST,
      approval('a1', 4, { path: '/notes/plan.md', mode: 'replace', text: LONG, size: 10 }),
      {
        ...approval('a2', 3, { path: HIDDEN, text: MARKUP }),
        agent: MARKUP,
        reason: `${MARKUP} wants to write`,
      },
      { ...approval('a3', 2, { path: '/own' }), requester: 'ann' },
    ],
    replicas: [
      {
        id: 'replica-1',
        version: '1.4.0',
        ruleset: 'gate',
        hash: MOUNTED_HASH,
        started_at: minutesAgo(600),
        seen_at: minutesAgo(0),
        sessions: 12,
        workers: 4,
        draining: false,
      },
      {
        id: 'replica-2',
        version: '1.4.0',
        ruleset: 'gate',
        hash: EARLIER_HASH,
        started_at: minutesAgo(900),
        seen_at: minutesAgo(1),
        sessions: 3,
        workers: 4,
        draining: true,
      },
    ],
    dryRun: {
      dry_run: true,
      ruleset_hash_before: MOUNTED_HASH,
      ruleset_hash_after: hash('e'),
      rules: 2,
      templates: 1,
      modules: 1,
      warnings: [],
      decisions: 40,
      same: 37,
      other_reasons: 0,
      left_out: 1,
      changes: [
        {
          before: 'escalate',
          after: 'none',
          count: 3,
          rules_before: { 'MAIN::paying': 3 },
          rules_after: {},
          example: { decision_id: null, input: { tool: 'pay', amount: 101 } },
        },
      ],
    },
  };
}
