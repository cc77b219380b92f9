import type { JobKind } from '../evaluation/protocol/job-kinds.ts';
import { assertFact } from './assert-fact/job.ts';
import { assertFacts } from './assert-facts/job.ts';
import { authzenEvaluation } from './authzen/evaluation-job.ts';
import { authzenEvaluations } from './authzen/evaluations-job.ts';
import { authzenSearch } from './authzen-search/job.ts';
import { batchData } from './batch-data/job.ts';
import { call } from './calls/job.ts';
import { createSession } from './create-session/job.ts';
import { data } from './data/job.ts';
import { decide } from './decisions/job.ts';
import { defaultDecision } from './default-decision/job.ts';
import { envoy, readEnvoy } from './envoy/job.ts';
import { evaluate } from './evaluate/job.ts';
import { evaluateNode } from '../evaluation/worker/jobs/evaluate-node.ts';
import { matchFleetFacts, queryFleetFacts, readFleetFact } from './fleet-facts/job.ts';
import type { JobFunction } from '../evaluation/worker/jobs/job.ts';
import { listFacts } from '../evaluation/worker/jobs/list-facts.ts';
import { listModules, listRules, listTemplates } from './list/job.ts';
import { queryFacts } from './query-facts/job.ts';
import { readAccess } from './access-request/job.ts';
import { readRun } from './enqueue-run/job.ts';
import { restoreSession } from '../evaluation/worker/jobs/restore-session.ts';
import { retractFacts } from './retract-facts/job.ts';

/** Every operation of an evaluation worker. */
export const JOBS: Readonly<Record<JobKind, JobFunction>> = {
  'assert-fact': assertFact,
  'assert-facts': assertFacts,
  'authzen-evaluation': authzenEvaluation,
  'authzen-evaluations': authzenEvaluations,
  'authzen-search': authzenSearch,
  'batch-data': batchData,
  call,
  'create-session': createSession,
  data,
  decide,
  'default-decision': defaultDecision,
  envoy,
  evaluate,
  'evaluate-node': evaluateNode,
  'list-facts': listFacts,
  'list-modules': listModules,
  'list-rules': listRules,
  'list-templates': listTemplates,
  'match-fleet-facts': matchFleetFacts,
  'query-facts': queryFacts,
  'query-fleet-facts': queryFleetFacts,
  'read-access': readAccess,
  'read-envoy': readEnvoy,
  'read-fleet-fact': readFleetFact,
  'read-run': readRun,
  'restore-session': restoreSession,
  'retract-facts': retractFacts,
};
