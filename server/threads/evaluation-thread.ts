/** Entry of an evaluation worker: parses, validates, evaluates and serialises, one job after the other. */
import { parentPort } from 'node:worker_threads';
import { WorkerCounters } from '../metrics/worker-counters.ts';
import { DECIDING_KINDS, JOB_KINDS } from '../evaluation/protocol/job-kinds.ts';
import { AnswerCollector } from '../evaluation/protocol/answer-batch.ts';
import type { Settled } from '../../evidence/log/worker-log.ts';
import { RecentDecisions } from '../../evidence/recent.ts';
import { WorkerEvidence } from '../../evidence/worker-evidence.ts';
import { createBudget } from '../evaluation/worker/budget.ts';
import { outcomeOf } from '../evaluation/worker/failed-job.ts';
import { handDecided, handRecent } from '../evaluation/worker/hand-decisions.ts';
import { readText } from '../requests/job-body.ts';
import type { WorkerState } from '../evaluation/worker/jobs/job.ts';
import { JOBS } from '../endpoints/jobs.ts';
import {
  RUNNING_JOB,
  type AnswerBatch,
  type CasesOfSuites,
  type FromWorker,
  type JobCaller,
  type JobContext,
  type JobDetails,
  type JobOutcome,
  type MountedRuleset,
  type ToWorker,
  type WorkerStart,
} from '../evaluation/protocol/protocol.ts';
import { oncePerTick } from '../evaluation/protocol/once-per-tick.ts';
import { loadReady, RulesetStore, type ReadyRuleset } from '../evaluation/worker/ruleset-store.ts';
import { SessionStore } from '../evaluation/worker/session-store.ts';
import { createPause } from '../evaluation/main/pause.ts';
import { receiveStart } from '../evaluation/main/start-message.ts';
import { isTrial } from '../tokens/caller.ts';
import { warmUp, type NewRuleset } from '../evaluation/worker/warm-up.ts';
import { WorkerFleet } from '../../store/fleet/worker-fleet.ts';

/**
 * Number of responses after which the first message of a batch is sent, so that the HTTP thread writes them while the
 * worker makes the rest. Otherwise responses are sent at the end of a batch or at a time limit.
 */
const FIRST_ANSWERS = 16;
const FLUSH_MS = 2;
/** In `sync`, waiting batches share a sync up to this many responses, so that HTTP does not run dry. */
const SYNCED_ANSWERS = 32;
/** Or once they are this long: texts of any number and length would not fit into one. */
const FLUSH_CHARACTERS = 1024 * 1024;

const port = parentPort!;
const start = await receiveStart<WorkerStart>(port);
const recent = new RecentDecisions(start.recent, start.recentBytes, start.isShadowed);
const host = {
  warn: (problem: string) => send({ kind: 'warning', problem }),
  checkpoint: (note: string) => send({ kind: 'checkpoint', note }),
};
const evidence = new WorkerEvidence(start.evidence, `worker-${start.place}`, host, recent);
const engineOptions = { ...evidence.engineOptions, limits: start.limits };
const rulesets = new RulesetStore(start.root, engineOptions);
const sessions = new SessionStore(rulesets, start.maxEngineBytes);
let mounted: ReadyRuleset | null = start.mounted === null ? null : loadReady(start.mounted, engineOptions);
const fleet = new WorkerFleet(start.fleetName);
if (mounted !== null) fleet.follow({ ...start.fleet, changes: [] }, mounted.engine);
let prepared: { readonly version: number; readonly ruleset: ReadyRuleset } | null = null;

