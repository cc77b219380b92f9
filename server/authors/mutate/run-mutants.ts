import { CompileError } from '../../library/compile-error.ts';
import { Engine } from '../../library/engine.ts';
import { loadRuleset } from '../../library/load-ruleset.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { runCase } from '../run/run-case.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import type { TestCase } from '../suite/suite.ts';
import { candidatesOf, findDistinguishing, type Candidate, type Distinguished } from './distinguish.ts';
import type { Request } from './outcome.ts';
import { mutationsOf, type Mutation } from './mutations.ts';

export interface Survivor extends Pick<Mutation, 'file' | 'line' | 'column' | 'rule' | 'what'> {
  /** Facts that tell it apart; null: none were found. */
  readonly told: Distinguished | null;
}

/** What became of the mutants of one ruleset. */
export interface MutationReport {
  readonly ruleset: string;
  readonly found: number;
  readonly survivors: readonly Survivor[];
  /** Changes that make the same matcher: no facts tell them apart. */
  readonly equivalent: number;
  /** Changes for which the time did not suffice. */
  readonly untried: number;
}

/**
 * Changes a ruleset in one place after the other and runs the cases on it until one fails.
 *
 * @param cases which all pass on the ruleset as it is
 * @param until reading of `performance.now` after which no change is tried
 */
export async function runMutants(
  ruleset: TestRuleset,
  cases: readonly { readonly one: TestCase; readonly now: number }[],
  lenient: boolean,
  until: number,
): Promise<MutationReport> {
  const { plain, mutations } = mutationsOf(ruleset.sources);
  const name = ruleset.engine.name;
  const unchanged = compileOrThrow(plain, { name, lenient });
  const original = unchanged.clips();
  const requests = cases.flatMap(({ one, now }): readonly Request[] =>
    one.steps === null && one.input === null && one.expect?.error === undefined
      ? [{ facts: one.facts, now: one.now, otherwise: now }]
      : [],
  );
  let made: readonly Candidate[] | null = null;
  const candidates = (): readonly Candidate[] =>
    (made ??= candidatesOf(ruleset, unchanged.ruleset, requests));
  const survivors: Survivor[] = [];
  let [found, equivalent, untried] = [0, 0, 0];
  for (const mutation of mutations) {
    if (performance.now() > until) {
      untried++;
      continue;
    }
    const mutant = makeMutant(ruleset, mutation, lenient, original);
    if (mutant === 'invalid') continue;
    if (mutant === 'equivalent') equivalent++;
    else if (await isFound(mutant, cases)) found++;
    else {
      const { file, line, column, rule, what } = mutation;
      survivors.push({
        file,
        ...{ line, column },
        rule,
        what,
        told: findDistinguishing(mutant, candidates()),
      });
    }
  }
  return { ruleset: ruleset.path, found, survivors, equivalent, untried };
}

/** @param original the constructs without a change: what has the same ones decides the same */
function makeMutant(
  ruleset: TestRuleset,
  { sources }: Mutation,
  lenient: boolean,
  original: string,
): TestRuleset | 'invalid' | 'equivalent' {
  const { name } = ruleset.engine;
  try {
    const compilation = compileOrThrow(sources(), { name, lenient });
    if (compilation.clips() === original) return 'equivalent';
    const clock = { now: 0 };
    const engine = new Engine(loadRuleset(compilation.javascript(), name), { now: () => clock.now });
    return { ...ruleset, engine, clock, collector: null, explains: false };
  } catch (error) {
    if (error instanceof CompileError) return 'invalid';
    throw error;
  }
}

async function isFound(
  mutant: TestRuleset,
  cases: readonly { readonly one: TestCase; readonly now: number }[],
): Promise<boolean> {
  for (const { one, now } of cases) if ((await runCase(mutant, one, now)).length > 0) return true;
  return false;
}
