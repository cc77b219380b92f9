import type { Engine } from '../../../runtime/engine.ts';
import { check } from '../../requests/contract-check.ts';
import { ServiceError } from '../../../library/errors.ts';
import { toFleetFact } from '../../../store/fleet/fleet-facts.ts';
import type { FleetFact } from '../../../store/fleet/fleet-log.ts';
import { parseJson, writeJson } from '../../../library/json.ts';
import { FleetFactRequest, FleetFilterRequest } from './contract.ts';
import { readJson } from '../../requests/job-body.ts';
import type { ReadyRuleset } from '../../evaluation/worker/ruleset-store.ts';
import type { FoundFact } from '../../fleet/found-fact.ts';
import { ok, type JobFunction, type JobInput, type WorkerState } from '../../evaluation/worker/jobs/job.ts';

/** `POST /v1/fleet/facts`, first half: the fact as the validation chain leaves it. */
export const readFleetFact: JobFunction = (input, state) => {
  const { template, data } = check(FleetFactRequest, readJson(input.text()));
  const ready = mountedOf(state);
  checkShared(ready.engine, template);
  const fact = toFleetFact(ready.engine, template, data);
  const operation = { template, data: parseJson(fact.data) };
  return ok(writeJson(found(fact, operation, ready, state)));
};

/** `DELETE /v1/fleet/facts`, first half: the facts that go. */
export const matchFleetFacts: JobFunction = (input, state) => {
  const { template, facts } = find(input, state);
  const ready = mountedOf(state);
  const all = facts.map((data) =>
    found({ template, data: writeJson(data) }, { retract: template, filter: data }, ready, state),
  );
  return ok(writeJson(all));
};

/** `POST /v1/fleet/query` */
export const queryFleetFacts: JobFunction = (input, state) =>
  ok(writeJson({ facts: find(input, state).facts }));

function found(
  fact: FleetFact,
  operation: object,
  { engine, hash }: ReadyRuleset,
  { evidence }: WorkerState,
): FoundFact {
  return { ...fact, record: evidence.operationText({ engine, hash }, operation) };
}

function find(
  input: JobInput,
  state: WorkerState,
): { readonly template: string; readonly facts: ReturnType<Engine['query']> } {
  const { template, filter } = check(FleetFilterRequest, readJson(input.text()));
  const { engine } = mountedOf(state);
  checkShared(engine, template);
  return { template, facts: engine.query(template, filter) };
}

function mountedOf(state: WorkerState): ReadyRuleset {
  const mounted = state.mounted();
  if (mounted !== null) return mounted;
  throw new ServiceError('fleet_not_served', 'the server does not belong to a fleet');
}

/** An unknown template is the engine's business. */
function checkShared(engine: Engine, template: string): void {
  if (engine.ruleset.templates.get(template)?.info.scope !== 'session') return;
  throw new ServiceError(
    'scope_error',
    `Template '${template}' has scope 'session' and is not shared`,
    'template',
  );
}
