import type { PassedCompilation } from '../../compiler/compile.ts';
import { CompileError } from '../../library/compile-error.ts';
import { Engine } from '../../runtime/engine.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { requestFacts } from '../run/request-facts.ts';
import { runCase } from '../run/run-case.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import type { TestCase } from '../../library/suite/suite.ts';
import { createExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import { bothParts, withDocument } from '../../library/document/with-document.ts';
import { constructRequests } from '../diff/construct-requests.ts';
import { pairVersions } from '../diff/version-pair.ts';
import {
  answered,
  candidatesOf,
  findDistinguishing,
  type Candidate,
  type Distinguished,
} from './distinguish.ts';
import type { Request } from './outcome.ts';
import { mutationsOf, type Mutation } from './mutations.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

export interface Survivor extends Pick<Mutation, 'file' | 'line' | 'column' | 'rule' | 'what'> {
  /** Facts that distinguish it; null if none were found. */
  readonly told: Distinguished | null;
}

/** Results of the mutants of one ruleset. */
export interface MutationReport {
  readonly ruleset: string;
  readonly found: number;
  readonly survivors: readonly Survivor[];
  /** Changes that give the same matcher: no facts distinguish them. */
  readonly equivalent: number;
  /** Changes for which the time did not suffice. */
  readonly untried: number;
}

/**
 * Changes a ruleset in one place after the other and runs the cases on it until one fails.
 *
 * @param cases which all pass on the ruleset as it is
 * @param until reading of `performance.now` after which no change is tried
 * @param onFound called for each change that a case finds
 */
export async function runMutants(
  ruleset: TestRuleset,
  cases: readonly { readonly one: TestCase; readonly now: number }[],
  lenient: boolean,
  until: number,
  onFound: (mutation: Mutation) => void = () => undefined,
): Promise<MutationReport> {
  const { plain, mutations } = mutationsOf(ruleset.sources);
  const name = ruleset.engine.name;
  const unchanged = compileOrThrow(plain, { name, lenient });
  const original = meaningOf(unchanged);
  const requests = cases.flatMap(({ one, now }): readonly Request[] => {
    if (one.steps !== null || one.expect?.error !== undefined) return [];
    const isRefused = requestFacts(ruleset.engine, one) === null;
    return isRefused ? [] : [{ facts: one.facts, input: one.input, now: one.now, otherwise: now }];
  });
  let made: readonly Candidate[] | null = null;
  const candidates = (): readonly Candidate[] =>
    (made ??= candidatesOf(ruleset, createExplainableRuleset(unchanged, ruleset.load), requests));
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
    else if (await isFound(mutant.ruleset, cases)) {
      found++;
      onFound(mutation);
    } else {
      const { file, line, column, rule, what } = mutation;
      const [clock] = cases;
      const told = distinguish(
        findDistinguishing(mutant.ruleset, candidates()),
        { original: ruleset, mutant: mutant.ruleset },
        { unchanged, changed: mutant.compilation },
        { now: clock?.now ?? Date.now(), until },
      );
      survivors.push({ file, ...{ line, column }, rule, what, told });
    }
  }
  return { ruleset: ruleset.path, found, survivors: survivors.toSorted(byWeight), equivalent, untried };
}

/** Mutants with other decisions come first, those without distinguishing facts last. */
function byWeight(a: Survivor, b: Survivor): number {
  return weightOf(b) - weightOf(a);
}

function weightOf({ told }: Survivor): number {
  if (told === null) return 0;
  return told.decision === told.instead.decision ? 1 : 2;
}

/** Facts constructed for what a mutant changes, where none near the cases show that it decides otherwise. */
function distinguish(
  known: Distinguished | null,
  { original, mutant }: { readonly original: TestRuleset; readonly mutant: TestRuleset },
  { unchanged, changed }: { readonly unchanged: PassedCompilation; readonly changed: PassedCompilation },
  { now, until }: { readonly now: number; readonly until: number },
): Distinguished | null {
  if (known !== null && known.decision !== known.instead.decision) return known;
  const budgetMs = Math.min(until - performance.now(), MOST_CONSTRUCTING_MS);
  const pair = pairVersions(unchanged, changed, original.load, { now, budgetMs });
  const parts = bothParts(pair.old.document, pair.new.document);
  for (const facts of constructRequests(pair)) {
    const candidate = answered(
      original,
      withDocument(parts, { facts, input: null, now: null, otherwise: now }),
    );
    const told = candidate === null ? null : findDistinguishing(mutant, [candidate]);
    if (told !== null && told.decision !== told.instead.decision) return told;
    known ??= told;
  }
  return known;
}

interface Mutant {
  readonly ruleset: TestRuleset;
  readonly compilation: PassedCompilation;
}

/** Milliseconds that facts are constructed for one mutant. */
const MOST_CONSTRUCTING_MS = 1_000;

/** The constructs and the budgets: what has the same ones decides the same. */
function meaningOf({ ruleset }: PassedCompilation): string {
  // A `shape` also has the text of the condition, whose rule is among the constructs.
  const budgets = ruleset.budgets?.map((budget) => ({ ...budget, shape: null })) ?? [];
  return `${emitClips(ruleset)}\n${JSON.stringify(budgets)}`;
}

/** @param original meaning of the ruleset without a change */
function makeMutant(
  ruleset: TestRuleset,
  { sources }: Mutation,
  lenient: boolean,
  original: string,
): Mutant | 'invalid' | 'equivalent' {
  const { name } = ruleset.engine;
  try {
    const compilation = compileOrThrow(sources(), { name, lenient });
    if (meaningOf(compilation) === original) return 'equivalent';
    const clock = { now: 0 };
    const engine = new Engine(ruleset.load(compilation.javascript(), name).ruleset, { now: () => clock.now });
    return { ruleset: { ...ruleset, engine, clock, collector: null, explain: null }, compilation };
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
