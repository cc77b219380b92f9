/** Entry of an evaluation worker: parses, validates, evaluates and serialises, one job after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { FerruleError } from '../../runtime/errors.ts';
import { ServiceError } from '../errors.ts';
import { AnswerCollector } from './answer-batch.ts';
import { Detour } from './detour.ts';
import { readText } from './job-body.ts';
import type { WorkerState } from './jobs/job.ts';
import { JOBS } from './jobs/table.ts';
import {
  JOB_KINDS,
  RUNNING_JOB,
  type FromWorker,
  type JobContext,
  type JobDetails,
  type JobOutcome,
  type MountedRuleset,
  type ToWorker,
  type WorkerStart,
} from './protocol.ts';
import { refusalOf } from './refusal.ts';
import { loadReady, RulesetStore, type ReadyRuleset } from './ruleset-store.ts';
import { SessionStore } from './session-store.ts';
import { WorkerFleet } from './worker-fleet.ts';

/** Answers are sent at the end of a batch, and in between once there are so many, or once it has taken so long. */
const MOST_ANSWERS = 32;
const FLUSH_MS = 2;
/** Or once they are this long: texts of any number and length would not fit into one. */
const FLUSH_CHARACTERS = 1024 * 1024;

const start = workerData as WorkerStart;
const port = parentPort!;
const rulesets = new RulesetStore(start.root);
const sessions = new SessionStore(rulesets);
let mounted: ReadyRuleset | null = start.mounted === null ? null : loadReady(start.mounted);
const fleet = new WorkerFleet();
if (mounted !== null) fleet.reset(start.fleet, mounted.engine);
let prepared: { readonly version: number; readonly ruleset: ReadyRuleset } | null = null;

const NO_CONTEXT: JobContext = {};
const JOB_FUNCTIONS = JOB_KINDS.map((kind) => JOBS[kind]);
const answers = new AnswerCollector();

const state: WorkerState = {
  rulesets,
  sessions,
  mounted() {
    fleet.check();
    return mounted;
  },
  maxSessionFacts: start.maxSessionFacts,
  defaultDecision: start.defaultDecision,
  version: start.version,
};

function send(message: FromWorker): void {
  port.postMessage(message);
}

function doJob(kind: number, body: Uint8Array, details: JobDetails | null): JobOutcome {
  const context = details?.context ?? NO_CONTEXT;
  try {
    const text = (): string => readText(body, context.gzip === true, start.maxBodyBytes);
    const session = details?.session ?? null;
    const provided = details?.provided ?? null;
    const result = JOB_FUNCTIONS[kind]!({ text, context, session, provided }, state);
    return { kind: 'answer', status: result.status, body: result.body, change: result.change };
  } catch (error) {
    if (error instanceof Detour) {
      return 'ruleset' in error.to
        ? { kind: 'needs', ruleset: error.to.ruleset }
        : { kind: 'redirect', session: error.to.session };
    }
    const known = error instanceof ServiceError || error instanceof FerruleError;
    const refusal = known
      ? refusalOf(error)
      : new ServiceError('internal_error', 'the request could not be handled');
    const { code, message: detail, field, issues } = refusal;
    const log = known ? null : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'refused', refusal: { code, detail, field, issues }, log };
  }
}

function doBatch({ jobs, ended, provided }: Extract<ToWorker, { readonly kind: 'jobs' }>): void {
  rulesets.startBatch();
  for (const id of ended) sessions.end(id);
  for (const ruleset of provided) rulesets.provide(ruleset);
  const { ids, kinds, ends, details, bytes } = jobs;
  let flushed = performance.now();
  let from = 0;
  for (const [i, id] of ids.entries()) {
    const to = ends[i]!;
    const more = details[i] ?? null;
    Atomics.store(start.running, RUNNING_JOB, id);
    const outcome = doJob(kinds[i]!, bytes.subarray(from, to), more);
    const session = more?.session ?? null;
    answers.add(id, outcome, session !== null && sessions.holds(session.id));
    from = to;
    const now = performance.now();
    if (now - flushed < FLUSH_MS && answers.count < MOST_ANSWERS && answers.length < FLUSH_CHARACTERS)
      continue;
    send({ kind: 'answers', answers: answers.take() });
    flushed = now;
  }
  Atomics.store(start.running, RUNNING_JOB, 0);
  if (answers.count > 0) send({ kind: 'answers', answers: answers.take() });
}

/** First phase of a reload: a module that does not load must show here and not after the swap. */
function prepare(ruleset: MountedRuleset): void {
  const { version } = ruleset;
  try {
    const ready = loadReady(ruleset);
    fleet.fill(ready.engine);
    prepared = { version, ruleset: ready };
    send({ kind: 'prepared', version, problem: null });
  } catch (error) {
    send({ kind: 'prepared', version, problem: error instanceof Error ? error.message : String(error) });
  }
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
      if (mounted === null) return;
      if (message.facts !== null) fleet.reset(message.facts, mounted.engine);
      fleet.apply(message.changes, mounted.engine);
      return;
    case 'discard':
      if (prepared?.version === message.version) prepared = null;
  }
});

send({ kind: 'ready' });
