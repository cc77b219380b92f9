import { setTimeout as sleep } from 'node:timers/promises';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { ServiceError } from '../../library/errors.ts';
import { runGraph } from './graphs/run-graph.ts';
import type { Evaluated } from './graphs/outcome.ts';
import type { Store } from '../../store/store.ts';
import { nodeOrigin, type RunRecorder } from './run-recorder.ts';
import { finishRun, readNodes, recordNode, type Claim, type FinishedRun } from './run-table.ts';

/** Evaluates facts on a ruleset under the root. Throws ServiceError. */
export type EvaluateNode = (
  ruleset: string,
  facts: readonly FactInput[],
  /** Name of the token that requested the run. */
  owner: string,
  /** Members of its record that name the caller. */
  origin: string,
  /** The document; `null` for none. */
  input: unknown,
) => Promise<Evaluated>;

/** A run that was begun this often and never ended takes its process with it each time: it is given up. */
const MOST_CLAIMS = 5;
const MOST_RETRIES = 20;
const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 1_000;

/** Another process has the run now. */
class ClaimLost extends Error {}

/**
 * Runs a claimed attempt to its end, from wherever it is. Throws for what says nothing about the run (the database is
 * away, the service stops): then it is to be released.
 */
export async function executeRun(
  claim: Claim,
  store: Store,
  evaluate: EvaluateNode,
  recorder: RunRecorder,
): Promise<void> {
  // Recorded first: an end that cannot be recorded has not come yet.
  const finish = async (outcome: FinishedRun): Promise<void> => {
    await recorder.ended(claim, outcome);
    await finishRun(store, claim, outcome);
  };
  if (claim.claims > MOST_CLAIMS) {
    const detail = `the run was started ${MOST_CLAIMS} times, and its process ended each time`;
    await finish({ result: null, error: { error: 'run_crashed', detail, field: null } });
    return;
  }
  const recorded = claim.claims > 1 ? await readNodes(store, claim) : new Map();
  try {
    const outcome = await runGraph({
      plan: claim.plan,
      params: claim.params,
      recorded,
      evaluate(ruleset, facts, node, input) {
        const origin = nodeOrigin(claim.graphId, claim.attempt, node);
        return patiently(() => evaluate(ruleset, facts, claim.owner, origin, input));
      },
      async record(node, nodeOutcome) {
        const counts = await recordNode(store, claim, node, nodeOutcome);
        if (counts === null) throw new ClaimLost();
        return counts;
      },
    });
    await finish(outcome);
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}

/** Waits for the workers when their queue is full. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  let wait = FIRST_RETRY_MS;
  for (let retry = 0; ; retry++) {
    try {
      return await work();
    } catch (error) {
      const isFull = error instanceof ServiceError && error.code === 'overloaded';
      if (!isFull || retry === MOST_RETRIES) throw error;
      await sleep(wait);
      wait = Math.min(2 * wait, LONGEST_RETRY_MS);
    }
  }
}
