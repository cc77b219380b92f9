/** Settlements as they are sent, and reservations as they are shown. */
import { ServiceError } from '../../library/errors.ts';
import { timeText } from './decision-text.ts';
import type { Reservation, Settled, Settlement } from './ledger.ts';

/** A settlement that fits its contract: exactly one of the two members. */
export interface SentSettlement {
  readonly commit?:
    | number
    | bigint
    | readonly {
        readonly budget: string;
        readonly key: Readonly<Record<string, string | number | boolean>>;
        readonly amount: number | bigint;
      }[]
    | undefined;
  readonly release?: true | undefined;
}

export const reservationNotFound = (): ServiceError =>
  new ServiceError('reservation_not_found', 'reservation not found');

export function settlementOf({ commit, release }: SentSettlement): Settlement {
  if (release === true) return { kind: 'release' };
  if (typeof commit !== 'object') return { kind: 'commit', amount: String(commit) };
  const amounts = commit.map(({ budget, key, amount }) => ({
    budget,
    key: JSON.stringify(key),
    amount: String(amount),
  }));
  return { kind: 'commit-keys', amounts };
}

/** @throws ServiceError unless it was settled */
export function settledOf(settled: Settled): Reservation {
  switch (settled.kind) {
    case 'none':
      throw reservationNotFound();
    case 'closed':
      throw new ServiceError('reservation_closed', `the reservation is ${settled.state}`);
    case 'unfit':
      throw new ServiceError('validation_error', 'commit: name every key that the decision holds', 'commit');
    case 'settled':
      return settled.reservation;
  }
}

/** JSON text of a reservation. Integers keep all their digits. */
export function reservationText({ id, state, expiresAt, settled, over, late }: Reservation): string {
  const keys = settled.map(
    ({ budget, key, reserved, amount }) =>
      `{"budget":${JSON.stringify(budget)},"key":${key},"reserved":${reserved},"amount":${amount}}`,
  );
  const head = JSON.stringify({ id, state }).slice(0, -1);
  const rest = JSON.stringify({ over, late, expires_at: timeText(expiresAt) }).slice(1);
  return `${head},"settled":[${keys.join(',')}],${rest}`;
}