/** Keeps the warm-up out of the way of requests. */
const pause = createPause();
const NO_CONTEXT: JobContext = {};
const JOB_FUNCTIONS = JOB_KINDS.map((kind) => JOBS[kind]);
/** True if a job decides: its failure means not allowed, and is recorded. */
const DECIDES = JOB_KINDS.map((kind) => DECIDING_KINDS.has(kind));
const NOTHING_RECORDED: Settled = { records: null, kept: null };
const answers = new AnswerCollector();
const budget = createBudget();
/** The collected responses wait for a sync that has not started, and so do these, which are too long for one message. */
let isWaiting = false;
let parked: AnswerBatch[] = [];
const isSynced = start.evidence.log?.files?.sync === true;
/** In `sync` nothing is gained by halves of a batch: each would wait for a sync of its own. */
const firstAnswers = isSynced ? Infinity : FIRST_ANSWERS;
/** Called when all waiting batches are done. */
const sendSoon = oncePerTick(sendRest);
const counters = new WorkerCounters(start.counters, (series) => send({ kind: 'series', series }));

const state: WorkerState = {
  rulesets,
  sessions,
  mounted() {
    fleet.check();
    if (mounted !== null) rulesets.checkAllowed(mounted.compiled.name);
    return mounted;
  },
  fleet: () => fleet.held,
  evidence,
  maxSessionFacts: start.maxSessionFacts,
  maxSessionBytes: start.maxSessionBytes,
  defaultDecision: start.defaultDecision,
  authzenRuleset: start.authzenRuleset,
  approvalSeconds: start.approvalSeconds,
  version: start.version,
  counters,
};

/** Unrequested work is not counted. */
const trialState: WorkerState = {
  ...state,
  counters: new WorkerCounters(new Float64Array(start.counters.length), () => undefined),
};

function send(message: FromWorker): void {
  port.postMessage(message);
}

function doJob(kind: number, body: Uint8Array, details: JobDetails | null, caller: JobCaller): JobOutcome {
  const context = details?.context ?? NO_CONTEXT;
  try {
    const isPacked = context.gzip === true;
    const text = (): string => {
      const read = readText(body, isPacked, context.maxBytes ?? start.maxBodyBytes);
      if (isPacked) evidence.unpacked(read.length);
      return read;
    };
    const session = details?.session ?? null;
    const provided = details?.provided ?? null;
    rulesets.serve(caller.rulesets);
    const result = JOB_FUNCTIONS[kind]!(
      { text, caller, context, session, provided },
      isTrial(caller) ? trialState : state,
    );
    const { status, body: answer, change, mark } = result;
    return { kind: 'answer', status, body: answer, change, mark };
  } catch (error) {
    const failed = outcomeOf(error);
    if (failed.kind === 'refused' && DECIDES[kind] === true) {
      const { code, detail } = failed.refusal;
      evidence.failed({ code, detail }, body);
    }
    return failed;
  }
}

function doBatch({ turn, jobs, ended, provided }: Extract<ToWorker, { readonly kind: 'jobs' }>): void {
  let flushed = performance.now();
  rulesets.startBatch();
  for (const handle of ended) sessions.end(handle);
  for (const ruleset of provided) rulesets.provide(ruleset);
  const { ids, kinds, ends, details, origins, callers, callerOf, bytes } = jobs;
  if (budget.isPast(turn)) {
    send({ kind: 'returned', turn: budget.turn, ids });
    return;
  }
  const begun = flushed;
  let from = 0;
  let done = 0;
  let mostAnswers = firstAnswers;
  if (!callers.every(isTrial)) pause.noteRequest();
  for (const [i, id] of ids.entries()) {
    const to = ends[i]!;
    const more = details[i] ?? null;
    const caller = callers[callerOf[i] ?? 0]!;
    Atomics.store(start.running, RUNNING_JOB, id);
    evidence.begin(origins?.[i] ?? null, to - from, isTrial(caller));
    const outcome = doJob(kinds[i]!, bytes.subarray(from, to), more, caller);
    const session = more?.session ?? null;
    answers.add(id, outcome, session === null ? null : sessions.at(session.handle));
    from = to;
    done++;
    const now = performance.now();
    if (done < ids.length && budget.isSpent(begun, now)) break;
    if (now - flushed < FLUSH_MS && answers.count < mostAnswers && answers.length < FLUSH_CHARACTERS)
      continue;
    answers.took(now - flushed);
    sendAnswers();
    flushed = now;
    mostAnswers = Infinity;
  }
  Atomics.store(start.running, RUNNING_JOB, 0);
  if (answers.count > 0) {
    answers.took(performance.now() - flushed);
    if (isSynced && answers.count < SYNCED_ANSWERS) sendSoon();
    else sendAnswers();
  }
  if (done < ids.length) send({ kind: 'returned', turn: budget.spend(turn), ids: ids.slice(done) });
  countRecords();
  if (start.isShadowed) handDecided(port, recent);
}

