import { ServiceError } from '../../library/errors.ts';
import type { LogSettings } from '../settings.ts';
import { FileLog } from './file-log.ts';
import type { LogHost } from './file-log-settings.ts';

/** State of the records of a batch. */
export interface Settled {
  /** To be handed to the service. */
  readonly records: readonly string[] | null;
  /** `null` if they were stored, as far as they are stored here. */
  readonly kept: Promise<void> | null;
}

/** Destination of a worker's records: its own files, or the service, along with the responses. */
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

  /** Results of file records since the last call; the service counts those that are sent to it. */
  takeCounts(): { readonly recorded: number; readonly dropped: number } {
    const counts = this.#counts;
    this.#counts = { recorded: 0, dropped: 0 };
    return counts;
  }

  /**
   * Runs before responses are sent: writes their records as the mode requires. Throws the system's error, or rejects `kept`
   * with it, if that fails; then no response of the batch may be sent.
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
