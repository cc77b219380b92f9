import fc from 'fast-check';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { writeJson } from '../../library/json.ts';
import type { Request } from '../../library/suite/request.ts';
import { drawRequests } from '../draw/draw-facts.ts';
import type { Drawable } from '../../library/constants/drawable.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { readComparedSlots, type ComparedSlot } from '../../library/constants/compared-slots.ts';
import { valueText } from '../../library/constants/expression-key.ts';
import { rulesAround } from './changed-rules.ts';
import { constructRequests } from './construct-requests.ts';
import { everyRequest } from './every-request.ts';
import type { DiffSearch } from './ruleset-diff.ts';
import type { Template } from '../../compiler/ruleset.ts';
import type { ExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import { bothParts, withDocument, withoutDocument } from '../../library/document/with-document.ts';
import type { VersionPair } from './version-pair.ts';

interface SearchOptions {
  readonly seed: number;
  /** Milliseconds. */
  readonly now: number;
  /** Requests that are tried in all. */
  readonly runs: number;
  /** Reading of `performance.now` at which searching ends. */
  readonly until: number;
  /** Requests to begin with, those of test cases for instance. */
  readonly requests: readonly Request[];
  /** True if one of all distinguishable requests was refused, or failed. */
  readonly isSomeRefused: () => boolean;
}

/** Requests that are one change away from those known. */
const MOST_NEAR = 8_000;
const CHUNK = 250;

/** A request to compare versions by. */
interface Searched extends Request {
  /** True if it is one of all distinguishable requests. */
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
  const parts = bothParts(pair.old.document, pair.new.document);
  const asRequest = (facts: readonly FactInput[], isOneOfAll = false): Searched =>
    withDocument(parts, { facts, input: null, now, isOneOfAll });
  const drawable = drawableFor(pair);
  const every = everyRequest(pair, drawable, now);
  let isCut = false;
  for (const facts of every?.requests() ?? []) {
    isCut = performance.now() > until;
    if (isCut) break;
    const request = asRequest(facts, true);
    if (isNew(request)) yield request;
  }
  // Not every set of facts is a document, so the number of documents that differ is unknown.
  const all = isCut || parts.size > 0 ? null : (every?.count ?? null);
  const given = options.requests.map((request) => ({ ...request, isOneOfAll: false })).filter(isNew);
  yield* given;
  // One value represents a class: its refusal says nothing about the others.
  const isExhaustive = every?.isComplete === true && !options.isSomeRefused();
  if (all !== null && isExhaustive) return { all, exhaustive: true, seed, cut_short: false };
  const known: Searched[] = [...given];
  for (const facts of constructRequests(pair)) {
    const request = asRequest(facts);
    if (!isNew(request)) continue;
    known.push(request);
    yield request;
  }
  const share = Math.max(4, Math.floor(MOST_NEAR / Math.max(1, known.length)));
  for (const request of near(pair, drawable, known, share)) {
    if (performance.now() > until) break;
    if (isNew(request)) yield request;
  }
  const focused = { ...drawable, rules: rulesAround(drawable.rules, changedOf(pair)) };
  const facts = fc.oneof(
    ...[focused, drawable, ...hotOf(pair, focused)].map((one) => drawRequests(one, now)),
  );
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
function drawableFor({ old, new: latest, changed }: VersionPair): Drawable {
  return {
    templates: [...old.checked.templates, ...newPlaces(old, latest)],
    rules: [...latest.checked.rules, ...changed.old],
    compared: readComparedSlots([old.checked, latest.checked]),
  };
}

/** Places of the document that only the new version reads: callers of the old one can send them, too. */
function newPlaces(old: ExplainableRuleset, { checked, document }: ExplainableRuleset): readonly Template[] {
  return checked.templates.filter(({ name }) => document.has(name) && !old.document.has(name));
}

/** With the constants alone that only one version has, for the slots that have such. None: there are none. */
function hotOf({ old, new: latest }: VersionPair, drawable: Drawable): readonly Drawable[] {
  const [before, after] = [old, latest].map(({ checked }) => readComparedSlots([checked]).slots);
  const keysOf = (slots: typeof before, key: string): ReadonlySet<string> =>
    new Set(slots?.get(key)?.constants.map(({ type, value }) => `${type} ${valueText(value)}`));
  const hot = [...drawable.compared.slots].flatMap(([key, slot]): [string, ComparedSlot][] => {
    const [was, is] = [keysOf(before, key), keysOf(after, key)];
    const constants = slot.constants.filter(({ type, value }) => {
      const text = `${type} ${valueText(value)}`;
      return was.has(text) !== is.has(text);
    });
    return constants.length === 0 ? [] : [[key, { ...slot, constants }]];
  });
  if (hot.length === 0) return [];
  const compared = { slots: new Map([...drawable.compared.slots, ...hot]), loose: [] };
  return [{ ...drawable, compared }];
}

function* near(
  { old, new: latest }: VersionPair,
  drawable: Drawable,
  known: readonly Searched[],
  share: number,
): Generator<Searched> {
  const parts = bothParts(old.document, latest.document);
  for (const request of known) {
    const all = withoutDocument(old, request) ?? withoutDocument(latest, request);
    for (const facts of nearRequests(drawable, all ?? request.facts, share))
      yield withDocument(parts, { ...request, facts });
  }
}
