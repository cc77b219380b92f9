import type { Template } from '../../compiler/ruleset.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { drawnTemplates } from '../draw/draw-facts.ts';
import type { Drawable } from '../../library/constants/drawable.ts';
import { readValues } from '../draw/values.ts';
import type { FactCounts } from './facts-needed.ts';
import { classesOf } from './value-classes.ts';

type Facts = readonly FactInput[];

/** Every distinguishable request with a given number of facts per template. */
export interface Enumeration {
  readonly count: number;
  /** True if no larger request can behave differently; otherwise these are the requests with at most one fact per template. */
  readonly isComplete: boolean;
  readonly requests: () => Generator<Facts>;
  /** A fact of each class; null: the classes of some slot are not known, or are too many. */
  readonly factsOf: (template: string) => Facts | null;
}

/** Requests beyond which not all are tried. */
export const MOST_REQUESTS = 20_000;

/**
 * `null` if a slot has values of unknown classes, or there are too many requests.
 *
 * @param needed as many facts as can matter; null: that is not known
 * @param now the clock, in milliseconds
 */
export function enumerateRequests(
  drawable: Drawable,
  needed: FactCounts | null,
  now: number,
): Enumeration | null {
  const templates = drawnTemplates(drawable);
  const { slots: uses } = drawable.compared;
  const valuesOf = readValues(drawable.compared, now);
  const known = new Map<string, Facts | null>();
  const facts = ({ name, slots }: Template): Facts | null => {
    const before = known.get(name);
    if (before !== undefined) return before;
    let rows: readonly Readonly<Record<string, unknown>>[] | null = [{}];
    for (const slot of slots) {
      const values = classesOf(name, slot, uses.get(`${name}.${slot.name}`) ?? null, valuesOf);
      if (values === null || rows.length * values.length > MOST_REQUESTS) return remember(known, name, null);
      rows = rows.flatMap((row) =>
        values.map((value) => (value === undefined ? row : { ...row, [slot.name]: value })),
      );
    }
    return remember(
      known,
      name,
      rows.map((data) => ({ template: name, data })),
    );
  };
  const enumerate = (mostOf: (name: string) => number, isComplete: boolean): Enumeration | null => {
    const groups: Group[] = [];
    let count = 1;
    for (const template of templates) {
      const most = mostOf(template.name);
      if (most === 0) continue;
      const some = facts(template);
      if (some === null) return null;
      count *= choicesOf(some.length, most);
      if (count > MOST_REQUESTS) return null;
      groups.push({ facts: some, most });
    }
    const factsOf = (name: string): Facts | null => {
      const template = drawable.templates.find((one) => one.name === name);
      return template === undefined ? null : facts(template);
    };
    return { count, isComplete, requests: () => combine(groups), factsOf };
  };
  const complete = needed === null ? null : enumerate((name) => needed.get(name) ?? 0, true);
  return complete ?? enumerate(() => 1, false);
}

function remember<T>(known: Map<string, T>, name: string, value: T): T {
  known.set(name, value);
  return value;
}

/** Facts of one template, and how many of them a request has at most. */
interface Group {
  readonly facts: Facts;
  readonly most: number;
}

/** Number of sets of facts up to a size. A repeated fact counts once. */
function choicesOf(facts: number, most: number): number {
  let [sum, sets] = [1, 1];
  for (let size = 1; size <= Math.min(most, facts) && sum <= MOST_REQUESTS; size++) {
    sets = (sets * (facts - size + 1)) / size;
    sum += sets;
  }
  return sum;
}

function* combine([group, ...rest]: readonly Group[]): Generator<Facts> {
  if (group === undefined) {
    yield [];
    return;
  }
  for (const behind of combine(rest))
    for (const chosen of subsets(group.facts, group.most, 0)) yield [...chosen, ...behind];
}

function* subsets(facts: Facts, most: number, from: number): Generator<Facts> {
  yield [];
  if (most === 0) return;
  for (let i = from; i < facts.length; i++) {
    const fact = facts[i];
    if (fact === undefined) return;
    for (const others of subsets(facts, most - 1, i + 1)) yield [fact, ...others];
  }
}
