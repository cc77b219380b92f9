import { loadModule } from '../../library/node/load-ruleset.ts';
import { compileSources, type PassedCompilation } from '../../compiler/compile.ts';
import { openVersions } from '../../authoring/diff/diff.ts';
import { decisionOf } from '../../library/compare/compare.ts';
import { evaluateAgain } from '../../library/compare/outcome.ts';
import { provesEquivalent } from '../../authoring/diff/prove-equivalent.ts';
import { searchRequests } from '../../authoring/diff/requests.ts';
import { pairVersions } from '../../authoring/diff/version-pair.ts';
import { byBringer } from '../../library/by-bringer.ts';
import { createDice, type Dice } from '../judge/dice.ts';
import { bruteRequests, decider, universeOf, type Facts } from './brute-force.ts';
import { drawRuleset, NOW, textOf, type DrawnRuleset } from './draw-ruleset.ts';
import { editRuleset } from './edit-ruleset.ts';
import { judgeProperty, type PropertyCount } from './judge-property.ts';

interface FuzzOptions {
  /** Pairs of versions. */
  readonly count: number;
  readonly seed: number;
  /** Milliseconds that one search may take. */
  readonly budgetMs: number;
  /** Is given what went wrong, as it is found. */
  readonly tell: (text: string) => void;
}

interface FuzzResult extends PropertyCount {
  readonly pairs: number;
  /** Pairs for which brute force found a request that is decided differently. */
  readonly differing: number;
  /** Those that the search found. */
  readonly found: number;
  /** Proved equivalent, rightly or not. */
  readonly proved: number;
  /** Proved although brute force found a difference. */
  readonly falselyProved: number;
  /** Differences reported that are none. */
  readonly falselyDiffering: number;
}

const REQUESTS = 20_000;

/** Compares what `diff` and properties claim with brute force, for drawn rulesets and edits of them. */
export function fuzzClaims({ count, seed, budgetMs, tell }: FuzzOptions): FuzzResult {
  let [pairs, differing, found, proved, falselyProved, falselyDiffering] = [0, 0, 0, 0, 0, 0];
  let properties: PropertyCount = {
    properties: 0,
    false: 0,
    refuted: 0,
    missed: 0,
    provedProperties: 0,
    wrong: 0,
  };
  for (let i = 0; pairs < count; i++) {
    const dice = createDice({ nextInt: generator(seed, i) });
    const drawn = drawRuleset(dice);
    const { edited, edits } = editRuleset(drawn, dice);
    const [old, latest] = [compiled(drawn), compiled(edited)];
    if (old === null || latest === null) continue;
    pairs++;
    const label = `seed ${seed}, pair ${i} (${edits.join('; ')})`;
    const brute = bruteDifference(old, latest, [drawn, edited], dice);
    const claimed = claimOf(old, latest, budgetMs, seed + i);
    if (brute !== null) differing++;
    if (claimed.kind === 'proved') proved++;
    if (brute !== null && claimed.kind === 'differs') found++;
    if (brute !== null && claimed.kind === 'proved') {
      falselyProved++;
      tell(`falsely proved: ${label}: ${JSON.stringify(brute)}`);
    } else if (brute !== null && claimed.kind === 'none')
      tell(`not found: ${label}: ${JSON.stringify(brute)}`);
    if (claimed.kind === 'differs' && !differs(old, latest, claimed.facts)) {
      falselyDiffering++;
      tell(`no difference: ${label}: ${JSON.stringify(claimed.facts)}`);
    }
    properties = judgeProperty(properties, {
      ruleset: edited,
      compilation: latest,
      dice,
      label,
      budgetMs,
      seed: seed + i,
      tell,
    });
  }
  return { pairs, differing, found, proved, falselyProved, falselyDiffering, ...properties };
}

function compiled(ruleset: DrawnRuleset): PassedCompilation | null {
  const compilation = compileSources([{ path: 'rules.yaml', text: textOf(ruleset) }], { name: 'drawn' });
  return compilation.ok ? compilation : null;
}

function bruteDifference(
  old: PassedCompilation,
  latest: PassedCompilation,
  rulesets: readonly DrawnRuleset[],
  dice: Dice,
): Facts | null {
  const [before, after] = [decider(old), decider(latest)];
  for (const facts of bruteRequests(universeOf(rulesets.map(textOf)), dice))
    if (before(facts) !== after(facts)) return facts;
  return null;
}

function differs(old: PassedCompilation, latest: PassedCompilation, facts: Facts): boolean {
  return decider(old)(facts) !== decider(latest)(facts);
}

type Claimed =
  | { readonly kind: 'proved' }
  | { readonly kind: 'differs'; readonly facts: Facts }
  | { readonly kind: 'none' };

/** Claim of `diff`; its search ends here with the first difference, because further ones do not change it. */
function claimOf(old: PassedCompilation, latest: PassedCompilation, budgetMs: number, seed: number): Claimed {
  const pair = pairVersions(old, latest, loadModule, { now: NOW, budgetMs });
  const { until } = pair;
  if (provesEquivalent(pair)) return { kind: 'proved' };
  const versions = openVersions(old, latest, loadModule);
  versions.clock.ms = NOW;
  let refused = 0;
  const isSomeRefused = (): boolean => refused > 0;
  const all = searchRequests(pair, { seed, now: NOW, runs: REQUESTS, until, requests: [], isSomeRefused });
  let step = all.next();
  for (; step.done !== true; step = all.next()) {
    const { facts, isOneOfAll } = step.value;
    const given = byBringer(versions.old.engine.ruleset, facts);
    const outcomes = [versions.old, versions.new].map(({ engine }) =>
      evaluateAgain(engine, { facts: given.facts ?? [], hostFacts: [], input: null }),
    );
    const [before, after] = outcomes.map(decisionOf);
    if (isOneOfAll && outcomes[0] !== undefined && 'error' in outcomes[0]) refused++;
    if (before !== after) return { kind: 'differs', facts };
  }
  return { kind: step.value.exhaustive ? 'proved' : 'none' };
}

/** Whole numbers that depend on the seed and the index alone. */
export function generator(seed: number, index: number): (min: number, max: number) => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  return (min, max) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1));
  };
}
