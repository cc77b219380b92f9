/** Entry of an evaluation worker: parses, validates, evaluates and serialises, one job after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../errors.ts';
import { WorkerCounters } from '../../metrics/worker-counters.ts';
import { AnswerCollector } from './answer-batch.ts';
import type { Settled } from '../../evidence/log/worker-log.ts';
import { RecentDecisions } from '../../evidence/recent.ts';
import { WorkerEvidence } from '../../evidence/worker-evidence.ts';
import { Detour } from './detour.ts';
import { readText } from './job-body.ts';
import type { WorkerState } from './jobs/job.ts';
import { JOBS } from './jobs/table.ts';
import {
  DECIDING_KINDS,
  JOB_KINDS,
  RUNNING_JOB,
  type AnswerBatch,
  type FromWorker,
  type JobCaller,
  type JobContext,
  type JobDetails,
  type JobOutcome,
  type MountedRuleset,
  type ToWorker,
  type WorkerStart,
} from './protocol.ts';
import { oncePerTick } from './once-per-tick.ts';
import { knownRefusal } from './refusal.ts';
import { loadReady, RulesetStore, type ReadyRuleset } from './ruleset-store.ts';
import { SessionStore } from './session-store.ts';
import { isTrial } from '../../tokens/caller.ts';
import { warmUp } from './warm-up.ts';
import { WorkerFleet } from './worker-fleet.ts';

/**
 * Answers are sent at the end of a batch, and in between whenever it has taken so long. The first are sent once there are
 * so many: the HTTP thread writes them while the others are made.
 */
const FIRST_ANSWERS = 16;
const FLUSH_MS = 2;
/** In `sync` batches that are there together share a sync, until there are so many answers: HTTP is not to run dry. */
const SYNCED_ANSWERS = 32;
/** Or once they are this long: texts of any number and length would not fit into one. */
const FLUSH_CHARACTERS = 1024 * 1024;

const start = workerData as WorkerStart;
const port = parentPort!;
const recent = new RecentDecisions(start.recent, start.recentBytes, start.isShadowed);
const host = {
  warn: (problem: string) => send({ kind: 'warning', problem }),
  checkpoint: (note: string) => send({ kind: 'checkpoint', note }),
};
const evidence = new WorkerEvidence(start.evidence, `worker-${start.place}`, host, recent);
const engineOptions = { ...evidence.engineOptions, limits: { inputFacts: start.maxInputFacts } };
const rulesets = new RulesetStore(start.root, engineOptions);
const sessions = new SessionStore(rulesets, start.maxEngineBytes);
let mounted: ReadyRuleset | null = start.mounted === null ? null : loadReady(start.mounted, engineOptions);
const fleet = new WorkerFleet(start.fleetName);
if (mounted !== null) fleet.follow({ ...start.fleet, changes: [] }, mounted.engine);
let prepared: { readonly version: number; readonly ruleset: ReadyRuleset } | null = null;

const NO_CONTEXT: JobContext = {};
const JOB_FUNCTIONS = JOB_KINDS.map((kind) => JOBS[kind]);
/** Whether a job decides: its failure is one not to allow, and recorded. */
const DECIDES = JOB_KINDS.map((kind) => DECIDING_KINDS.has(kind));
const NOTHING_RECORDED: Settled = { records: null, kept: null };
const answers = new AnswerCollector();
/** The answers there are wait for a sync that has not begun, and so do these, which are too long for one message. */
let isWaiting = false;
let parked: AnswerBatch[] = [];
const isSynced = start.evidence.log?.files?.sync === true;
/** In `sync` nothing is gained by halves of a batch: each would wait for a sync of its own. */
const firstAnswers = isSynced ? Infinity : FIRST_ANSWERS;
/** When all batches that are there are done. */
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

/** What nobody asked for is not counted. */
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
      const read = readText(body, isPacked, start.maxBodyBytes);
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
    if (error instanceof Detour) {
      const { to } = error;
      if ('ruleset' in to) return { kind: 'needs', ruleset: to.ruleset };
      return 'session' in to ? { kind: 'redirect', session: to.session } : { kind: 'lost' };
    }
    const refusal = knownRefusal(error);
    const {
      code,
      message: detail,
      field,
      issues,
    } = refusal ?? new ServiceError('internal_error', 'the request could not be handled');
    const log =
      refusal !== null ? null : error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (DECIDES[kind] === true) evidence.failed({ code, detail }, body);
    return { kind: 'refused', refusal: { code, detail, field, issues }, log };
  }
}

function doBatch({ jobs, ended, provided }: Extract<ToWorker, { readonly kind: 'jobs' }>): void {
  let flushed = performance.now();
  rulesets.startBatch();
  for (const handle of ended) sessions.end(handle);
  for (const ruleset of provided) rulesets.provide(ruleset);
  const { ids, kinds, ends, details, origins, callers, callerOf, bytes } = jobs;
  let from = 0;
  let mostAnswers = firstAnswers;
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
    const now = performance.now();
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
  countRecords();
  if (start.isShadowed) send({ kind: 'decided', decisions: recent.takeFresh() });
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
 * What is answered is recorded first, as the mode says. When that cannot be done, the error ends this thread: nothing
 * of the batch was answered, and the next thread begins with what the service knows.
 */
function sendAnswers(): void {
  if (isWaiting) {
    if (answers.length >= FLUSH_CHARACTERS) parked.push(answers.take(null));
    return;
  }
  // All that comes before the sync begins is written, synced and answered together.
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
    void warmUp([tried], engineOptions).then(() => send({ kind: 'prepared', version, problem: null }));
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
      return send({ kind: 'recent', decisions: recent.all() });
    case 'finish':
      return finish();
    case 'discard':
      if (prepared?.version === message.version) prepared = null;
  }
});

for (const ruleset of start.preloaded) rulesets.provide(ruleset);
const starting = (mounted === null ? rulesets.ready() : [mounted]).map((ruleset) => ({
  ruleset,
  recorded: [],
  cases: start.cases.get(ruleset.hash) ?? [],
}));
await warmUp(starting, engineOptions);
send({ kind: 'ready' });
