import { chainByHand } from '../javascript/chain.ts';
import { gateByHand } from '../javascript/gate.ts';
import { joinsByHand } from '../javascript/joins.ts';
import { triageByHand, triagePartByHand } from '../javascript/triage.ts';
import type { Case, Request } from '../workloads/workload.ts';
import type { Answer, Evaluate } from './answer.ts';

/** A program written for one ruleset. It gets the facts of the session once. */
export type ByHand = (session: Case['session']) => (facts: Request) => Answer;

/** By name of the ruleset's file. */
const PROGRAMS: Readonly<Record<string, ByHand>> = {
  'gate.yaml': gateByHand,
  'triage.yaml': triageByHand,
  'triage-part.yaml': triagePartByHand,
  'joins.yaml': joinsByHand,
  'chain.yaml': chainByHand,
};

export function prepareJavaScript({ sources, session, requests }: Case): Promise<Evaluate> {
  const path = sources[0]!.path;
  const program = PROGRAMS[path];
  if (program === undefined) throw new Error(`no JavaScript was written for ${path}`);
  const evaluate = program(session);
  return Promise.resolve((request) => evaluate(requests[request]!));
}
