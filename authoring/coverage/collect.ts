import type { LoadModule } from '../../library/load-module.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { RowCell, Rule } from '../../compiler/ruleset.ts';
import { DEFAULT_LIMITS } from '../../runtime/description.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { FiringLog } from '../../runtime/engine/firing.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { byBringer } from '../../library/by-bringer.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
  type Bindings,
} from '../../library/explain/explainable-ruleset.ts';
import { oneWhyNot } from '../../library/explain/formats/text.ts';
import { matchElements, NOTHING_YET } from '../../library/explain/match-elements.ts';
import { OutOfBudget } from '../../library/explain/out-of-budget.ts';
import { factsAt, readRecording, type Recording } from '../../library/explain/recording.ts';
import { ask, type AskedListener, type World } from '../../library/explain/try-pattern.ts';
import { whyNot } from '../../library/explain/why-not.ts';
import { present, presentOne } from '../../library/explain/present.ts';
import { explanationOf, readHeld } from '../../library/explain/explain.ts';
import type { RawExplanation, WhyNot } from '../../library/explain/explanation.ts';
import { listCoverable, type Bound, type ListedCondition } from './list-conditions.ts';

/** Maximum condition evaluations for one rule at one moment of one evaluation. */
const BUDGET = 50_000;
/** Moments of one evaluation that are looked at. */
const MOMENTS = 20;

/** Counts of one condition or cell; `bounds`: how often each was evaluated on its bound and beside it. */
export interface Counted {
  held: number;
  failed: number;
  readonly bounds: readonly (Bound & { on: number; under: number; over: number })[];
}

/** Conditions and rules of one ruleset that evaluations of suites reached. */
export interface Collector {
  readonly explainable: ExplainableRuleset;
  readonly fired: ReadonlyMap<Rule, number>;
  readonly conditions: ReadonlyMap<ListedCondition['of'], Counted>;
  readonly cells: ReadonlyMap<RowCell, Counted>;
  readonly branches: ReadonlyMap<object, number>;
  readonly nearest: ReadonlyMap<Rule, readonly string[]>;
  /** Looks at one evaluation, in a run of its own. What is refused or fails covers nothing. */
  readonly observe: (evaluation: Observed) => void;
}

interface Observed {
  readonly held: readonly FactInput[];
  readonly facts: readonly FactInput[];
  readonly input: unknown;
  readonly now: number;
}

/** Place of a value in the list of a `not_in`. */
interface OfList {
  readonly isFirst: boolean;
  readonly isFollowed: boolean;
  /** True if a value of the list matched in the current pass over it. */
  readonly list: { hasRefused: boolean };
}

