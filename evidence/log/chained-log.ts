import type { ServiceLog } from '../audit.ts';
import type { SigningKey } from '../attestation-key.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { Frontier } from '../tree.ts';
import { fileRecord, newChain } from './chain.ts';
import { dayOf } from './log-files.ts';
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts';

/** Lines of a chain that are brought together. */
interface Lines {
  readonly logId: string;
  /** Number of the first. */
  readonly seq: number;
  /** Each ends in a line feed. */
  readonly bytes: Buffer;
  /** UTC date on which a part of the chain begins with them; null: they go on with the part before. */
  readonly begins: string | null;
}

export interface ChainedLogOptions extends Omit<BatchWriterOptions<Lines>, 'prepare' | 'onClose'> {
  readonly signer: SigningKey | null;
  readonly issuer: string;
  readonly checkpointMs: number;
  /** Keeps a checkpoint; what it covers was put before. */
  readonly keep: (logId: string, size: number, note: string) => Promise<void>;
  readonly closed?: () => Promise<void>;
  /** Begins a part each day, with a record `file`, so that the parts before may go. */
  readonly daily?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A log in one place that is not a folder: a chain that begins with the process. */
export function openChainedLog(options: ChainedLogOptions): ServiceLog {
  const { signer, issuer, keep, warn, daily = false, now = Date.now } = options;
  const chain = newChain();
  const { logId } = chain;
  const head = (): string => fileRecord(logId, chain.tree, new Date(now()).toISOString());
  let day = '';
  /** The day that begins, or null. */
  const turn = (): string | null => {
    const today = dayOf(now());
    if (today === day || (day !== '' && !daily)) return null;
    day = today;
    return day;
  };
  let put = { size: 0, root: new Frontier().root() };
  let covered = 0;
  const checkpoint = async (): Promise<void> => {
    const { size, root } = put;
    if (signer === null || size === covered) return;
    covered = size;
    await keep(logId, size, signCheckpoint({ origin: `${issuer}/${logId}`, size, root }, signer));
  };
  const attempt = (): Promise<void> =>
    checkpoint().catch((error: unknown) => warn(`a checkpoint could not be kept: ${String(error)}`));
  const timer = setInterval(() => void attempt(), options.checkpointMs).unref();
  const writer = new BatchWriter<Lines & { readonly after: typeof put }>({
    ...options,
    prepare(bodies) {
      const { seq } = chain;
      const begins = turn();
      // The first record of the chain was appended when it was opened.
      const isHeadless = begins !== null && seq > 0;
      const bytes = Buffer.from(chain.seal(isHeadless ? [head(), ...bodies] : bodies));
      return { logId, seq, bytes, begins, after: { size: chain.seq, root: chain.tree.root() } };
    },
    async put(lines) {
      await options.put(lines);
      put = lines.after;
    },
    async onClose() {
      clearInterval(timer);
      await attempt();
      await options.closed?.();
    },
  });
  writer.append([head()]);
  void writer.settle()?.catch(() => undefined);
  return writer;
}
