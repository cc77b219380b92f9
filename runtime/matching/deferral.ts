/**
 * Putting off what a new fact leads to until something depends on it. CLIPS makes all matches at once, and depth
 * strategy then fires the newest; its firing often removes most of the others (a fact that represents the stage of the
 * work is modified, and every match with it goes). So a new fact at a join can be kept as one step: its place on the
 * agenda is where all its activations would be, and they are found there one by one, newest first.
 *
 * INVARIANT: a reader of a region's memories sees them as if nothing had been deferred. Steps are kept in the
 * order in which they came; `carryOut` takes them in that order, each with the facts that existed when it came.
 * Only two things overtake waiting steps, because they leave no trace: a fact in positive patterns is
 * retracted (what was made of it would be removed again), and a fact enters an alpha memory (each step has its bound).
 * A fact has the matches that it blocks in the order in which they were made, whatever region they are of. Regions that
 * negate one template therefore catch up together.
 */
import type { ModuleAgenda } from '../engine/agenda.ts';
import type { RuleRecord } from '../abi.ts';
import type { Matcher } from '../engine/matcher.ts';
import { objectList } from './object-list.ts';
import { dying, type PartialMatch } from './partial-match.ts';
import { rule } from '../engine/rule.ts';
import type { Touched } from '../engine/undo-log.ts';

/** Finds what a match leads to at one join and places it on the step, oldest first; the join's memories stay as they are. */
export type Expand = (matcher: never, match: PartialMatch, step: DeferredStep) => void;

/** One join of a region as a new fact enters it from the right. One constant a join in the generated module. */
export interface DeferredEntry {
  /** Matches the fact with all existing facts immediately. */
  readonly right: (matcher: never, right: PartialMatch) => void;
  /** A first join finds its activations without the memories of joins; null for the others. */
  readonly expand: Expand | null;
  /**
   * For a negated pattern: true if matches exist that the fact can block, which then happens immediately. `null` for the
   * others. What a step finds later is held back when it is found, so that such a fact has no place on the agenda.
   */
  readonly meets: ((matcher: never, right: PartialMatch) => boolean) | null;
}

/** Placeholder on the agenda, with its step as the match, for activations that are not computed yet. */
export const DEFERRED: RuleRecord = rule('', '', { log: 'none', removable: true });

/** A match that is found, with where it goes next: a join, or the rule whose activation it is. The newest is on top. */
class Found {
  readonly target: Expand | RuleRecord;
  readonly match: PartialMatch;
  below: Found | null;

  constructor(target: Expand | RuleRecord, match: PartialMatch, below: Found | null) {
    this.target = target;
    this.match = match;
    this.below = below;
  }
}

/** A new fact at one join, put off. */
export class DeferredStep {
  /** Number of steps of all regions before it, in this evaluation. */
  readonly order: number;
  readonly region: DeferredRegion;
  readonly entry: DeferredEntry;
  readonly right: PartialMatch;
  /** Serial number of the newest fact at that time. */
  readonly bound: number;
  /** The activation that `next` found. */
  rule: RuleRecord = DEFERRED;
  match: PartialMatch;
  #found: Found | null;
  /** Activations that were found one by one: the one that fired last is on top, which is the oldest. */
  #fired: Found | null = null;
  /** Since the step was carried out: its activations, and no more to be found. */
  #carriedOut = false;

  constructor(region: DeferredRegion, entry: DeferredEntry, right: PartialMatch, order: number) {
    this.order = order;
    this.region = region;
    this.entry = entry;
    this.right = right;
    this.bound = right.serial;
    this.match = right;
    this.#found = entry.expand === null ? null : new Found(entry.expand, right, null);
  }

  push(target: Expand | RuleRecord, match: PartialMatch): void {
    this.#found = new Found(target, match, this.#found);
  }

