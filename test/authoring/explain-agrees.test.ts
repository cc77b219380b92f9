import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { CompileError, Engine, type Explanation } from '../../library/node/engine.ts';
import { programs } from '../../tools/judge/draw.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { JUDGE_NOW_MS } from '../../library/node/clips/host-functions.ts';
import { programYaml, type Program } from '../../tools/judge/program.ts';
import type { FactDraft } from '../../library/node/clips/facts.ts';
import { full } from '../full.ts';

const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() & 0x7fffffff);
const PROGRAMS = full(60, 8);

/** The engine of a program and the facts of its first run; null: it does not compile, or its facts are refused. */
async function start(
  program: Program,
): Promise<{ readonly engine: Engine; readonly facts: readonly FactDraft[] } | null> {
  try {
    const engine = await Engine.fromSources([{ path: 'drawn.yaml', text: programYaml(program) }], {
      now: () => JUDGE_NOW_MS,
      limits: { firings: 300, matches: 20_000 },
    });
    const facts = program.phases[0] ?? [];
    engine.evaluate({ scoped: true, facts });
    return { engine, facts };
  } catch (error) {
    if (error instanceof FerruleError || error instanceof CompileError) return null;
    throw error;
  }
}

it('an explanation reports exactly the firings that happened', async () => {
  await fc.assert(
    fc.asyncProperty(programs(FEATURES), async (program) => {
      const started = await start(program);
      if (started === null) return;
      const { engine, facts } = started;
      const result = engine.evaluate({ scoped: true, facts, include: ['firings', 'facts'] });
      const told = await engine.explain({ facts });
      expect(told.firings.map(({ rule }) => rule)).toEqual(result.ruleTrace);
      expect([told.decision, told.reason]).toEqual([result.decision, result.reason]);
      expect(
        told.firings.map(({ matched }) => matched.map(({ fact }) => told.facts[fact - 1]?.data)),
      ).toEqual(result.firings?.map((firing) => firing.facts.map(({ data }) => data)));
      const left = told.facts.filter(({ retracted_by: taker }) => taker === null);
      expect(left.map(({ template, data }) => ({ template, data }))).toEqual(
        result.facts?.map(({ template, data }) => ({ template, data })),
      );
      const fired = new Set(result.ruleTrace);
      const others = engine.describe().rules.flatMap(({ name }) => (fired.has(name) ? [] : [name]));
      expect(told.not_fired.map(({ rule }) => rule).sort()).toEqual(others.sort());
      checkReasons(told, program);
    }),
    { seed, numRuns: PROGRAMS },
  );
});

/** Where no firing changes facts, a rule that did not fire has no match: one that has would have fired. */
function checkReasons(told: Explanation, program: Program): void {
  const changing = told.facts.some(
    ({ derived_by: maker, retracted_by: taker }) => maker !== null || taker !== null,
  );
  // Retracting the only facts of a rule leaves it without a match; asserting what is there changes nothing.
  if (changing) return;
  for (const { kind, rule } of told.not_fired) {
    const asserts = program.rules.some(({ then }) => 'modify' in then);
    if (!asserts) expect([rule, kind === 'blocked' || kind === 'unknown']).toEqual([rule, true]);
  }
}

it('a value that is reported as missing gets a rule further', async () => {
  const features = FEATURES.filter(
    (one) => !['retract', 'modify', 'groups', 'negation', 'errors'].includes(one),
  );
  await fc.assert(
    fc.asyncProperty(programs(features), async (program) => {
      const started = await start(program);
      if (started === null) return;
      const { engine, facts } = started;
      const told = await engine.explain({ facts });
      // Equal facts are one: the number of a fact is its place only where all are different.
      if (told.facts.filter(({ derived_by: maker }) => maker === null).length !== facts.length) return;
      for (const why of told.not_fired) {
        const [candidate] = why.stuck?.candidates ?? [];
        const [condition] = candidate?.failed ?? [];
        if (candidate === undefined || condition === undefined || candidate.failed.length !== 1) continue;
        const isGiven = candidate.fact <= facts.length && why.passed === why.matched.length;
        if (!isGiven || condition.operator !== 'equals' || condition.with.length !== 1) continue;
        if (why.matched.some(({ fact }) => fact === candidate.fact || fact > facts.length)) continue;
        const changed = facts.map((fact, i) =>
          i + 1 === candidate.fact
            ? { ...fact, data: { ...fact.data, [condition.slot]: condition.with[0]?.value } }
            : fact,
        );
        const again = await engine.explain({ facts: changed, rule: why.rule }).catch((error: unknown) => {
          if (error instanceof FerruleError) return null;
          throw error;
        });
        const [after] = again?.not_fired ?? [];
        if (again !== null && after !== undefined && after.kind === 'blocked')
          expect([why.rule, after.passed > why.passed]).toEqual([why.rule, true]);
      }
    }),
    { seed, numRuns: PROGRAMS },
  );
});

it('every reported change leads to the reported decision', async () => {
  await fc.assert(
    fc.asyncProperty(programs(['negation', 'text', 'booleans']), async (program) => {
      const started = await start(program);
      if (started === null) return;
      const { engine } = started;
      const facts = started.facts.slice(0, 3);
      const told = await engine.explain({ facts, flip: true }).catch(() => null);
      const given = told?.facts.filter(({ derived_by: maker }) => maker === null) ?? [];
      for (const { changes, decision } of told?.flips?.found ?? []) {
        expect(decision).not.toBe(told?.decision);
        const kept = given.flatMap(({ id, template, data }) => {
          const own = changes.filter((one) => 'fact' in one && one.fact === id);
          if (own.some(({ kind }) => kind === 'remove')) return [];
          const slots = own.flatMap((one) => (one.kind === 'slot' ? [[one.slot, one.to] as const] : []));
          return [{ template, data: { ...data, ...Object.fromEntries(slots) } }];
        });
        const added = changes.flatMap((one) =>
          one.kind === 'add' ? [{ template: one.template, data: one.data }] : [],
        );
        expect(engine.evaluate({ scoped: true, facts: [...kept, ...added] }).decision).toBe(decision);
      }
    }),
    { seed, numRuns: 12 },
  );
});
