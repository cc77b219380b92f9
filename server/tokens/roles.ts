/** Permissions of a token; each endpoint needs one of these. */
export const ROLES = [
  'evaluate',
  'session',
  'compile',
  'explain',
  'run',
  'fleet',
  'approver',
  'audit',
  'metrics',
  'admin',
  'host',
  'budgets',
  'settle',
  'decisions',
  'source',
] as const;

export type Role = (typeof ROLES)[number];

/**
 * Roles that only a token which names them has: to bring facts as the host does, to settle (who spends must not), and to read
 * the decision log and the sources of rulesets.
 */
const NAMED_ONLY: ReadonlySet<Role> = new Set(['host', 'settle', 'decisions', 'source']);

/** Roles of a caller who may do everything else. */
export const ALL_ROLES: readonly Role[] = ROLES.filter((role) => !NAMED_ONLY.has(role));

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
