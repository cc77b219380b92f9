import type { Engine } from '../../../../runtime/engine.ts';
import { check } from '../../http/contract-check.ts';
import { ServiceError } from '../../../errors.ts';
import { toFleetFact } from '../../../fleet/fleet-facts.ts';
import { writeJson } from '../../../library/json.ts';
import { FleetFactRequest, FleetFilterRequest } from '../../contracts/fleet-facts.ts';
import { readJson } from '../job-body.ts';
import { ok, type JobFunction, type JobInput, type WorkerState } from './job.ts';

/** `POST /v1/fleet/facts`, first half: the fact as the validation chain leaves it. */
export const readFleetFact: JobFunction = (input, state) => {
  const { template, data } = check(FleetFactRequest, readJson(input.text()));
  const engine = engineOf(state);
  checkShared(engine, template);
  return ok(writeJson(toFleetFact(engine, template, data)));
};

/** `DELETE /v1/fleet/facts`, first half: the facts that go. */
export const matchFleetFacts: JobFunction = (input, state) => {
  const { template, facts } = find(input, state);
  return ok(writeJson(facts.map((data) => ({ template, data: writeJson(data) }))));
};

/** `POST /v1/fleet/query` */
export const queryFleetFacts: JobFunction = (input, state) =>
  ok(writeJson({ facts: find(input, state).facts }));

function find(
  input: JobInput,
  state: WorkerState,
): { readonly template: string; readonly facts: ReturnType<Engine['query']> } {
  const { template, filter } = check(FleetFilterRequest, readJson(input.text()));
  const engine = engineOf(state);
  checkShared(engine, template);
  return { template, facts: engine.query(template, filter) };
}

function engineOf(state: WorkerState): Engine {
  const mounted = state.mounted();
  if (mounted !== null) return mounted.engine;
  throw new ServiceError('fleet_not_served', 'the server is of no fleet');
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
