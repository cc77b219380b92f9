import type { Source } from '../../compiler/diagnostics/position.ts';
import { chainByHand } from '../javascript/chain.ts';
import { gateByHand } from '../javascript/gate.ts';
import { aggregatesByHand, relationByHand, tableByHand } from '../javascript/knowledge.ts';
import { joinsByHand } from '../javascript/joins.ts';
import { triageIndexed, triagePartIndexed } from '../javascript/triage-indexed.ts';
import { triagePartRuleByRule, triageRuleByRule } from '../javascript/triage-rules.ts';
import type { Case, Request } from '../workloads/workload.ts';
import type { Answer, Evaluate } from './answer.ts';

/**
 * A program written for one ruleset: decision, reason and trace from plain objects. It gets the facts of the session
 * and the ruleset once. It does not validate, read a clock or keep a working memory.
 */
export type ByHand = (session: Case['session'], ruleset: Source) => (facts: Request) => Answer;

/** Programs by system and name of the ruleset's file. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, ByHand>>>> = {
  javascript: {
    'gate.yaml': gateByHand,
    'triage.yaml': triageRuleByRule,
    'triage-part.yaml': triagePartRuleByRule,
    'joins.yaml': joinsByHand,
    'chain.yaml': chainByHand,
    'tables.yaml': tableByHand,
    'relations.yaml': relationByHand,
    'payments.yaml': aggregatesByHand,
  },
  'javascript-indexed': {
    'triage.yaml': triageIndexed,
    'triage-part.yaml': triagePartIndexed,
  },
};

/** Prepares the JavaScript program of a system; null if it has none. */
export function prepareJavaScript(system: string, { sources, session, requests }: Case): Evaluate | null {
  const programs = PROGRAMS[system];
  if (programs === undefined) return null;
  const [source] = sources;
  const program = programs[source!.path];
  if (program === undefined) throw new Error(`no program of ${system} for ${source!.path}`);
  const evaluate = program(session, source!);
  return (request) => evaluate(requests[request]!);
}
