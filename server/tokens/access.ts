import type { Role } from './roles.ts';

/** Access to an endpoint: every client, every client with a token, or tokens with the role, or with one of the roles. */
export type Access = 'open' | 'any' | Role | readonly Role[];
