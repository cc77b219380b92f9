import type { Role } from '../tokens/roles.ts';

/** Access to an endpoint: every client, every client with a token, or tokens with the role. */
export type Access = 'open' | 'any' | Role;
