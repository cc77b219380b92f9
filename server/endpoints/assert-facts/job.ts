import { AssertFactsRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readJson } from '../../requests/job-body.ts';
import { assertAllInto } from '../../evaluation/worker/session-change.ts';
import type { Session } from '../../evaluation/worker/session-store.ts';
import { boundsOf, ok, type JobFunction, type WorkerState } from '../../evaluation/worker/jobs/job.ts';
import { recordChange } from '../../evaluation/worker/jobs/record-change.ts';

type Facts = (typeof AssertFactsRequest)['_output']['facts'];

/** gRPC's AssertFacts: asserts facts into a session that exists, all or none. */
export const assertFacts: JobFunction = (input, state) => {
  const { session_id: id, facts } = check(AssertFactsRequest, readJson(input.text()));
  state.evidence.log?.check();
  const session = state.sessions.require(id, input.session, input.provided);
  const before = session.sequence;
  const { change, asserted } = assertAllInto(session, facts, boundsOf(input, state));
  state.sessions.keep(session);
  if (change !== null) {
    recordEach(id, session, facts, before, state);
    state.counters.add('asserted', asserted);
  }
  return ok(JSON.stringify({ asserted_count: asserted }), change);
};

/** One record per fact, so that replay has one kind. Rewritten entries are counted with the last. */
function recordEach(id: string, session: Session, facts: Facts, before: number, state: WorkerState): void {
  facts.forEach((fact, i) => {
    const isLast = i === facts.length - 1;
    const sequence = isLast ? session.sequence : before + i + 1;
    recordChange(id, sequence, isLast ? sequence - before - i : 1, { session, operation: fact }, state);
  });
}
