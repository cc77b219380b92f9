import * as z from 'zod';
import { check } from '../../../requests/contract-check.ts';
import { writeJson } from '../../../../library/json.ts';
import { readJson } from '../../../requests/job-body.ts';
import { ok, type JobFunction } from './job.ts';

const ListFactsRequest = z.strictObject({ session_id: z.string().optional() });

/**
 * All facts of a session, in the order of their assertion: what gRPC's SubscribeChanges compares. Without one, those that
 * the mounted engine holds.
 */
export const listFacts: JobFunction = (input, state) => {
  const { session_id: id } = check(ListFactsRequest, readJson(input.text()));
  const engine =
    id === undefined
      ? state.mounted()?.engine
      : state.sessions.require(id, input.session, input.provided).engine;
  return ok(writeJson({ facts: engine?.facts() ?? [] }));
};
