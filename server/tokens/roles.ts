/** What a token may do; each endpoint needs one of these. */
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
] as const;

export type Role = (typeof ROLES)[number];

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
