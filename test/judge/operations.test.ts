/**
 * A scoped evaluation depends only on the ruleset, the facts and the clock: whatever an engine did before, a new one with
 * the same facts gives the same result. Uses the smallest thresholds, so that few facts take the code paths for many.
 */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import type { FactOutput } from '../../runtime/facts/read-facts.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programCase } from '../../tools/judge/program.ts';
import { DRAWN, freshSeed } from './judge-drawn.ts';
import { full } from '../full.ts';

vi.mock('../../runtime/engine/thresholds.ts', async (original) =>
  (await import('./smallest.ts')).smallest(original<object>),
);
vi.mock('../../compiler/thresholds.ts', async (original) =>
  (await import('./smallest.ts')).smallest(original<object>),
);

const CHECKED = Math.ceil(0.6 * DRAWN);
const MATCHES = 20_000;
const OPTIONS = { now: () => 0, limits: { firings: 60, matches: MATCHES } };
const TOO_MUCH = `evaluation_limit: More than ${MATCHES} matches`;
const KINDS = ['hold', 'hold', 'ask', 'ask', 'ask', 'run', 'retract', 'clear'] as const;

interface Operation {
  readonly kind: (typeof KINDS)[number];
  /** Which of the program's facts. */
  readonly picks: readonly number[];
}

const operations: fc.Arbitrary<readonly Operation[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), picks: fc.array(fc.nat(99), { maxLength: 6 }) }),
  { minLength: 4, maxLength: 16 },
);

/** As JSON, with every digit. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? `${one}n` : Object.is(one, -0) ? '-0' : one,
  );
}

/** The answer, or what it fails with. */
function told(operate: () => unknown): unknown {
  try {
    return shown(operate());
  } catch (error) {
    if (error instanceof FerruleError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

function ask(engine: Engine, facts: readonly FactOutput[]): unknown {
  return told(() => {
    const { durationUs: _, ...result } = engine.evaluate({ scoped: true, facts, include: ['facts'] });
    return result;
  });
}

function checkOperations(
  ruleset: CompiledRuleset,
  pool: readonly FactOutput[],
  done: readonly Operation[],
): void {
  const engine = new Engine(ruleset, OPTIONS);
  for (const { kind, picks } of done) {
    const facts = picks.flatMap((pick) => pool[pick % pool.length] ?? []);
    if (kind === 'hold') told(() => engine.assertFacts(facts));
    else if (kind === 'run') told(() => engine.evaluate());
    else if (kind === 'clear') told(() => engine.clearFacts());
    else if (kind === 'retract')
      for (const { template, data } of facts) told(() => engine.retract(template, data));
    else {
      const fresh = new Engine(ruleset, OPTIONS);
      const held = told(() => engine.facts().map((fact) => fresh.assertFacts([fact])));
      // The amount of matching at once depends on earlier matches, so such a limit does not count as a result.
      const answers = [ask(engine, facts), ask(fresh, facts)];
      if (held === TOO_MUCH || answers.includes(TOO_MUCH)) return;
      expect(answers[0]).toBe(answers[1]);
    }
  }
}

it('the same facts give the same result, whatever happened before', () => {
  const seed = freshSeed('operations');
  let checked = 0;
  // Four in ten programs can never hold or are refused otherwise, so more are drawn than checked.
  for (const { yaml, phases } of drawPrograms(seed, 2 * DRAWN, FEATURES).map(programCase)) {
    if (checked === CHECKED) break;
    const compilation = compileSources([{ path: 'ruleset.yaml', text: yaml }]);
    if (!compilation.ok) continue;
    const ruleset = loadRuleset(compilation.javascript());
    const pool = phases.flat() as readonly FactOutput[];
    // Rows of relations may be what rules raise errors over.
    if (told(() => new Engine(ruleset, OPTIONS).size) !== '0') continue;
    try {
      fc.assert(
        fc.property(operations, (done) => checkOperations(ruleset, pool, done)),
        { seed, numRuns: full(10, 5) },
      );
    } catch (error) {
      throw new Error(`${String(error)}\n${String((error as Error).cause)}\n${yaml}\n${shown(pool)}`, {
        cause: error,
      });
    }
    checked++;
  }
  expect(checked).toBe(CHECKED);
});
