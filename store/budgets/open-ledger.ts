/** A ledger in a folder, for processes that decide without a service. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { open as openEnvironment } from 'lmdb';
import { ServiceError } from '../../library/errors.ts';
import { parseJson } from '../../library/json.ts';
import { missingPackage } from '../../library/missing-package.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { together } from '../together.ts';
import { openTurns, type WriteTurns } from '../write-turns.ts';
import { checkSettlement } from './check-settlement.ts';
import type { Ledger, Reservation, ReservationState } from './ledger.ts';
import { listedKeyText } from './listed-key-text.ts';
import { ledgerRecords } from './lmdb-records.ts';
import { ledgerOf, operateLedger, type LedgerOperation } from './operations.ts';
import { reservationText, settledOf, settlementOf, type SentSettlement } from './reservation-text.ts';
import { approvalUses } from './used-approvals.ts';

type Integer = number | bigint;
type Key = Readonly<Record<string, unknown>>;

/** The amounts that a decision holds, or held. Integers beyond 2^53 - 1 are bigints. */
export interface LedgerReservation {
  readonly id: string;
  readonly state: ReservationState;
  readonly settled: readonly {
    readonly budget: string;
    readonly key: Key;
    readonly reserved: Integer;
    readonly amount: Integer;
  }[];
  /** More was committed than held. */
  readonly over: boolean;
  /** It was committed after its time. */
  readonly late: boolean;
  /** RFC 3339. */
  readonly expires_at: string;
}

/** A key of a budget with uses or holds in its window. */
export interface LedgerKey {
  readonly ruleset: string;
  readonly budget: string;
  readonly session_id: string | null;
  /** Sensitive values are `{ $hmac }`. */
  readonly key: Key;
  readonly window: string;
  readonly used: Integer;
  readonly reserved: Integer;
  /** `null` if it depends on a fact. */
  readonly limit: Integer | null;
  readonly window_start: string | null;
  readonly window_end: string | null;
}

/** Sums of budgets in a folder. Every method is rejected with ServiceError `store_unavailable` if the folder fails. */
export interface FolderLedger {
  /** Absolute path of the folder. */
  readonly folder: string;
  /**
   * Commits or releases what a decision holds: `{ commit: 27 }`, `{ commit: [{ budget, key, amount }] }` or
   * `{ release: true }`. Rejected with ServiceError `reservation_not_found`, `reservation_closed` or `validation_error`.
   */
  readonly settle: (id: string, settlement: SentSettlement) => Promise<LedgerReservation>;
  /** `null` if there is none. */
  readonly reservation: (id: string) => Promise<LedgerReservation | null>;
  readonly list: () => Promise<readonly LedgerKey[]>;
  /** Forgets what a budget of a ruleset has counted; returns the number of its keys with live uses. */
  readonly reset: (ruleset: string, budget: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Folder of the turns, in that of the ledger. */
const TURNS = 'turns';
const LEDGERS = new WeakMap<object, Ledger>();

/** The ledger that decisions count on. Throws TypeError for an object that `openLedger` did not make. */
export function ledgerBehind(ledger: FolderLedger): Ledger {
  const found = LEDGERS.get(ledger);
  if (found === undefined) throw new TypeError('`ledger` must come from openLedger()');
  return found;
}

/**
 * Opens the ledger of a folder, which is made unless it exists. Processes of one machine may share it: every decision sees
 * what all of them have counted. Rejected with ServiceError `store_unavailable`, whose text names the folder.
 */
export async function openLedger(dir: string): Promise<FolderLedger> {
  const folder = resolve(dir);
  const ledger = await openRecords(folder);
  const opened: FolderLedger = {
    folder,
    settle: async (id, settlement) => {
      const checked = checkSettlement(settlement);
      return shown(settledOf(await ledger.settle(id, settlementOf(checked), Date.now(), null)));
    },
    async reservation(id) {
      const found = await ledger.find(id, Date.now());
      return found && shown(found);
    },
    async list() {
      const keys = await ledger.list(Date.now());
      return keys.map((key) => parseJson(listedKeyText(key)) as LedgerKey);
    },
    reset: async (ruleset, budget) => (await ledger.reset(ruleset, budget, Date.now(), null)).live,
    close: () => ledger.close(),
  };
  LEDGERS.set(opened, ledger);
  return opened;
}

const shown = (reservation: Reservation): LedgerReservation =>
  parseJson(reservationText(reservation)) as LedgerReservation;

async function openRecords(folder: string): Promise<Ledger> {
  try {
    checkOwner(folder);
    prepareDataFolder(folder);
    const { open } = await import('lmdb');
    const turns = openTurns(open, join(folder, TURNS));
    try {
      return ledgerIn(folder, open, turns);
    } catch (error) {
      await turns.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw unavailable(folder, 'cannot be opened', error);
  }
}

function ledgerIn(folder: string, open: typeof openEnvironment, turns: WriteTurns): Ledger {
  const { root, records } = turns.take(() => {
    // Without overlapping: a transaction ends when it is on the disk, not when it is on its way there.
    const opened = open({ path: folder, noSubdir: false, overlappingSync: false, maxDbs: 12 });
    return { root: opened, records: ledgerRecords(opened) };
  });
  const useApproval = approvalUses(records);
  const operations = together(
    { transactionSync: (work) => turns.take(() => root.transactionSync(work)) },
    (operation: LedgerOperation) => operateLedger(records, operation, useApproval),
  );
  let isClosed = false;
  return ledgerOf(
    async (operation) => {
      if (isClosed) throw new ServiceError('store_unavailable', `the ledger ${folder} is closed`);
      return operations.ask(operation).catch((error: unknown) => {
        throw unavailable(folder, 'cannot be read or written', error);
      });
    },
    async () => {
      if (isClosed) return;
      isClosed = true;
      operations.flush();
      await root.close();
      await turns.close();
    },
  );
}

function unavailable(folder: string, what: string, error: unknown): ServiceError {
  const problem = missingPackage(error) ?? (error instanceof Error ? error.message : String(error));
  const refusal = new ServiceError('store_unavailable', `the ledger ${folder} ${what}: ${problem}`);
  refusal.cause = error;
  return refusal;
}

/** A service counts in a folder of its own, under other names: sums there would be separate from its sums. */
function checkOwner(folder: string): void {
  const isLocked = [folder, dirname(folder), join(folder, 'state')].some((place) =>
    namesIn(place).some((name) => /^lock\.\d+$/.test(name)),
  );
  if (!isLocked) return;
  throw new ServiceError(
    'store_unavailable',
    `${folder} is the data folder of a service: decide through the service, or use another folder`,
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
