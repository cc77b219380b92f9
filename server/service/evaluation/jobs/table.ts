import type { JobKind } from '../protocol.ts';
import { assertFact } from './assert-fact.ts';
import { assertFacts } from './assert-facts.ts';
import { authzenEvaluation } from './authzen-evaluation.ts';
import { authzenEvaluations } from './authzen-evaluations.ts';
import { authzenSearch } from './authzen-search.ts';
import { batchData } from './batch-data.ts';
import { createSession } from './create-session.ts';
import { data } from './data.ts';
import { defaultDecision } from './default-decision.ts';
import { evaluate } from './evaluate.ts';
import { evaluateNode } from './evaluate-node.ts';
import { matchFleetFacts, queryFleetFacts, readFleetFact } from './fleet-facts.ts';
import type { JobFunction } from './job.ts';
import { listFacts } from './list-facts.ts';
import { listModules, listRules, listTemplates } from './list.ts';
import { queryFacts } from './query-facts.ts';
import { restoreSession } from './restore-session.ts';
import { retractFacts } from './retract-facts.ts';

/** Every operation of an evaluation worker. */
export const JOBS: Readonly<Record<JobKind, JobFunction>> = {
  'assert-fact': assertFact,
  'assert-facts': assertFacts,
  'authzen-evaluation': authzenEvaluation,
  'authzen-evaluations': authzenEvaluations,
  'authzen-search': authzenSearch,
  'batch-data': batchData,
  'create-session': createSession,
  data,
  'default-decision': defaultDecision,
  evaluate,
  'evaluate-node': evaluateNode,
  'list-facts': listFacts,
  'list-modules': listModules,
  'list-rules': listRules,
  'list-templates': listTemplates,
  'match-fleet-facts': matchFleetFacts,
  'query-facts': queryFacts,
  'query-fleet-facts': queryFleetFacts,
  'read-fleet-fact': readFleetFact,
  'restore-session': restoreSession,
  'retract-facts': retractFacts,
};
