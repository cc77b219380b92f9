/** Entry of an evaluation worker: parses, validates, evaluates and serialises, one job after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { FerruleError } from '../../runtime/errors.ts';
import { ServiceError } from '../errors.ts';
import { Detour } from './detour.ts';
import { readText } from './job-body.ts';
import type { WorkerState } from './jobs/job.ts';
import { JOBS } from './jobs/table.ts';
import {
  RUNNING_JOB,
  type FromWorker,
  type Job,
  type JobAnswer,
  type JobContext,
  type JobOutcome,
  type MountedRuleset,
  type ToWorker,
  type WorkerStart,
} from './protocol.ts';
import { refusalOf } from './refusal.ts';
import { loadReady, RulesetStore, type ReadyRuleset } from './ruleset-store.ts';
import { SessionStore } from './session-store.ts';
import { WorkerFleet } from './worker-fleet.ts';

/** Answers are sent at the end of a batch, and in between once the batch has taken this long. */
const FLUSH_MS = 2;

const start = workerData as WorkerStart;
const port = parentPort!;
const rulesets = new RulesetStore(start.root);
const sessions = new SessionStore(rulesets);
let mounted: ReadyRuleset | null = start.mounted === null ? null : loadReady(start.mounted);
const fleet = new WorkerFleet();
if (mounted !== null) fleet.reset(start.fleet, mounted.engine);
let prepared: { readonly version: number; readonly ruleset: ReadyRuleset } | null = null;

const NO_CONTEXT: JobContext = {};

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

function doJob(job: Job, bytes: Uint8Array): JobOutcome {
  const { session, provided } = job;
  const context = job.context ?? NO_CONTEXT;
  try {
    const text = (): string =>
      readText(bytes.subarray(job.start, job.end), context.gzip === true, start.maxBodyBytes);
    const { status, body, change } = JOBS[job.kind]({ text, context, session, provided }, state);
    return { kind: 'answer', status, body, change };
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

function doBatch(message: Extract<ToWorker, { readonly kind: 'jobs' }>): void {
  rulesets.startBatch();
  for (const id of message.ended) sessions.end(id);
  for (const ruleset of message.provided) rulesets.provide(ruleset);
  let answers: JobAnswer[] = [];
  let flushed = performance.now();
  for (const job of message.jobs) {
    Atomics.store(start.running, RUNNING_JOB, job.id);
    const outcome = doJob(job, message.bytes);
    answers.push({ id: job.id, outcome, holds: job.session !== null && sessions.holds(job.session.id) });
    const now = performance.now();
    if (now - flushed < FLUSH_MS) continue;
    send({ kind: 'answers', answers });
    answers = [];
    flushed = now;
  }
  Atomics.store(start.running, RUNNING_JOB, 0);
  if (answers.length > 0) send({ kind: 'answers', answers });
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