function countRecords(): void {
  if (evidence.log === null) return;
  const { recorded, dropped } = evidence.log.takeCounts();
  if (recorded > 0) counters.add('recorded', recorded);
  if (dropped > 0) counters.add('dropped', dropped);
}

function sendRest(): void {
  if (answers.count > 0) sendAnswers();
}

/**
 * Results are recorded before they are returned, as the mode requires. If that fails, the error ends this thread: nothing
 * of the batch was returned, and the next thread starts with the service's state.
 */
function sendAnswers(): void {
  if (isWaiting) {
    if (answers.length >= FLUSH_CHARACTERS) parked.push(answers.take(null));
    return;
  }
  // Everything that arrives before the sync starts is written, synced and returned together.
  const batches: AnswerBatch[] = [];
  const begun = (): void => {
    isWaiting = false;
    batches.push(...parked, answers.take(null));
    parked = [];
  };
  const { records, kept } = evidence.log?.settle(begun) ?? NOTHING_RECORDED;
  if (kept === null) {
    send({ kind: 'answers', answers: answers.take(records) });
    return;
  }
  isWaiting = batches.length === 0;
  kept.then(
    () => batches.forEach((batch) => send({ kind: 'answers', answers: batch })),
    (error: unknown) =>
      setImmediate(() => {
        throw error;
      }),
  );
}

/** First phase of a reload: a module that does not load must show here and not after the swap. */
function prepare(ruleset: MountedRuleset): void {
  const { version } = ruleset;
  try {
    const ready = loadReady(ruleset, engineOptions);
    fleet.fill(ready.engine);
    prepared = { version, ruleset: ready };
    const tried = { ruleset: ready, recorded: recent.all(), cases: [] };
    void warmUp([tried], engineOptions, 'hot').then(() => send({ kind: 'prepared', version, problem: null }));
  } catch (error) {
    send({ kind: 'prepared', version, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** The log's last records and checkpoint. */
function finish(): void {
  try {
    sendRest();
    evidence.log?.close();
  } catch (error) {
    send({ kind: 'warning', problem: `the decision log could not be closed: ${String(error)}` });
  }
  send({ kind: 'finished' });
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'jobs':
      return doBatch(message);
    case 'prepare':
      return prepare(message.ruleset);
    case 'swap':
      if (prepared?.version === message.version) {
        mounted = prepared.ruleset;
        fleet.adopt();
      }
      prepared = null;
      return;
    case 'fleet':
      if (mounted !== null) fleet.follow(message, mounted.engine);
      return;
    case 'keys':
      return evidence.rekey(message.evidence);
    case 'recent':
      return handRecent(port, recent);
    case 'warm-up':
      return void warmUp(startingWith(message.cases), engineOptions, 'hot', pause.rest);
    case 'finish':
      return finish();
    case 'discard':
      if (prepared?.version === message.version) prepared = null;
  }
});

/** The rulesets that the thread starts with. */
function startingWith(cases: CasesOfSuites): readonly NewRuleset[] {
  return (mounted === null ? rulesets.ready() : [mounted]).map((ruleset) => ({
    ruleset,
    recorded: [],
    cases: cases.get(ruleset.hash) ?? [],
  }));
}

for (const ruleset of start.preloaded) rulesets.provide(ruleset);
await warmUp(startingWith(new Map()), engineOptions, 'met');
send({ kind: 'ready' });
// For the first thread of a slot they come when the service takes requests.
if (start.cases !== null) await warmUp(startingWith(start.cases), engineOptions, 'hot', pause.rest);
