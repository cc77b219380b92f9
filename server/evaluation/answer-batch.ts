import type { AnswerBatch, JobOutcome, JobReport } from './protocol.ts';

/** Collects the answers of a worker until they are sent. */
export class AnswerCollector {
  #ids: number[] = [];
  #ends: number[] = [];
  #reports: (JobReport | null)[] = [];
  #text = '';

  get count(): number {
    return this.#ids.length;
  }

  /** Characters of all texts. */
  get length(): number {
    return this.#text.length;
  }

  add(id: number, outcome: JobOutcome, holds: boolean): void {
    const isText = outcome.kind === 'answer' && outcome.status === 200 && outcome.change === null && !holds;
    if (isText) this.#text += outcome.body;
    this.#ids.push(id);
    this.#ends.push(this.#text.length);
    this.#reports.push(isText ? null : { outcome, holds });
  }

  /** What was collected, and begins anew. */
  take(): AnswerBatch {
    const batch = { ids: this.#ids, ends: this.#ends, reports: this.#reports, text: this.#text };
    this.#ids = [];
    this.#ends = [];
    this.#reports = [];
    this.#text = '';
    return batch;
  }
}

/** Takes a message of answers apart, in the order in which they were given. */
export function forEachAnswer(batch: AnswerBatch, told: (id: number, report: JobReport) => void): void {
  const { ids, ends, reports, text } = batch;
  let start = 0;
  for (const [i, id] of ids.entries()) {
    const end = ends[i] ?? start;
    told(id, reports[i] ?? plainReport(text.slice(start, end)));
    start = end;
  }
}

function plainReport(body: string): JobReport {
  return { outcome: { kind: 'answer', status: 200, body, change: null }, holds: false };
}
