import { MARK_LENGTH, type AnswerBatch, type JobOutcome, type JobReport, type Work } from './protocol.ts';

/** Collects the responses of a worker until they are sent. */
export class AnswerCollector {
  #ids: number[] = [];
  #work: Work[] = [];
  /** Jobs in `#work`. */
  #told = 0;
  #ends: number[] = [];
  #reports: (JobReport | null)[] = [];
  #marked: boolean[] = [];
  #text = '';

  get count(): number {
    return this.#ids.length;
  }

  /** Characters of all texts. */
  get length(): number {
    return this.#text.length;
  }

  add(id: number, outcome: JobOutcome, at: number | null): void {
    const isText =
      outcome.kind === 'answer' && outcome.status === 200 && outcome.change === null && at === null;
    const mark = isText ? outcome.mark : null;
    if (isText) this.#text += mark === null ? outcome.body : mark + outcome.body;
    this.#marked.push(mark !== null);
    this.#ids.push(id);
    this.#ends.push(this.#text.length);
    this.#reports.push(isText ? null : { outcome, at });
  }

  /** Reports the milliseconds of the jobs since the last call. */
  took(ms: number): void {
    const jobs = this.#ids.length - this.#told;
    if (jobs > 0) this.#work.push({ jobs, ms });
    this.#told = this.#ids.length;
  }

  /** Returns the collected responses and starts again. `records`: see AnswerBatch. */
  take(records: readonly string[] | null): AnswerBatch {
    const batch = {
      ids: this.#ids,
      work: this.#work,
      ends: this.#ends,
      reports: this.#reports,
      text: this.#text,
      marked: this.#marked,
      records,
    };
    this.#ids = [];
    this.#work = [];
    this.#told = 0;
    this.#ends = [];
    this.#reports = [];
    this.#marked = [];
    this.#text = '';
    return batch;
  }
}

/** Splits a message into responses, in their order. */
export function forEachAnswer(batch: AnswerBatch, told: (id: number, report: JobReport) => void): void {
  const { ids, ends, reports, text, marked } = batch;
  let start = 0;
  for (const [i, id] of ids.entries()) {
    const end = ends[i] ?? start;
    const body = marked[i] === true ? start + MARK_LENGTH : start;
    const mark = body === start ? null : text.slice(start, body);
    told(id, reports[i] ?? plainReport(text.slice(body, end), mark));
    start = end;
  }
}

function plainReport(body: string, mark: string | null): JobReport {
  return { outcome: { kind: 'answer', status: 200, body, change: null, mark }, at: null };
}
