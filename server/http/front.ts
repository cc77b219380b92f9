import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Configuration } from '../settings/configuration.ts';
import type { Authenticate } from './request-gate.ts';

/** Source of requests: a socket of the service, or an application that forwards them. */
export interface Front {
  /** Path prefix of every endpoint, such as `/policy`; empty for none. */
  readonly prefix: string;
  /** Sender of a request; null to use its bearer token. */
  readonly authenticate: Authenticate | null;
  /** Begins to take requests. */
  readonly open: (
    app: FastifyInstance<Server>,
    configuration: Configuration,
    log: Logger,
  ) => Promise<OpenFront>;
}

export interface OpenFront {
  /** Address at which it accepts requests. */
  readonly url: string;
  /** Number of them without a complete response. */
  readonly pending: () => number;
  /** Accepts no more requests, except those already arriving. */
  readonly stop: () => Promise<void>;
  /** Reads its files again. What cannot be taken changes nothing. */
  readonly reread: () => void;
  readonly close: () => Promise<void>;
}
