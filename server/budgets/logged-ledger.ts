/** A ledger whose changes are in the decision log before the response is sent, and after a crash when the server starts again. */
import type { Logger } from 'pino';
import { ServiceError } from '../../library/errors.ts';
import { loggedSequences } from '../../evidence/log/logged-sequences.ts';
import type { Ledger } from '../../store/budgets/ledger.ts';
import type { BudgetMetrics } from './budget-metrics.ts';
import type { LogLine } from '../../store/budgets/log-lines.ts';

/** How often holds are ended whose time has come. */
const LOOK_MS = 1_000;
/** Clocks of files and of lines differ by less. */
const SLACK_MS = 60_000;

export interface LedgerLog {
  readonly hand: (records: readonly string[]) => Promise<void> | null;
}

interface Logged {
  readonly ledger: Ledger;
  /** `null` if nothing is recorded. */
  readonly audit: LedgerLog | null;
  /** Folder of the decision log; null: it cannot be read, and lines in doubt are written again. */
  readonly folder: string | null;
  readonly counts: Pick<BudgetMetrics, 'contended' | 'decided' | 'expired'>;
  readonly log: Logger;
}

/** @throws never: what an earlier process left is written in the background, and sums do not wait for it */
export function loggedLedger({ ledger, audit, folder, counts, log }: Logged): Ledger {
  /** Lines that are on their way to the log, or that it has. */
  const known = new Set<number>();
  let failed: LogLine[] = [];

  const write = async (lines: readonly LogLine[]): Promise<void> => {
    if (lines.length === 0) return;
    for (const { sequence } of lines) known.add(sequence);
    try {
      await audit?.hand(lines.map(({ text }) => text));
    } catch (error) {
      failed.push(...lines);
      throw error;
    }
    done(lines);
  };
  const done = (lines: readonly LogLine[]): void => {
    ledger.logged(lines.map(({ sequence }) => sequence));
  };
  /** Writes a line, and first those that could not be written. */
  const writeNow = (line: LogLine | null): Promise<void> => {
    const lines = line === null ? failed : [...failed, line];
    failed = [];
    return write(lines);
  };
  /** Ends holds, and writes what no response waits for. */
  const look = async (): Promise<void> => {
    if (failed.length > 0) await writeNow(null);
    const { lines, expired } = await ledger.lines(Date.now());
    counts.expired(expired);
    await write(lines.filter(({ sequence }) => !known.has(sequence)));
    // Lines that the store no longer has are in the log.
    const kept = new Set(lines.map(({ sequence }) => sequence));
    const oldest = lines[0]?.sequence ?? Infinity;
    for (const sequence of known) if (sequence < oldest && !kept.has(sequence)) known.delete(sequence);
  };
  const recover = async (): Promise<void> => {
    // This runs first, so these are lines of an earlier process.
    const { lines } = await ledger.lines(Date.now());
    if (lines.length === 0) return;
    for (const { sequence } of lines) known.add(sequence);
    const logged =
      folder === null ? new Set<number>() : loggedSequences(folder, timeOf(lines[0]!) - SLACK_MS);
    done(lines.filter(({ sequence }) => logged.has(sequence)));
    const missing = lines.filter(({ sequence }) => !logged.has(sequence));
    await write(missing);
    if (missing.length > 0)
      log.info({ records: missing.length }, 'wrote what an earlier process counted and did not record');
  };
  const tell = (error: unknown): void => {
    // The cause is in the log, and what is missing is recorded at the next start.
    if (error instanceof ServiceError && ['store_unavailable', 'shutting_down'].includes(error.code)) return;
    log.error({ problem: String(error) }, 'what budgets counted could not be recorded');
  };

  let looking = recover().catch(tell);
  const timer = setInterval(() => void (looking = looking.then(look).catch(tell)), LOOK_MS).unref();
  return {
    ...ledger,
    async decide(asked) {
      const decided = await ledger.decide(asked).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'contention') counts.contended();
        throw error;
      });
      counts.decided(asked.ruleset, decided);
      if ('line' in decided) await writeNow(decided.line);
      return decided;
    },
    async settle(id, settlement, now, record) {
      const settled = await ledger.settle(id, settlement, now, record);
      if (settled.kind === 'settled') await writeNow(settled.line);
      return settled;
    },
    async reset(ruleset, budget, now, record) {
      const reset = await ledger.reset(ruleset, budget, now, record);
      await writeNow(reset.line);
      return reset;
    },
    async close() {
      clearInterval(timer);
      await looking;
      await look().catch(tell);
      // Sends what the log has.
      await ledger.lines(Date.now()).catch(tell);
      await ledger.close();
    },
  };
}

function timeOf({ text }: LogLine): number {
  const time = Date.parse(/^"time":"([^"]+)"/.exec(text)?.[1] ?? '');
  return Number.isNaN(time) ? 0 : time;
}
