/** THE table of questions: which worker answers each, and how long it may take. Decisions do not wait for tests. */
import type { QuestionKind } from './messages.ts';

export type WorkerName = 'deciding' | 'testing';

interface QuestionRow {
  readonly worker: WorkerName;
  /** A rule that loops forever ends with its worker after this time. */
  readonly limitMs: number;
}

export const QUESTIONS: Readonly<Record<QuestionKind, QuestionRow>> = {
  decide: { worker: 'deciding', limitMs: 10_000 },
  explain: { worker: 'deciding', limitMs: 10_000 },
  flips: { worker: 'deciding', limitMs: 15_000 },
  cases: { worker: 'deciding', limitMs: 5_000 },
  map: { worker: 'deciding', limitMs: 5_000 },
  test: { worker: 'testing', limitMs: 120_000 },
  replay: { worker: 'testing', limitMs: 20_000 },
  properties: { worker: 'testing', limitMs: 120_000 },
  coverage: { worker: 'testing', limitMs: 120_000 },
  mutants: { worker: 'testing', limitMs: 120_000 },
  compare: { worker: 'testing', limitMs: 60_000 },
};
