import fc from 'fast-check';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { writeJson } from '../../library/json.ts';
import type { Request } from '../analyze/evidence.ts';
import { allRequests } from '../draw/all-requests.ts';
import { drawRequests, type Drawable } from '../draw/draw-facts.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { rulesAround } from './changed-rules.ts';
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
}

/** Ways of changed rules that facts are looked for. */
const MOST_WAYS = 400;
/** Requests that are one change away from those known. */
const MOST_NEAR = 8_000;
const CHUNK = 250;

/** Requests to compare versions by, each once, and when they end, how they were looked for. */
export function* searchRequests(
  pair: VersionPair,
  options: SearchOptions,
): Generator<Request, Omit<DiffSearch, 'only_new'>> {
  const { seed, now, runs, until } = options;
  const seen = new Set<string>();
  const isNew = ({ facts, input, now: at }: Request): boolean => {
    const key = writeJson([facts, input, at]);
    return !seen.has(key) && seen.add(key).has(key);
  };
  const asRequest = (facts: readonly FactInput[]): Request => ({ facts, input: null, now });
  const drawable = drawableOf(pair);
  const known = [...options.requests, ...factsOfChanged(pair).map(asRequest)].filter(isNew);
  yield* known;
  const share = Math.max(4, Math.floor(MOST_NEAR / Math.max(1, known.length)));
  const all = allRequests(drawable, now);
  for (const request of near(drawable, known, share)) if (isNew(request)) yield request;
  for (const facts of all ?? []) if (isNew(asRequest(facts))) yield asRequest(facts);
  const focused = { ...drawable, rules: rulesAround(drawable.rules, changedOf(pair)) };
  const facts = fc.oneof(drawRequests(focused, now), drawRequests(drawable, now));
  let isCut = false;
  for (let chunk = 0; chunk * CHUNK < runs && !isCut; chunk++) {
    for (const one of fc.sample(facts, { seed: seed + chunk, numRuns: CHUNK }))
      if (isNew(asRequest(one))) yield asRequest(one);
    isCut = performance.now() > until;
  }
  return { all: all?.length ?? null, seed, cut_short: isCut };
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

function* near(drawable: Drawable, known: readonly Request[], share: number): Generator<Request> {
  for (const request of known)
    for (const facts of nearRequests(drawable, request.facts, share)) yield { ...request, facts };
}
