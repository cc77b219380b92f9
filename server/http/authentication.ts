import type { Role } from '../tokens/roles.ts';

/** Who may use an endpoint: every client, every client with a token, or those whose token has the role. */
export type Access = 'open' | 'any' | Role;
