import type { ByHand } from '../systems/javascript.ts';
import type { GivenFact } from '../workloads/workload.ts';
import { Verdict } from './verdict.ts';

interface Agent {
  readonly role: string;
  readonly trust: number;
}

interface Call {
  readonly verb: string;
  readonly sensitivity: string;
  readonly bytes: number;
}

/** W1 as a programmer would write it: every rule is an `if`. */
export const gateByHand: ByHand = () => (facts) => {
  const verdict = new Verdict();
  let agent: Agent | undefined;
  let call: Call | undefined;
  for (const { template, data } of facts) {
    if (template === 'agent') agent = data as GivenFact['data'] & Agent;
    else if (template === 'call') call = data as GivenFact['data'] & Call;
  }
  if (agent === undefined || call === undefined) return verdict;
  const { role, trust } = agent;
  const { verb, sensitivity, bytes } = call;
  if (sensitivity === 'secret' && (role === 'guest' || role === 'worker'))
    verdict.fire('denials::secrets-need-operator', 'deny', 'Secrets are for operators and administrators');
  if (role === 'guest' && (verb === 'write' || verb === 'delete' || verb === 'execute'))
    verdict.fire('denials::guest-may-only-read', 'deny', 'A guest may only read');
  if (trust < 50 && verb === 'execute')
    verdict.fire('denials::execution-needs-trust', 'deny', 'Execution needs a trusted agent');
  if (bytes > 1_000_000 && role !== 'admin')
    verdict.fire('denials::large-transfer', 'escalate', 'More than a megabyte');
  if (role === 'admin') verdict.fire('grants::admin', 'allow', 'Administrators may do anything');
  if (role === 'operator' && (verb === 'read' || verb === 'write' || verb === 'execute'))
    verdict.fire('grants::operator', 'allow', 'Operators read, write and execute');
  if (role === 'worker' && (verb === 'read' || verb === 'write'))
    verdict.fire('grants::worker', 'allow', 'Workers read and write');
  if (role === 'guest' && verb === 'read' && sensitivity === 'public')
    verdict.fire('grants::guest', 'allow', 'Guests read what is public');
  return verdict;
};
