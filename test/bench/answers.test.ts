import { describe, expect, it } from 'vitest';
import type { Answer } from '../../bench/systems/answer.ts';
import { prepareFerrule } from '../../bench/systems/ferrule.ts';
import { prepareJavaScript } from '../../bench/systems/javascript.ts';
import { aggregates } from '../../bench/workloads/aggregates.ts';
import { chain } from '../../bench/workloads/chain.ts';
import { classics } from '../../bench/workloads/classics.ts';
import { gate } from '../../bench/workloads/gate.ts';
import { joins } from '../../bench/workloads/joins.ts';
import { relations } from '../../bench/workloads/relations.ts';
import { tables } from '../../bench/workloads/tables.ts';
import { temporal } from '../../bench/workloads/temporal.ts';
import { triage } from '../../bench/workloads/triage.ts';

function summary({ decision, reason, ruleTrace = [] }: Answer): object {
  return { decision, reason, fired: [...ruleTrace].sort() };
}

const workloads = [gate, triage, joins, chain, tables, relations, aggregates];
/** Of workloads that grow, so many cases are small enough for a test. */
const SMALL: Readonly<Record<string, number>> = { W10: 2, W11: 1, W12: 1 };
const casesOf = await Promise.all(
  workloads.map(async ({ id, cases }) => ({ id, cases: (await cases()).slice(0, SMALL[id]) })),
);
const byHand = casesOf.flatMap(({ id, cases }) =>
  cases.flatMap((given) =>
    given.systems
      .filter((system) => system.startsWith('javascript'))
      .map((system) => ({ id, label: given.label, system, given })),
  ),
);

describe('what the benchmark measures', () => {
  it.each(byHand)('$id $label: $system decides as ferrule does', async ({ system, given }) => {
    const ferrule = await prepareFerrule(given);
    const program = prepareJavaScript(system, given)!;
    for (const request of given.requests.keys()) {
      expect(summary(await program(request))).toEqual(summary(await ferrule(request)));
    }
  });

  it('solves Miss Manners and labels every edge of the drawing', async () => {
    for (const given of await classics.cases()) {
      expect(await (await prepareFerrule(given))(0)).toMatchObject({ decision: 'allow' });
    }
  });

  it('counts the same events among few and many', async () => {
    const [few, many] = await Promise.all((await temporal.cases()).map(prepareFerrule));
    const agents = [0, 1, 2, 3, 4];
    const decisions = async (evaluate: typeof few): Promise<unknown[]> =>
      Promise.all(agents.map(async (request) => (await evaluate!(request)).reason));
    expect(new Set(await decisions(few)).size).toBeGreaterThan(1);
    expect(new Set(await decisions(many)).size).toBeGreaterThan(1);
  });
});
