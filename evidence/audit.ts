import type { Logger } from 'pino';
import { auditUnavailable } from './log/worker-log.ts';
import { plainText } from './log/record-text.ts';

export interface RecordCounts {
  readonly recorded: number;
  readonly dropped: number;
}

/** Log to which the service itself writes records: its own, and those that workers hand over. */
export interface ServiceLog {
  /** Nothing more is taken. */
  readonly isFull: boolean;
  /** Records that were taken here, and those that did not fit; of a log of files none, which workers count themselves. */
  readonly counts: RecordCounts;
  /** Why nothing can be kept at the moment, in a few words; null: it can. */
  readonly problem: () => string | null | Promise<string | null>;
  /** Accepts records: members of their JSON objects, see Chain. */
  readonly append: (bodies: readonly string[]) => void;
  /** Settled when everything that was appended is kept as the mode says; null: it is. Rejected when it cannot be. */
  readonly settle: () => Promise<void> | null;
  /** Keeps what is left. */
  readonly close: () => Promise<void>;
}

/** Records what happens, unless its log is null. */
export interface RecordsDecisions {
  readonly audit: {
    /** Rejected with ServiceError `audit_unavailable` if it cannot be kept. */
    readonly record: (kind: string, origin: string | null, fields: object) => Promise<void>;
  } | null;
}

/** Records refused callers, and names the others for records of what they do. */
export interface RecordsCallers {
  readonly audit: {
    readonly originOf: (requestId: string, actor: string, traceparent: unknown) => string;
    readonly refused: (origin: string, route: string | null) => void;
  } | null;
}

/** Refused tokens that are recorded in a second; the others are counted. */
const MOST_REFUSALS = 10;
const SECOND_MS = 1000;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The decision log as the service sees it. */
export class Audit {
  readonly #log: ServiceLog;
  readonly #logger: Logger;
  readonly #witness: ((note: string) => void) | null;
  #refusals = { since: 0, count: 0, passedOver: 0 };

  constructor(log: ServiceLog, witness: ((note: string) => void) | null, logger: Logger) {
    this.#log = log;
    this.#witness = witness;
    this.#logger = logger;
  }

  /** The caller, as members of a record. */
  originOf(requestId: string, actor: string, traceparent: unknown): string {
    const trace =
      typeof traceparent === 'string' && TRACEPARENT.test(traceparent)
        ? `,"traceparent":"${traceparent}"`
        : '';
    return `"request_id":"${requestId}","actor":${JSON.stringify(actor)}${trace}`;
  }

  /**
   * Records an event other than an evaluation. `fields` may hold every digit of a number.
   * Rejected with ServiceError `audit_unavailable` when `sync` cannot be kept.
   */
  async record(kind: string, origin: string | null, fields: object): Promise<void> {
    if (this.#log.isFull) throw auditUnavailable();
    this.#log.append([plainText(new Date().toISOString(), kind, origin, fields)]);
    await this.settle();
  }

  /** Accepts records of workers. Returns `null` if their responses can be sent now; otherwise they can be sent once it settles. */
  hand(records: readonly string[]): Promise<void> | null {
    this.#log.append(records);
    return this.settle();
  }

  /** Why nothing can be kept at the moment; null: it can. */
  problem(): string | null | Promise<string | null> {
    return this.#log.isFull ? 'accepts no more records' : this.#log.problem();
  }

  /** True if no more records are accepted. */
  get isFull(): boolean {
    return this.#log.isFull;
  }

  /** See ServiceLog. */
  get counts(): RecordCounts {
    return this.#log.counts;
  }

  /** Records a refused token, at most some of them in a second. */
  refused(origin: string, route: string | null): void {
    const now = Date.now();
    const refusals = this.#refusals;
    if (now - refusals.since > SECOND_MS) Object.assign(refusals, { since: now, count: 0 });
    if (refusals.count++ >= MOST_REFUSALS || this.#log.isFull) {
      refusals.passedOver++;
      return;
    }
    const fields = { route, passed_over: refusals.passedOver };
    refusals.passedOver = 0;
    this.record('refused', origin, fields).catch(() => undefined);
  }

  /** A checkpoint was signed. */
  witness(note: string): void {
    this.#witness?.(note);
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  settle(): Promise<void> | null {
    let settled: Promise<void> | null;
    try {
      settled = this.#log.settle();
    } catch (error) {
      settled = Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return (
      settled?.catch((error: unknown) => {
        this.#logger.error({ problem: String(error) }, 'the decision log cannot be written');
        throw auditUnavailable();
      }) ?? null
    );
  }
}
