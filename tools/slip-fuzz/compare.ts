import { loadModule } from '../../library/node/load-ruleset.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import { diffRulesets } from '../../authoring/diff/diff.ts';
import { writeJson } from '../../library/json.ts';
import { NOW } from './corpus.ts';
import type { Mutant } from './mutants.ts';
import type { Reading, Subject } from './subject.ts';

/** Outcome of one mutant. */
export type Verdict =
  | { readonly kind: 'error'; readonly hasAdvice: boolean; readonly message: string }
  | { readonly kind: 'same' }
  /** It compiles and means something else, as far as the constructs say. */
  | { readonly kind: 'different'; readonly isWarned: boolean; readonly shown: string };

interface CompareOptions {
  readonly seed: number;
  /** Milliseconds to look for a request that both decide differently. */
  readonly budgetMs: number;
}

const ADVICE = /\b(?:write|use|remove|needs?|put|takes?|expected|list it|name)\b/;

/** Reads a mutant and compares it with what it is a slip of. Null if it is the text itself. */
export function judgeMutant(
  subject: Subject,
  original: Reading,
  mutant: Mutant,
  options: CompareOptions,
): Verdict | null {
  const text = mutant.make();
  const before = subject.sources.find(({ path }) => path === mutant.file);
  if (text === null || before === undefined || before.text === text) return null;
  const sources = subject.sources.map((source) => (source === before ? { ...source, text } : source));
  const read = subject.read(sources);
  if (read.meaning === null) {
    const errors = read.diagnostics.filter(({ severity }) => severity === 'error');
    const hasAdvice = errors.some(({ suggestion, message }) => suggestion !== null || ADVICE.test(message));
    return { kind: 'error', hasAdvice, message: `${errors[0]?.code ?? ''}: ${errors[0]?.message ?? ''}` };
  }
  if (read.meaning === original.meaning) return { kind: 'same' };
  const warned = read.diagnostics.filter(
    ({ code, message }) => !original.diagnostics.some((one) => one.code === code && one.message === message),
  );
  const shown = [...warned.map(({ code }) => code), difference(subject, sources, options)].join(', ');
  return shown.endsWith('proved equivalent')
    ? { kind: 'same' }
    : { kind: 'different', isWarned: warned.length > 0, shown };
}

/** A request that both decide differently, for people. */
function difference(
  subject: Subject,
  sources: Subject['sources'],
  { seed, budgetMs }: CompareOptions,
): string {
  const [old, latest] = [subject.compile?.(subject.sources), subject.compile?.(sources)];
  if (!old || !latest) return 'other constructs';
  return differenceOf(old, latest, subject, { seed, budgetMs });
}

function differenceOf(
  old: PassedCompilation,
  latest: PassedCompilation,
  { requests }: Subject,
  { seed, budgetMs }: CompareOptions,
): string {
  const diff = diffRulesets(old, latest, loadModule, { requests, seed, now: NOW, budgetMs });
  const [change] = diff.changes;
  if (change !== undefined)
    return `${change.before} becomes ${change.after}: ${writeJson(change.example.input).slice(0, 300)}`;
  return diff.proved && diff.otherReasons === 0
    ? 'proved equivalent'
    : 'other constructs, no request told apart';
}
