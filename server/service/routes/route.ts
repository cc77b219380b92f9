import type { z } from 'zod';
import type { Answer, ErrorEnvelope } from '../http/answer.ts';
import type { Access } from '../http/authentication.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { Services } from '../services.ts';

/** A request as a route sees it: authenticated, its body read within its cap. */
export interface RouteCall {
  /** Who sent it. */
  readonly caller: Caller;
  /** Told when the client has left before its answer. */
  readonly onLeave: (left: () => void) => void;
  readonly body: Buffer;
  /** The body is packed with gzip. */
  readonly gzip: boolean;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Method and address as they were sent. */
  readonly method: string;
  readonly url: string;
  /** Data API: the raw path behind its prefix, still encoded. */
  readonly dataPath: string;
  /** The raw query string, without `?`. */
  readonly query: string;
  /** Who asks, as members of a record of the decision log; null when there is none. */
  readonly origin: string | null;
}

export interface RouteParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
}

/** One endpoint: what it is called, who may use it, what it takes and answers, and what does it. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** As the router takes it. */
  readonly url: string;
  /** As the interface description writes it. */
  readonly path: string;
  readonly summary: string;
  readonly operationId: string;
  readonly access: Access;
  /** Header that has the token when `authorization` may be somebody else's; left out: there is none. */
  readonly tokenHeader?: string;
  readonly envelope: ErrorEnvelope;
  /** `json`: must say it is JSON or nothing; `any`: is taken for JSON whatever it says. */
  readonly body: 'json' | 'any' | 'none';
  readonly cap: 'body' | 'reload';
  readonly request: z.ZodType | null;
  readonly response: z.ZodType;
  readonly parameters: readonly RouteParameter[];
  /** Status of its success; 200 when left out. */
  readonly success?: number;
  /** Statuses that it may answer instead. */
  readonly errors: readonly number[];
  /** Throws ServiceError to refuse. */
  readonly handle: (call: RouteCall, services: Services) => Answer | Promise<Answer>;
}

/** Errors of every endpoint that has a worker do something with a body. */
export const BODY_ERRORS = [400, 401, 404, 409, 413, 415, 422, 503] as const;
