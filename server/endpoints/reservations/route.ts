/** Reservations: what a decision holds is committed or released, by a token that does not spend. */
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import type { RecordsDecisions } from '../../../evidence/audit.ts';
import { plainText } from '../../../evidence/log/record-text.ts';
import type { Ledger, Reservation } from '../../../store/budgets/ledger.ts';
import { answer } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import { readStrictJson, readText } from '../../requests/job-body.ts';
import { ledgerOf, type Counts } from '../counting/kept-ledger.ts';
import {
  reservationNotFound,
  reservationText,
  settledOf,
  settlementOf,
} from '../../../store/budgets/reservation-text.ts';
import type { Route, RouteCall } from '../route.ts';
import { ReservationResponse, SettleRequest } from './contract.ts';

const ID = { name: 'id', in: 'path', description: 'The decision that holds it.' } as const;

export const settleReservation: Route<Counts & LimitsBodies & RecordsDecisions> = {
  method: 'POST',
  url: '/v1/reservations/:id',
  path: '/v1/reservations/{id}',
  summary: 'Commit or release what a decision holds',
  operationId: 'settleReservation',
  access: 'settle',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: SettleRequest,
  response: ReservationResponse,
  parameters: [ID],
  errors: [400, 401, 403, 404, 409, 413, 415, 422, 503],
  async handle(call, services) {
    const { audit, configuration } = services;
    const text = readText(call.body, call.gzip, capBytes('body', configuration));
    const settlement = settlementOf(check(SettleRequest, readStrictJson(text)));
    const kept = ledgerOf(services);
    const { id } = await visible(call, kept);
    const operation = settlement.kind === 'release' ? 'release' : 'commit';
    const now = Date.now();
    const about = { decision_id: id, operation };
    const record =
      audit === null ? null : plainText(new Date(now).toISOString(), 'reservation', call.origin, about);
    return answer(reservationText(settledOf(await kept.settle(id, settlement, now, record))));
  },
};

export const readReservation: Route<Counts> = {
  method: 'GET',
  url: '/v1/reservations/:id',
  path: '/v1/reservations/{id}',
  summary: 'Read what a decision holds',
  operationId: 'readReservation',
  access: ['settle', 'budgets'],
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: ReservationResponse,
  parameters: [ID],
  errors: [401, 403, 404, 503],
  async handle(call, services) {
    return answer(reservationText(await visible(call, ledgerOf(services))));
  },
};

/** One of a ruleset that the token may use. */
async function visible({ caller, parameters }: RouteCall, ledger: Ledger): Promise<Reservation> {
  const found = await ledger.find(parameters['id'] ?? '', Date.now());
  if (found === null || !allowsRuleset(caller.rulesets, found.ruleset)) throw reservationNotFound();
  return found;
}
