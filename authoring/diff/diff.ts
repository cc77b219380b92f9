import type { LoadModule } from '../../library/load-module.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { compareWith, decisionOf, type Change, type Compared } from '../../library/compare/compare.ts';
import { evaluateAgain, type Outcome } from '../../library/compare/outcome.ts';
import { versionOf, type Clock, type Version } from '../../library/compare/version.ts';
import type { Request } from '../../library/suite/request.ts';
import { readValues } from '../draw/values.ts';
import { byBringer } from '../../library/by-bringer.ts';
import { readComparedSlots } from '../../library/constants/compared-slots.ts';
import { provesEquivalent } from './prove-equivalent.ts';
import { followReach } from './reach.ts';
import { searchRequests } from './requests.ts';
import { verdictOf, type DiffSearch, type RulesetDiff } from './ruleset-diff.ts';
import { shrinkDocument } from '../../library/document/without-each.ts';
import { shrinkFacts } from './shrink.ts';
import { pairVersions, type VersionPair } from './version-pair.ts';

export interface DiffOptions {
  /** Requests to begin with, those of test cases for instance. */
  readonly requests?: readonly Request[];
  /** Seed for drawing facts (default: from the clock). */
  readonly seed?: number;
  /** The clock of drawn requests, in milliseconds. */
  readonly now?: number;
  /** Milliseconds after which no more is drawn. */
  readonly budgetMs?: number;
}

const RUNS = 20_000;
const USUAL_BUDGET_MS = 20_000;
const INVALID = 'error:validation_error';
const MOST_SEED = 0x7fffffff;

/** Two versions with one clock. */
export interface Versions {
  readonly old: Version;
  readonly new: Version;
  readonly clock: Clock;
}

export function openVersions(old: PassedCompilation, latest: PassedCompilation, load: LoadModule): Versions {
  const clock = { ms: 0 };
  return { old: versionOf(old, clock, load), new: versionOf(latest, clock, load), clock };
}

/** Searches for requests that two versions decide differently. Every reported one was evaluated under both. */
export function diffRulesets(
  old: PassedCompilation,
  latest: PassedCompilation,
  load: LoadModule,
  options: DiffOptions = {},
): RulesetDiff {
  const { requests = [], now = Date.now(), budgetMs = USUAL_BUDGET_MS } = options;
  const versions = openVersions(old, latest, load);
  const pair = pairVersions(old, latest, load, { now, budgetMs });
  const { until } = pair;
  const proved = provesEquivalent(pair);
  const seed = options.seed ?? now % MOST_SEED;
  const found = { search: null as DiffSearch | null };
  const searched = function* (): Generator<Compared> {
    let [onlyNew, refused] = [0, 0];
    const isSomeRefused = (): boolean => refused > 0;
    const all = searchRequests(pair, { seed, now, runs: RUNS, until, requests, isSomeRefused });
    let step = all.next();
    for (; step.done !== true; step = all.next()) {
      const compared = comparedOf(versions, step.value);
      if (step.value.isOneOfAll && 'error' in compared.recorded) refused++;
      if (isTakenByNewOnly(versions, compared)) onlyNew++;
      else yield compared;
    }
    found.search = { ...step.value, only_new: onlyNew };
  };
  const reach = followReach(pair);
  const told = proved
    ? compareRequests(versions, requests)
    : compareRecords(versions, searched(), ({ record, recorded }, after) =>
        reach.see(record.input, recorded, after),
      );
  const changes = told.changes.map((change) => smallest(versions, pair, change, now));
  const isProved = (proved || found.search?.exhaustive === true) && told.changes.length === 0;
  return {
    ...told,
    changes,
    verdict: verdictOf(changes, isProved),
    proved: isProved,
    search: found.search,
    unreached: isProved ? [] : reach.unreached(),
  };
}

/** Compares two versions by requests that are at hand. */
export function compareRequests(versions: Versions, requests: Iterable<Request>): RulesetDiff {
  const given = function* (): Generator<Compared> {
    for (const request of requests) yield comparedOf(versions, request);
  };
  return compareRecords(versions, given());
}

/** Compares two versions by records, each with its outcome under the old one. */
export function compareRecords(
  versions: Versions,
  records: Iterable<Compared>,
  see?: (compared: Compared, after: Outcome) => void,
): RulesetDiff {
  const { count, same, otherReasons, changes } = compareWith(versions.new, records, see);
  const hashes = { old: versions.old.hash, new: versions.new.hash };
  const verdict = verdictOf(changes, false);
  const about = { proved: false, search: null, unreached: [] };
  return { ...hashes, verdict, ...about, count, same, otherReasons, changes };
}

/** True if facts are of a kind that callers could not send before. */
function isTakenByNewOnly({ new: latest }: Versions, compared: Compared): boolean {
  if (decisionOf(compared.recorded) !== INVALID) return false;
  return decisionOf(evaluateAgain(latest.engine, compared)) !== INVALID;
}

function comparedOf({ old, new: latest, clock }: Versions, { facts, input, now }: Request): Compared {
  clock.ms = now;
  // Facts that are host-only in either version come from the host.
  const { hostFacts = [] } = byBringer(latest.engine.ruleset, facts);
  const { facts: rest = [], hostFacts: more = [] } = byBringer(
    old.engine.ruleset,
    facts.filter((fact) => !hostFacts.includes(fact)),
  );
  const given = { facts: rest, hostFacts: [...hostFacts, ...more], input };
  const record = { input: input === null ? facts : { facts, input } };
  return { record, engine: old.engine, recorded: evaluateAgain(old.engine, given), ...given };
}

/** A change with the smallest facts for it, or the smallest document and facts. */
function smallest(versions: Versions, pair: VersionPair, change: Change, now: number): Change {
  const { example, before, after } = change;
  const outcomes = (facts: readonly FactInput[], input: unknown = null): readonly [Outcome, Outcome] => {
    const compared = comparedOf(versions, { facts, input, now });
    return [compared.recorded, evaluateAgain(versions.new.engine, compared)];
  };
  const isOfKind = (facts: readonly FactInput[], input: unknown = null): boolean => {
    const [old, latest] = outcomes(facts, input);
    return decisionOf(old) === before && decisionOf(latest) === after;
  };
  if (!Array.isArray(example.input)) {
    const { facts, input: document } = example.input as Pick<Request, 'facts' | 'input'>;
    if (!isOfKind(facts, document)) return change;
    const few = shrinkFacts(
      facts,
      (less) => isOfKind(less, document),
      () => [],
    );
    const small = shrinkDocument(document, (less) => isOfKind(few, less));
    const [old, latest] = outcomes(few, small);
    const input = { facts: few, input: small };
    return { ...change, example: { decision_id: null, input, before: old, after: latest } };
  }
  const facts = example.input as readonly FactInput[];
  // It was seen at another time.
  if (!isOfKind(facts)) return change;
  const valuesOf = readValues(readComparedSlots([pair.old.checked, pair.new.checked]), now);
  const templates = [...pair.new.checked.templates, ...pair.old.checked.templates];
  const input = shrinkFacts(facts, isOfKind, (template, name) => {
    const slot = templates.find((one) => one.name === template)?.slots.find((one) => one.name === name);
    return slot === undefined ? [] : valuesOf(template, slot);
  });
  const [old, latest] = outcomes(input);
  return { ...change, example: { decision_id: null, input, before: old, after: latest } };
}
