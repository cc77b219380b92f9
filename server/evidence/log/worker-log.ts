import { ServiceError } from '../../errors.ts';
import type { LogSettings } from '../settings.ts';
import { FileLog } from './file-log.ts';
import type { LogHost } from './file-log-settings.ts';

/** How far the records of a batch are. */
export interface Settled {
  /** To be handed to the service. */
  readonly records: readonly string[] | null;
  /** Null: they are kept, as far as they are kept here. */
  readonly kept: Promise<void> | null;
}

/** Where the records of a worker go: into its own files, or along with the answers to the service. */
export class WorkerLog {
  readonly #settings: LogSettings;
  readonly #writer: string;
  readonly #host: LogHost;
  #files: FileLog | null = null;
  #handed: string[] = [];
  #dropped = 0;
  #counts = { recorded: 0, dropped: 0 };
  /** When the files could not be opened, by the system's clock. */
  #failedAt = -Infinity;

  /** @param writer name of the folder of its files */
  constructor(writer: string, settings: LogSettings, host: LogHost) {
    this.#writer = writer;
    this.#settings = settings;
    this.#host = host;
    if (settings.files !== null) this.#open();
  }

  /** Before what must be recorded. Throws ServiceError `audit_unavailable` when its record could not be kept. */
  check(): void {
    const { files, overflow } = this.#settings;
    if (files === null) return;
    if (this.#files === null) this.#open();
    if (this.#files?.isFull === true) this.#files.relieve();
    if (this.#files === null || (this.#files.isFull && overflow === 'refuse')) throw auditUnavailable();
  }

  append(body: string): void {
    if (this.#files?.isFull === true) this.#files.relieve();
    if (this.#settings.files === null) {
      this.#handed.push(body);
    } else if (this.#files === null || this.#files.isFull) {
      this.#dropped++;
      this.#counts.dropped++;
    } else {
      this.#counts.recorded++;
      this.#files.append(this.#dropped === 0 ? body : `"dropped":${this.#dropped},${body}`);
      this.#dropped = 0;
    }
  }

  /** What became of records for files since this was asked last; the service counts those that are handed to it. */
  takeCounts(): { readonly recorded: number; readonly dropped: number } {
    const counts = this.#counts;
    this.#counts = { recorded: 0, dropped: 0 };
    return counts;
  }

  /**
   * Before answers go out: what they are about is written as the mode says. Throws the system's error, or rejects `kept`
   * with it, when what was promised cannot be kept; then nothing of the batch may be answered.
   *
   * @param begun called when what `kept` is about is complete: what comes later is not kept by then
   */
  settle(begun?: () => void): Settled {
    const kept = this.#files?.flushAndWait(begun) ?? null;
    if (this.#handed.length === 0) return { records: null, kept };
    const records = this.#handed;
    this.#handed = [];
    return { records, kept };
  }

  close(): void {
    this.#files?.close();
    this.#files = null;
  }

  #open(): void {
    const { files } = this.#settings;
    if (files === null || Date.now() - this.#failedAt < RETRY_MS) return;
    try {
      this.#files = new FileLog(this.#writer, files, this.#host);
    } catch (error) {
      this.#failedAt = Date.now();
      this.#host.warn(`the decision log cannot be opened: ${String(error)}`);
    }
  }
}

const RETRY_MS = 500;

/** The refusal of what could not be recorded. */
export function auditUnavailable(): ServiceError {
  return new ServiceError('audit_unavailable', 'the decision log cannot be written: nothing is decided');
}
