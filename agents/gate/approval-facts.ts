/** An approval as a fact that only the host brings: the template `approval`, `from: host`. */
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { ApprovalBinding } from '../../library/approval-binding.ts';

export interface GrantedApproval extends ApprovalBinding {
  readonly id: string;
  /** The approver. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Budgets that it lets be exceeded (default: none). */
  readonly budgets?: readonly string[];
}

const TEMPLATE = 'approval';
const MILLISECONDS = 1000;

/** `null` if it is not approved. */
export function grantedOf(
  record: ApprovalBinding & Pick<ApprovalRecord, 'id' | 'by' | 'state' | 'expiresAt' | 'budgets'>,
): GrantedApproval | null {
  const { id, by, state, expiresAt, agent, session, server, tool } = record;
  if (state !== 'approved' || by === null) return null;
  const { argsDigest, requestDigest, rulesetHash, budgets } = record;
  const granted = { id, by, expiresAt, agent, session, server, tool, argsDigest, requestDigest, rulesetHash };
  return budgets === undefined ? granted : { ...granted, budgets };
}

/** Values for slots of the template. */
function fieldsOf(granted: GrantedApproval): Readonly<Record<string, unknown>> {
  return {
    id: granted.id,
    approver: granted.by,
    agent: granted.agent,
    session: granted.session ?? '',
    tool: granted.tool,
    server: granted.server ?? '',
    args_digest: granted.argsDigest,
    ruleset_hash: granted.rulesetHash ?? '',
    expires_at: Math.floor(granted.expiresAt / MILLISECONDS),
  };
}

/** The fact, with the slots that the ruleset's template has of it; none for a ruleset without such a template. */
export function approvalFacts(
  templates: CompiledRuleset['templates'] | undefined,
  granted: GrantedApproval | null,
): readonly FactInput[] {
  if (granted === null) return [];
  const info = templates?.get(TEMPLATE)?.info;
  if (info?.from !== 'host') return [];
  const slots = new Set(info.slots.map(({ name }) => name));
  const fields = Object.entries(fieldsOf(granted)).filter(([name]) => slots.has(name));
  return [{ template: TEMPLATE, data: Object.fromEntries(fields) }];
}
