import fc from 'fast-check';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { writeJson } from '../../library/json.ts';
import type { Request } from '../analyze/evidence.ts';
import { drawRequests, type Drawable } from '../draw/draw-facts.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { rulesAround } from './changed-rules.ts';
import { everyRequest } from './every-request.ts';
import type { DiffSearch } from './ruleset-diff.ts';
import type { VersionPair } from './version-pair.ts';

export interface SearchOptions {
  readonly seed: number;
  /** Milliseconds. */
  readonly now: number;
  /** Requests that are tried in all. */
  readonly runs: number;
  /** Reading of `performance.now` at which searching ends. */
  readonly until: number;
  /** Requests to begin with, those of test cases for instance. */
  readonly requests: readonly Request[];
  /** Whether some request of all that rules can tell apart was refused, or failed. */
  readonly isSomeRefused: () => boolean;
}

/** Ways of changed rules that facts are looked for. */
const MOST_WAYS = 400;
/** Requests that are one change away from those known. */
const MOST_NEAR = 8_000;
const CHUNK = 250;

/** A request to compare versions by. */
export interface Searched extends Request {
  /** It is one of all that rules can tell apart. */
  readonly isOneOfAll: boolean;
}

/** Requests to compare versions by, each once, and when they end, how they were looked for. */
export function* searchRequests(
  pair: VersionPair,
  options: SearchOptions,
): Generator<Searched, Omit<DiffSearch, 'only_new'>> {
  const { seed, now, runs, until } = options;
  const seen = new Set<string>();
  const isNew = ({ facts, input, now: at }: Request): boolean => {
    const key = writeJson([facts, input, at]);
    return !seen.has(key) && seen.add(key).has(key);
  };
  const asRequest = (facts: readonly FactInput[], isOneOfAll = false): Searched => ({
    ...{ facts, input: null, now, isOneOfAll },
  });
  const drawable = drawableOf(pair);
  const every = everyRequest(pair, drawable, now);
  let isCut = false;
  for (const facts of every?.requests() ?? []) {
    isCut = performance.now() > until;
    if (isCut) break;
    const request = asRequest(facts, true);
    if (isNew(request)) yield request;
  }
  const all = isCut ? null : (every?.count ?? null);
  const given = options.requests.map((request) => ({ ...request, isOneOfAll: false })).filter(isNew);
  yield* given;
  // A class is told by one of its values: that this one is refused says nothing of the others.
  const isExhaustive = every?.isComplete === true && !options.isSomeRefused();
  if (all !== null && isExhaustive) return { all, exhaustive: true, seed, cut_short: false };
  const changed = factsOfChanged(pair).map((facts) => asRequest(facts));
  const known = [...given, ...changed.filter(isNew)];
  yield* known.slice(given.length);
  const share = Math.max(4, Math.floor(MOST_NEAR / Math.max(1, known.length)));
  for (const request of near(drawable, known, share)) if (isNew(request)) yield request;
  const focused = { ...drawable, rules: rulesAround(drawable.rules, changedOf(pair)) };
  const facts = fc.oneof(drawRequests(focused, now), drawRequests(drawable, now));
  for (let chunk = 0; chunk * CHUNK < runs && !isCut; chunk++) {
    for (const one of fc.sample(facts, { seed: seed + chunk, numRuns: CHUNK }))
      if (isNew(asRequest(one))) yield asRequest(one);
    isCut = performance.now() > until;
  }
  return { all: every?.isComplete === true ? null : all, exhaustive: false, seed, cut_short: isCut };
}

function changedOf({ changed }: VersionPair): VersionPair['changed']['new'] {
  return [...changed.new, ...changed.old];
}

/** Facts as callers give them to the old version, with the constants of both. */
function drawableOf({ old, new: latest, changed }: VersionPair): Drawable {
  return {
    templates: old.checked.templates,
    rules: [...latest.checked.rules, ...changed.old],
    typedFunctions: [...latest.checked.typedFunctions, ...old.checked.typedFunctions],
  };
}

/** Facts that make changed rules match, and where it can be said, those that no rule of the other version matches. */
function factsOfChanged(pair: VersionPair): readonly (readonly FactInput[])[] {
  const { changed } = pair;
  let left = MOST_WAYS;
  return changedOf(pair).flatMap((rule) => {
    const context = pair.contextOf(rule);
    const others = changed.new.includes(rule) ? changed.old : changed.new;
    const without = changed.onlyRules ? others.map(({ when }) => ({ elements: when, scope: new Map() })) : [];
    return (context.waysOf(rule) ?? []).flatMap((way) => {
      if (--left < 0 || context.isOutOfTime()) return [];
      const looked = [context.look([way]), ...(without.length > 0 ? [context.look([way], without)] : [])];
      return looked.flatMap((found) => (found.kind === 'facts' ? [found.facts] : []));
    });
  });
}

function* near(drawable: Drawable, known: readonly Searched[], share: number): Generator<Searched> {
  for (const request of known)
    for (const facts of nearRequests(drawable, request.facts, share)) yield { ...request, facts };
}