export function createCollector(
  sources: readonly Source[],
  name: string,
  lenient: boolean,
  load: LoadModule,
): Collector {
  const explainable = createExplainableRuleset(compileOrThrow(sources, { name, lenient, cells: true }), load);
  const fired = new Map<Rule, number>();
  const conditions = new Map<ListedCondition['of'], Counted>();
  const cells = new Map<RowCell, Counted>();
  const branches = new Map<object, number>();
  const lists = new Map<ListedCondition['of'], OfList>();
  let list: OfList['list'] | null = null;
  const nearest = new Map<Rule, { readonly why: WhyNot; readonly lines: readonly string[] }>();
  for (const rule of explainable.checked.rules) {
    const coverable = listCoverable(rule, explainable.texts, explainable.document);
    for (const { of, bounds, value, isFollowed } of coverable.conditions) {
      conditions.set(of, nothingCounted(bounds));
      const isFirst = list === null;
      if (value !== null) lists.set(of, { isFirst, isFollowed, list: (list ??= { hasRefused: false }) });
      if (!isFollowed) list = null;
    }
    for (const { of, bounds } of coverable.cells) cells.set(of, nothingCounted(bounds));
    for (const { branch } of coverable.branches) branches.set(branch, 0);
  }
  const count = (of: ListedCondition['of'], held: boolean): Counted | undefined => {
    const counted = conditions.get(of);
    const place = lists.get(of);
    if (place?.isFirst === true) place.list.hasRefused = false;
    // A `not_in` holds if its last value does not match either.
    const isKnown = place === undefined || place.isFollowed || !place.list.hasRefused;
    if (counted !== undefined && (!held || isKnown)) counted[held ? 'held' : 'failed']++;
    if (place !== undefined && !held) place.list.hasRefused = true;
    return counted;
  };
  const askCells = (world: World, rule: Rule, bindings: Bindings): void => {
    for (const of of rule.cells ?? []) {
      const counted = cells.get(of);
      if (counted === undefined) continue;
      counted[ask(world, of.expression, bindings) === true ? 'held' : 'failed']++;
      for (const bound of counted.bounds) countBound(bound, bindings.get(bound.subject));
    }
  };
  const listenTo = (world: World, rule: Rule): AskedListener => ({
    constraint(constraint, held, value) {
      for (const one of count(constraint, held)?.bounds ?? []) countBound(one, value);
    },
    test(element, held, bindings) {
      if (element.kind === 'test') count(element, held);
      // The last test of a row has all of the table's patterns before it.
      if (element === rule.when.at(-1)) askCells(world, rule, bindings);
    },
    branch: (branch) => void branches.set(branch, (branches.get(branch) ?? 0) + 1),
  });
  const look = (recording: Recording): void => {
    for (const { rule } of recording.firings) fired.set(rule, (fired.get(rule) ?? 0) + 1);
    for (const rule of fired.keys()) nearest.delete(rule);
    for (const moment of momentsOf(recording)) {
      const factsOf = factsAt(recording, moment);
      for (const rule of explainable.checked.rules) {
        const world = { explainable, matcher: recording.matcher, factsOf, budget: { left: BUDGET } };
        askAll({ ...world, listener: listenTo(world, rule) }, rule);
      }
    }
    const explained = explanationOf(explainable, recording);
    for (const rule of explainable.checked.rules)
      if (!fired.has(rule)) tellNearest(recording, rule, explained);
  };
  const tellNearest = (recording: Recording, rule: Rule, explained: RawExplanation): void => {
    const ids = new Map(recording.facts.map((fact, i) => [fact, i + 1]));
    const why = whyNot(explainable, recording, ids, rule);
    const before = nearest.get(rule)?.why;
    if (before === undefined || why.passed > before.passed)
      nearest.set(rule, {
        why,
        lines: oneWhyNot(
          present(explainable, explained),
          presentOne(explainable, explained.facts, why),
        ).slice(1),
      });
  };
  return {
    explainable,
    fired,
    conditions,
    cells,
    branches,
    get nearest() {
      return new Map([...nearest].map(([rule, { lines }]) => [rule, lines]));
    },
    observe({ held, facts, input, now }) {
      const host = { now: () => now, functions: new Map(), limits: DEFAULT_LIMITS };
      const memory = new WorkingMemory(explainable.compiled, host);
      const log = new FiringLog();
      try {
        memory.assert(readHeld(explainable.compiled, held));
        memory.readScoped(byBringer(explainable.compiled, facts), input, log, (matcher) =>
          look(readRecording(explainable, matcher, log, input)),
        );
      } catch (error) {
        if (!(error instanceof FerruleError)) throw error;
      }
    },
  };
}

function nothingCounted(bounds: readonly Bound[]): Counted {
  const counts = bounds.map((bound) => ({ ...bound, on: 0, under: 0, over: 0 }));
  return { held: 0, failed: 0, bounds: counts };
}

/** The end, and before it the moments right before a firing that took facts away. */
function momentsOf({ firings }: Recording): readonly number[] {
  const taking = firings.flatMap(({ retracted }, i) => (retracted.length > 0 ? [i] : []));
  return [...taking.slice(0, MOMENTS), firings.length];
}

function askAll(world: World, rule: Rule): void {
  const matches = matchElements(world, rule.when, NOTHING_YET);
  try {
    // All matches are made for what they ask on the way.
    while (matches.next().done !== true);
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
  }
}

/** For whole numbers the neighbours count, for others everything on the side. */
function countBound(one: Counted['bounds'][number], value: unknown): void {
  if (typeof value !== 'number') return;
  if (value === one.bound) one.on++;
  else if (value < one.bound && (!one.whole || value === one.bound - 1)) one.under++;
  else if (value > one.bound && (!one.whole || value === one.bound + 1)) one.over++;
}
