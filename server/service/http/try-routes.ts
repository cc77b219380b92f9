import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { TRIAL_CALLER } from '../../tokens/caller.ts';
import type { Authenticate } from './request-gate.ts';

const TOKEN_BYTES = 32;
/** Enough for V8 to have met each function on the way of a request. */
const REQUESTS = 50;

/** The way by which the service sends itself requests before it takes those of others. */
export interface Trial {
  /** Knows the service's own requests, until they are over. */
  readonly authenticate: Authenticate;
  /** Evaluates each of these rulesets without facts, through the whole application. */
  readonly run: (app: FastifyInstance<Server>, rulesets: readonly string[], prefix: string) => Promise<void>;
}

/** @param others who is asked about everybody else */
export function startTrial(others: Authenticate): Trial {
  let authorization: string | null = `Bearer ${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return {
    authenticate: (request) =>
      authorization !== null && request.headers.authorization === authorization
        ? TRIAL_CALLER
        : others(request),
    async run(app, rulesets, prefix) {
      const headers = { authorization: authorization ?? '', 'content-type': 'application/json' };
      for (const ruleset of rulesets) {
        const payload = JSON.stringify({ ruleset, facts: [] });
        for (let i = 0; i < REQUESTS; i++)
          await app.inject({ method: 'POST', url: `${prefix}/v1/evaluate`, headers, payload });
      }
      authorization = null;
    },
  };
}
