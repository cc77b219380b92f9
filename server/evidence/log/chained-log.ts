import type { ServiceLog } from '../audit.ts';
import type { SigningKey } from '../attestation-key.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { Frontier } from '../tree.ts';
import { fileRecord, newChain } from './chain.ts';
import { Pump, type PumpOptions } from './pump.ts';

/** Lines of a chain that are brought together. */
export interface Lines {
  readonly logId: string;
  /** Number of the first. */
  readonly seq: number;
  /** Each ends in a line feed. */
  readonly bytes: Buffer;
}

export interface ChainedLogOptions extends Omit<PumpOptions<Lines>, 'prepare' | 'onClose'> {
  readonly signer: SigningKey | null;
  readonly issuer: string;
  readonly checkpointMs: number;
  /** Keeps a checkpoint; what it covers was put before. */
  readonly keep: (logId: string, size: number, note: string) => Promise<void>;
  readonly closed?: () => Promise<void>;
}

/** A log in one place that is not a folder: a chain that begins with the process. */
export function openChainedLog(options: ChainedLogOptions): ServiceLog {
  const { signer, issuer, keep, warn } = options;
  const chain = newChain();
  const { logId } = chain;
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
  const pump = new Pump<Lines & { readonly after: typeof put }>({
    ...options,
    prepare(bodies) {
      const { seq } = chain;
      const bytes = Buffer.from(chain.seal(bodies));
      return { logId, seq, bytes, after: { size: chain.seq, root: chain.tree.root() } };
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
  pump.append([fileRecord(logId, new Frontier(), new Date().toISOString())]);
  void pump.settle()?.catch(() => undefined);
  return pump;
}
