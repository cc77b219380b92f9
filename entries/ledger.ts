/** Decisions that count without a service: `import { decide, openLedger } from 'ferrule/ledger'`. */
export { ServiceError } from '../library/errors.ts';
export { decide } from '../store/budgets/decide.ts';
export type { DecideRequest, DecisionBudget, LedgerDecision } from '../store/budgets/decide.ts';
export type { CountingEngine } from '../store/budgets/decide-on.ts';
export { openLedger } from '../store/budgets/open-ledger.ts';
export type { ReservationState } from '../store/budgets/ledger.ts';
export type { Included } from '../runtime/engine/evaluation-result.ts';
export type { FolderLedger, LedgerKey, LedgerReservation } from '../store/budgets/open-ledger.ts';
export type { SentSettlement } from '../store/budgets/reservation-text.ts';
