import type { GivenSettlement } from '../../library/suite/suite.ts';
import type { CountedUse } from '../../store/budgets/counted-use.ts';
import type { KeySums, Reservation } from '../../store/budgets/ledger.ts';
import { memoryLedger } from '../../store/budgets/operations.ts';
import type { Failure } from '../compare/compare-answer.ts';

/** The sums and the outcome of a decision in a ledger. */
export interface Counted {
  readonly counted: boolean;
  readonly sums: readonly KeySums[];
}

interface Asked {
  /** `null` if no step names it. */
  readonly as: string | null;
  readonly token: string;
  readonly session: string | null;
  readonly uses: readonly CountedUse[];
  /** True if the rules allow without budgets. */
  readonly isAllowed: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** Sums and holds of the decisions of one case. */
export interface CaseLedger {
  readonly decide: (asked: Asked) => Promise<Counted>;
  /** @param of name of the decision; null: the last that holds */
  readonly settle: (
    of: string | null,
    settlement: GivenSettlement,
    now: number,
  ) => Promise<Reservation | Failure>;
}

/** Session of decisions that name none. */
const SESSION = 'case';

/** The ledger of the service, in memory. Each decision has a key of its own, so none is a repeated one. */
export function caseLedger(ruleset: string): CaseLedger {
  const ledger = memoryLedger();
  const named = new Map<string, string>();
  let count = 0;
  let held = '';
  return {
    async decide({ as, token, session, uses, isAllowed, now }) {
      const id = String(++count);
      if (as !== null) named.set(as, id);
      const decided = await ledger.decide({
        id,
        ruleset,
        session: session ?? SESSION,
        idempotency: { owner: token, key: id, digest: '' },
        uses,
        approval: null,
        isAllowed,
        response: '',
        record: null,
        now,
      });
      if (decided.kind !== 'decided') throw new Error(`a new decision cannot be ${decided.kind}`);
      if (decided.reservation !== null) held = id;
      return decided;
    },
    async settle(of, settlement, now) {
      const id = of === null ? held : (named.get(of) ?? '');
      // The holds whose time has come end first.
      const settled = await ledger.settle(id, settlement, now, null);
      switch (settled.kind) {
        case 'settled':
          return settled.reservation;
        case 'none':
          return { error: 'reservation_not_found', detail: 'reservation not found' };
        case 'closed':
          return { error: 'reservation_closed', detail: `the reservation is ${settled.state}` };
        case 'unfit':
          return {
            error: 'validation_error',
            detail: 'commit: name every key that the decision holds',
          };
      }
    },
  };
}
