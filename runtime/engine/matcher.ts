import type { ModuleAgenda } from './agenda.ts';
import type { Obligation } from '../description.ts';
import type { Host, RuleRecord } from '../abi.ts';
import type { DeferredRegion } from '../matching/deferral.ts';
import { invalidArgument, LimitError } from './errors.ts';
import type { FiringLog } from './firing.ts';
import type { AnyFactMemory } from '../facts/fact-memory.ts';
import type { FullNetwork } from '../matching/full-network.ts';
import { holdsGoneFact } from '../matching/match.ts';
import { objectList } from '../matching/object-list.ts';
import { UndoLog } from './undo-log.ts';
import type { Fact } from '../values/values.ts';

/** Outcome of one evaluation's firings. */
export interface Outcome {
  /** Rules fired, in order; `count` of them belong to this evaluation. */
  readonly trace: RuleRecord[];
  count: number;
  /** Modules with a rule among them, in order; `moduleCount` of them belong to this evaluation. */
  readonly modules: string[];
  moduleCount: number;
  winner: RuleRecord | null;
  match: unknown;
  /** Obligations of the firings, in order. */
  readonly obliged: Obliged[];
  /** `null` if firings are not requested. */
  log: FiringLog | null;
}

/** Obligations of one firing. */
export interface Obliged {
  readonly rule: RuleRecord;
  /** Number of the firing, from 0, where firings are logged. */
  readonly firing: number;
  readonly obligations: readonly Obligation[];
}

/** Operations of a network on removable matches (see removal.ts). */
export interface Removal {
  /** Takes a fact's matches away, and sets free what they held back. `fact.gone` is set before. */
  readonly retract: (fact: Fact, matcher: Matcher) => void;
  /** True if a match is removed, or was made from this serial number on. */
  readonly isGone: (match: unknown, from: number) => boolean;
}

/** Evaluations that any engine has begun; making a matcher counts as one. */
let evaluations = 0;

/** Any facts may come. */
export const ALL_TEMPLATES = -1;

/**
 * Working memory, network and agenda of one engine. Every compiled ruleset has its own subclass with typed memories,
 * one `assert…` method a template and the functions of its joins; here is what all of them share.
 */
export abstract class Matcher {
  readonly host: Host;
  readonly log: UndoLog;
  /** In focus order: each is run until its agenda is empty, then left for good (clips-order.md, 1.2). */
  abstract readonly focus: readonly ModuleAgenda[];
  /** Agendas of all modules, those that are never focused included. */
  abstract readonly agendas: readonly ModuleAgenda[];
  /** How many modules of the focus a scoped evaluation has left; their agendas are closed. */
  left = 0;
  /** An activation was placed since the evaluation began. */
  placed = false;
  /** True if activations wait between evaluations; null if unknown after a change. */
  waits: boolean | null = null;
  /** Facts by template name. */
  abstract readonly facts: ReadonlyMap<string, AnyFactMemory>;
  readonly outcome: Outcome = {
    trace: objectList(),
    count: 0,
    modules: objectList(),
    moduleCount: 0,
    winner: null,
    match: null,
    obliged: objectList(),
    log: null,
  };
  /** Rank that the next firing must reach: `first` lets nothing follow, all others let an equal rank win later. */
  readonly firstWins: boolean;
  /** Index that the next fact gets. */
  nextIndex = 1;
  factCount = 0;
  /** Limits of the host. */
  private readonly mostFacts: number;
  readonly mostFirings: number;
  /** Index of the tick while rules fire, else 0: facts after it are derived and not counted by temporal conditions. */
  tickIndex = 0;
  /** Loop steps and depth of calls in this evaluation, against the limits of the host. */
  steps = 0;
  depth = 0;
  /** Number of this evaluation. */
  evaluation = ++evaluations;
  /** The rule that is firing, for errors. */
  current: RuleRecord | null = null;
  private readNow: number | null = null;

  constructor(host: Host, firstWins: boolean) {
    this.host = host;
    this.mostFacts = host.limits.facts;
    this.mostFirings = host.limits.firings;
    this.log = new UndoLog(host.limits.matches);
    this.firstWins = firstWins;
  }

  /** Seconds since the epoch: one reading per evaluation, taken on first use. */
  get now(): number {
    return (this.readNow ??= this.host.now() / 1000);
  }

