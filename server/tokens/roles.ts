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
] as const;

export type Role = (typeof ROLES)[number];

/**
 * Roles of a caller who may do everything. Only a token that names `host` may bring facts as the host does, and only one that
 * names `settle` may settle: who spends must not.
 */
export const ALL_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'host' && role !== 'settle');

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
