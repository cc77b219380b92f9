/** Requests an approval, and records its sensitive members. */
import { mayBeSensitive, type SensitivePaths } from '../../library/sensitive-paths.ts';
import type { ApprovalRequest, NamedMember } from '../../store/approvals/approval.ts';
import type { KnowsSensitivePaths } from './ports.ts';

/** Source of each named member in the document of the rules. */
type Places = Readonly<Partial<Record<NamedMember, string>>>;

interface Asking extends Omit<ApprovalRequest, 'reason' | 'sensitive'> {
  readonly reason: string | null;
}

export function approvalRequest(
  { reason, ...asking }: Asking,
  places: Places,
  services: KnowsSensitivePaths,
): ApprovalRequest {
  const paths = sensitivePathsOf(asking.rulesetHash, services);
  const names = Object.keys(places) as NamedMember[];
  return {
    ...asking,
    reason: reason ?? 'escalate',
    sensitive: paths === null ? null : names.filter((name) => mayBeSensitive(paths, places[name] ?? '')),
  };
}

/** Undefined if unknown. */
function sensitivePathsOf(hash: string, { serving, loads }: KnowsSensitivePaths): SensitivePaths | undefined {
  const mounted = serving.kind === 'mounted' ? serving.engine.current.details : null;
  return mounted?.hash === hash ? mounted.sensitivePaths : loads.sensitivePathsOf(hash);
}
