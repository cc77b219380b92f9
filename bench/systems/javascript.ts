import { chainByHand } from '../javascript/chain.ts';
import { gateByHand } from '../javascript/gate.ts';
import { joinsByHand } from '../javascript/joins.ts';
import { triageIndexed, triagePartIndexed } from '../javascript/triage-indexed.ts';
import { triagePartRuleByRule, triageRuleByRule } from '../javascript/triage-rules.ts';
import type { Case, Request } from '../workloads/workload.ts';
import type { Answer, Evaluate } from './answer.ts';

/**
 * A program written for one ruleset: decision, reason and trace from plain objects. It gets the facts of the session
 * once. It does not validate, read a clock or keep a working memory.
 */
export type ByHand = (session: Case['session']) => (facts: Request) => Answer;

/** Programs by system and name of the ruleset's file. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, ByHand>>>> = {
  javascript: {
    'gate.yaml': gateByHand,
    'triage.yaml': triageRuleByRule,
    'triage-part.yaml': triagePartRuleByRule,
    'joins.yaml': joinsByHand,
    'chain.yaml': chainByHand,
  },
  'javascript-indexed': {
    'triage.yaml': triageIndexed,
    'triage-part.yaml': triagePartIndexed,
  },
};

/** Null for a system that is no program of these. */
export function prepareJavaScript(system: string, { sources, session, requests }: Case): Evaluate | null {
  const programs = PROGRAMS[system];
  if (programs === undefined) return null;
  const path = sources[0]!.path;
  const program = programs[path];
  if (program === undefined) throw new Error(`no program of ${system} for ${path}`);
  const evaluate = program(session);
  return (request) => evaluate(requests[request]!);
}
