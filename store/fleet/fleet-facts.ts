import type { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { heldShared } from '../../runtime/facts/held-facts.ts';
import { parseJson, writeJson } from '../../library/json.ts';
import type { FleetChange, FleetFact } from './fleet-log.ts';

/** A fact as the fleet keeps it. Throws ValidationError for one that does not fit, or whose template is not shared. */
export function toFleetFact(
  engine: Engine,
  template: string,
  data: Readonly<Record<string, unknown>>,
): FleetFact {
  const read = writeJson(heldShared(engine.ruleset, template, data));
  if (engine.ruleset.templates.get(template)?.info.scope === 'fleet') return { template, data: read };
  throw new FerruleError(
    'invalid_argument',
    `Template '${template}' has scope 'session' and is not shared`,
    template,
  );
}

/** Puts these in the place of all shared facts. */
export function resetShared(engine: Engine, facts: readonly FleetFact[]): void {
  for (const { name, scope } of engine.describe().templates) if (scope === 'fleet') engine.retract(name);
  engine.assertShared(facts.map(({ template, data }) => ({ template, data: readData(data) })));
}

export function applyShared(engine: Engine, { kind, template, data }: FleetChange): void {
  if (kind === 'assert') engine.assertShared([{ template, data: readData(data) }]);
  // Every slot is named, so the filter finds this fact and no other.
  else engine.retract(template, readData(data));
}

function readData(data: string): Readonly<Record<string, unknown>> {
  return parseJson(data) as Readonly<Record<string, unknown>>;
}