  /** The time of this evaluation, in milliseconds; `undefined`: that of the clock. Throws FerruleError if it is not a number. */
  setNow(milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    if (!Number.isFinite(milliseconds))
      throw invalidArgument('`now` must be a number of milliseconds', 'now');
    this.readNow = milliseconds / 1000;
  }

  /** Every module is in focus: when a run has ended, no activation is left. */
  get focusesAll(): boolean {
    return this.focus.length === this.agendas.length;
  }

  /** How many agendas of the focus are to be looked at; `waiting`: activations waited before the evaluation began. */
  agendasToRun(waiting: boolean): number {
    return waiting || this.placed ? this.focus.length : 0;
  }

  /** Forgets what belongs to one evaluation only. */
  startEvaluation(): void {
    const { outcome } = this;
    outcome.count = 0;
    outcome.winner = null;
    outcome.match = null;
    if (outcome.obliged.length > 0) outcome.obliged.length = 0;
    this.placed = false;
    this.tickIndex = 0;
    this.scoped = false;
    this.reachableTemplates = ALL_TEMPLATES;
    // Setting the length of an array is a call into V8, even when it is 0 already.
    if (this.deferredRegions.length > 0) this.deferredRegions.length = 0;
    this.deferredSteps = 0;
    this.steps = 0;
    this.depth = 0;
    this.evaluation = ++evaluations;
    this.readNow = null;
  }

  /**
   * The index of a new fact; generated code, which knows the fact's class, sets it. Throws LimitError past the limit of
   * facts.
   */
  admit(): number {
    if (this.factCount >= this.mostFacts) throw this.tooManyFacts();
    this.factCount++;
    return this.nextIndex++;
  }

  private tooManyFacts(): LimitError {
    return new LimitError('facts', `More than ${this.mostFacts} facts in working memory`);
  }

  /** Preparation immediately before the first rule fires (the hidden tick of temporal conditions). */
  beforeRun(): void {}

  /** Takes away what `beforeRun` put in place. */
  afterRun(): void {}

  /** Takes a retracted fact out of the counters of temporal conditions. */
  protected uncount(_fact: Fact): void {}

  /** The part of the network from which rules can remove matches; null if there is none. */
  readonly removal: Removal | null = null;
  /** The full network, in an engine that keeps a history; null: the joins of the generated code. */
  fullNetwork: FullNetwork | null = null;
  /** During a retraction matches with a dying fact are passed over (clips-order.md, 6.3). */
  retracting = false;

  /**
   * The evaluation is taken back when it ends. Matching may be put off then; of one that stays every match is needed, at
   * the latest when it ends.
   */
  scoped = false;
  /** Flags of the templates of which facts can come from outside, now or later in the evaluation. */
  reachableTemplates = ALL_TEMPLATES;
  /** Regions of the network that put matching off and have negated patterns; see deferral.ts. */
  readonly deferredRegions: DeferredRegion[] = objectList();
  /** Number of steps that regions have put off in this evaluation. */
  deferredSteps = 0;

  /** Obligations that belong to an action; null if no rule has any. */
  readonly winningObligations: ((obliged: readonly Obliged[], action: string) => Obligation[] | null) | null =
    null;

  /** Retracts a fact as a rule's right side does: at once, with everything that follows from it. */
  retractFact(fact: Fact): void {
    if (fact.gone) return;
    for (const region of this.deferredRegions) region.beforeRetract(fact.template, this);
    this.facts.get(fact.template)!.remove(fact, this.log);
    this.factCount--;
    this.uncount(fact);
    if (this.removal === null) return;
    this.retracting = true;
    this.removal.retract(fact, this);
    this.retracting = false;
  }

  /** Retracts facts from outside, between evaluations, one after the other. */
  retract(facts: readonly Fact[]): void {
    for (const fact of facts) this.retractFact(fact);
    this.sweep();
    this.sweepAgendas();
  }

  /** Drops the activations of matches that are gone, or that were made from this serial number on. */
  sweepAgendas(from = Infinity): void {
    const isGone = (match: unknown): boolean => this.removal?.isGone(match, from) ?? holdsGoneFact(match);
    for (const agenda of this.agendas) agenda.sweep(isGone);
  }

  /** Removes matches with retracted facts from the memories that have no removal of their own. */
  protected abstract sweep(): void;
}
