import { ALL_ROLES, type Role } from './roles.ts';

/** Sender of a request, according to its token. */
export interface Caller {
  /** Name of the token: what sessions belong to and what records name. `api` for the tokens of the environment. */
  readonly actor: string;
  readonly roles: ReadonlySet<Role>;
  /** Patterns of the rulesets that exist for this caller; null: all of them. */
  readonly rulesets: readonly string[] | null;
}

/** Knows whose token an `Authorization` header has; null: of an unknown one. */
export interface KnowsCallers {
  readonly callerOf: (authorization: string | undefined) => Caller | null | Promise<Caller | null>;
}

/** Name of the tokens that the environment gives. */
export const API_ACTOR = 'api';

/** Callers of endpoints without a token. */
export const NOBODY: Caller = { actor: '', roles: new Set(), rulesets: [] };

/** The service itself: nodes of graphs, the fleet. */
export const SERVICE_CALLER: Caller = { actor: API_ACTOR, roles: new Set(ALL_ROLES), rulesets: null };

/** The service, trying itself before it takes requests: it leaves no record and is not counted. */
export const TRIAL_CALLER: Caller = { actor: '', roles: new Set(['evaluate']), rulesets: null };

/** No token has such a name. */
export function isTrial({ actor }: Pick<Caller, 'actor'>): boolean {
  return actor === TRIAL_CALLER.actor;
}