  /** Sets `rule` and `match` to the newest activation that is left; false when there is none. */
  next(matcher: Matcher): boolean {
    if (this.right.gone) return false;
    if (this.entry.expand === null && !this.#carriedOut) this.region.carryOut(matcher);
    while (this.#found !== null) {
      const found: Found = this.#found;
      const { target, match } = found;
      this.#found = found.below;
      if (dying(match)) continue;
      if (typeof target === 'function') {
        target(matcher as never, match, this);
        continue;
      }
      this.rule = target;
      this.match = match;
      if (!this.#carriedOut) {
        found.below = this.#fired;
        this.#fired = found;
      }
      return true;
    }
    return false;
  }

  /** Matches the fact with the facts that existed when it arrived. Activations that fired do not return. */
  carryOut(matcher: Matcher): void {
    this.#carriedOut = true;
    this.#found = null;
    if (this.right.gone) return;
    this.entry.right(matcher as never, this.right);
    this.#found = withoutFired(this.#found, newestFirst(this.#fired));
  }
}

/** Turns the stack of what has fired round. */
function newestFirst(fired: Found | null): Found | null {
  let top: Found | null = null;
  while (fired !== null) {
    const { below }: Found = fired;
    fired.below = top;
    top = fired;
    fired = below;
  }
  return top;
}

/** INVARIANT: both are in the same order, newest first; either may lack some that are in the other. */
function withoutFired(found: Found | null, newestFired: Found | null): Found | null {
  let top = found;
  let above: Found | null = null;
  let place = found;
  for (let fired = newestFired; fired !== null; fired = fired.below) {
    if (dying(fired.match)) continue;
    while (place !== null && !(place.target === fired.target && sameFacts(place.match, fired.match))) {
      above = place;
      place = place.below;
    }
    if (place === null) return top;
    place = place.below;
    if (above === null) top = place;
    else above.below = place;
  }
  return top;
}

function sameFacts(a: PartialMatch, b: PartialMatch): boolean {
  let x: PartialMatch | null = a;
  let y: PartialMatch | null = b;
  while (x !== null && y !== null) {
    if (x.fact !== y.fact) return false;
    x = x.left;
    y = y.left;
  }
  return x === y;
}

/** The joins that hang together behind one first join, and what is put off in them. One property of the matcher. */
export class DeferredRegion implements Touched {
  /** Facts with a later serial number came after the step that is being carried out, and are not there for it. */
  bound = Number.MAX_SAFE_INTEGER;
  /** All its activations are of one module and one salience. */
  agenda!: ModuleAgenda;
  readonly #level: number;
  /** Templates of negated patterns: retracting such a fact makes matches. */
  readonly #negated: readonly string[];
  readonly #steps: DeferredStep[] = objectList();
  #current: DeferredStep | null = null;
  /** Something was put off in this evaluation. */
  #used = false;

  constructor(level: number, negated: readonly string[]) {
    this.#level = level;
    this.#negated = negated;
  }

  /** Puts off what this new fact leads to. False: nothing is put off, and the caller goes on at once. */
  defer(matcher: Matcher, entry: DeferredEntry, right: PartialMatch): boolean {
    if (!matcher.scoped) return false;
    const steps = this.#steps;
    while (steps.length > 0 && steps.at(-1)!.right.gone) steps.pop();
    if (steps.length === 0 && entry.expand === null) {
      if (this.#negated.length > 0 && matcher.deferredRegions.length > 0) this.carryOut(matcher);
      return false;
    }
    if (entry.meets !== null && entry.meets(matcher as never, right)) {
      this.carryOut(matcher);
      return false;
    }
    if (!this.#used) {
      this.#used = true;
      matcher.log.touch(this);
      if (this.#negated.length > 0) matcher.deferredRegions.push(this);
    }
    const step = new DeferredStep(this, entry, right, matcher.deferredSteps++);
    steps.push(step);
    if (entry.meets === null) this.agenda.activate(this.#level, DEFERRED, step);
    return true;
  }

  /** Places an activation: on the step that leads to it, whose place is older than what came since, else on top. */
  activate(rule: RuleRecord, match: PartialMatch): void {
    if (this.#current === null) this.agenda.activate(this.#level, rule, match);
    else this.#current.push(rule, match);
  }

  /** Catches up with all that was put off, here and in regions that negate the same templates. */
  carryOut(matcher: Matcher): void {
    const together = this.#together(matcher.deferredRegions);
    const waiting = together.length === 1 ? this.#steps : together.flatMap((region) => region.#steps);
    if (together.length > 1) waiting.sort((a, b) => a.order - b.order);
    for (const step of waiting) {
      step.region.#current = step;
      step.region.bound = step.bound;
      step.carryOut(matcher);
    }
    for (const region of together) region.#clear();
  }

  /** This region and those with waiting steps that negate a template of one of them. */
  #together(regions: readonly DeferredRegion[]): readonly DeferredRegion[] {
    const together: DeferredRegion[] = [this];
    // Grows while it is walked.
    for (const one of together)
      for (const other of regions)
        if (other.#steps.length > 0 && !together.includes(other) && one.#negatesAsWell(other))
          together.push(other);
    return together;
  }

  #negatesAsWell(other: DeferredRegion): boolean {
    return this.#negated.some((template) => other.#negated.includes(template));
  }

  /** Before a fact of this template is retracted. */
  beforeRetract(template: string, matcher: Matcher): void {
    if (this.#steps.length > 0 && this.#negated.includes(template)) this.carryOut(matcher);
  }

  /** In a rollback nothing is carried out. */
  cut(): void {
    this.#used = false;
    this.#clear();
  }

  #clear(): void {
    // Setting the length of an array is a call into V8.
    while (this.#steps.length > 0) this.#steps.pop();
    this.#current = null;
    this.bound = Number.MAX_SAFE_INTEGER;
  }
}
