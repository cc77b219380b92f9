import type { z } from 'zod';
import type { Answer, ErrorEnvelope } from '../requests/answer.ts';
import type { Access } from '../tokens/access.ts';
import type { Caller } from '../tokens/caller.ts';
import type { BodyCap } from '../requests/body-cap.ts';

/** A request as a route sees it: authenticated, its body read within its cap. */
export interface RouteCall {
  /** The sender. */
  readonly caller: Caller;
  /** Called if the client leaves before its response. */
  readonly onLeave: (left: () => void) => void;
  readonly body: Buffer;
  /** The body is packed with gzip. */
  readonly gzip: boolean;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly method: string;
  /** The address as it was sent, still encoded, without the prefix that an application put before it. */
  readonly url: string;
  /** Data API: the raw path behind its prefix, still encoded. */
  readonly dataPath: string;
  /** The raw query string, without `?`. */
  readonly query: string;
  /** The caller, as members of a decision log record; null without a log. */
  readonly origin: string | null;
}

export interface RouteParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
}

/**
 * One endpoint: its name, permissions, input, output and handler. `Port` is what its handler needs of the service; a reader of
 * the description leaves it out.
 */
export interface Route<in Port = never> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Path in the router's syntax. */
  readonly url: string;
  /** Path in OpenAPI syntax. */
  readonly path: string;
  readonly summary: string;
  readonly operationId: string;
  readonly access: Access;
  /** Header of the token if `authorization` may belong to another client (default: none). */
  readonly tokenHeader?: string;
  readonly envelope: ErrorEnvelope;
  /** `json`: must say it is JSON or nothing; `any`: is taken for JSON whatever it says. */
  readonly body: 'json' | 'any' | 'none';
  readonly cap: BodyCap;
  readonly request: z.ZodType | null;
  readonly response: z.ZodType;
  readonly parameters: readonly RouteParameter[];
  /** Status of its success; 200 when left out. */
  readonly success?: number;
  /** Statuses that it may answer instead. */
  readonly errors: readonly number[];
  /** Throws ServiceError to refuse. */
  readonly handle: (call: RouteCall, port: Port) => Answer | Promise<Answer>;
}

/** A route that has what it needs. */
export interface BoundRoute extends Route<unknown> {
  /** Throws ServiceError to refuse. */
  readonly handle: (call: RouteCall) => Answer | Promise<Answer>;
}

/** Gives a route what it needs. */
export function bindRoute<Port>(route: Route<Port>, port: Port): BoundRoute {
  return { ...route, handle: (call) => route.handle(call, port) };
}

/** Errors of every endpoint that runs a body on a worker. */
export const BODY_ERRORS = [400, 401, 404, 409, 413, 415, 422, 503] as const;
