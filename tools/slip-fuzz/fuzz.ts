import { createDice } from '../judge/dice.ts';
import { generator } from '../claims-fuzz/fuzz.ts';
import { judgeMutant, type Verdict } from './compare.ts';
import { sitesOf, type Mutant, type Site } from './mutants.ts';
import type { Subject } from './subject.ts';

interface FuzzOptions {
  readonly subjects: readonly Subject[];
  /** Mutants to draw; null for all. */
  readonly count: number | null;
  /** Kinds with this text in their names only (default: all kinds). */
  readonly kind?: string;
  readonly seed: number;
  /** Milliseconds to look for a request that a mutant decides differently. */
  readonly budgetMs: number;
  /** Is given each mutant as it is judged. */
  readonly onMutant?: (subject: Subject, mutant: Mutant, verdict: Verdict) => void;
}

/** Figures of one kind of slip. */
export interface KindCount {
  readonly mutants: number;
  readonly errors: number;
  /** Errors that say what to write instead. */
  readonly advised: number;
  readonly same: number;
  readonly different: number;
}

/** A mutant that compiles and means something else. */
interface Misread {
  readonly subject: string;
  readonly mutant: Mutant;
  readonly shown: string;
}

interface FuzzResult {
  readonly kinds: ReadonlyMap<string, KindCount>;
  readonly misread: readonly Misread[];
}

const NONE: KindCount = { mutants: 0, errors: 0, advised: 0, same: 0, different: 0 };

/** Writes every place of the subjects otherwise, one at a time, and compares what that means. */
export function fuzzSlips(options: FuzzOptions): FuzzResult {
  const { seed, budgetMs, onMutant } = options;
  const kinds = new Map<string, KindCount>();
  const misread: Misread[] = [];
  for (const { subject, mutant } of chosen(options)) {
    const original = originalOf(subject);
    const verdict = judgeMutant(subject, original, mutant, { seed, budgetMs });
    if (verdict === null) continue;
    const count = kinds.get(mutant.kind) ?? NONE;
    const isError = verdict.kind === 'error';
    kinds.set(mutant.kind, {
      mutants: count.mutants + 1,
      errors: count.errors + (isError ? 1 : 0),
      advised: count.advised + (isError && verdict.hasAdvice ? 1 : 0),
      same: count.same + (verdict.kind === 'same' ? 1 : 0),
      different: count.different + (verdict.kind === 'different' ? 1 : 0),
    });
    if (verdict.kind === 'different') misread.push({ subject: subject.name, mutant, shown: verdict.shown });
    onMutant?.(subject, mutant, verdict);
  }
  return { kinds, misread };
}

const originals = new WeakMap<Subject, ReturnType<Subject['read']>>();

function originalOf(subject: Subject): ReturnType<Subject['read']> {
  const known = originals.get(subject) ?? subject.read(subject.sources);
  originals.set(subject, known);
  return known;
}

interface Chosen {
  readonly subject: Subject;
  readonly mutant: Mutant;
}

/** All mutants, or some that the seed draws: first a place, then one of its slips. */
function* chosen({ subjects, count, seed, kind = '' }: FuzzOptions): Generator<Chosen> {
  const sites = subjects.flatMap((subject) => sitesOf(subject).map((site) => ({ subject, site })));
  const mutantsOf = (site: Site): readonly Mutant[] =>
    site.mutants().filter((one) => one.kind.includes(kind));
  if (count === null) {
    for (const { subject, site } of sites) for (const mutant of mutantsOf(site)) yield { subject, mutant };
    return;
  }
  const dice = createDice({ nextInt: generator(seed, 0) });
  const made = new Map<Site, readonly Mutant[]>();
  for (let i = 0; i < count; i++) {
    const { subject, site } = dice.pick(sites);
    const mutants = made.get(site) ?? mutantsOf(site);
    made.set(site, mutants);
    if (mutants.length > 0) yield { subject, mutant: dice.pick(mutants) };
  }
}
