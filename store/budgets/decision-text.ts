import { parseJson, writeJson } from '../../library/json.ts';
import type { Decided, KeySums, Reservation } from './ledger.ts';
import { sumWords } from './sum-words.ts';

type Counted = Extract<Decided, { readonly kind: 'decided' | 'replayed' }>;

/** A time as RFC 3339; null for none. */
export const timeText = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** JSON text of a response: what was decided, with what counted in front. */
export function decisionText(
  response: string,
  id: string,
  { kind, counted, sums, reservation }: Counted,
  showsBudgets: boolean,
): string {
  const head = {
    decision_id: id,
    replayed: kind === 'replayed',
    counted,
    exceeded_budgets: exceededOf(sums),
    reservation: reservation && heldText(reservation),
  };
  const shown = showsBudgets ? `,"budgets":[${sums.map(sumText).join(',')}]` : '';
  return `${JSON.stringify(head).slice(0, -1)}${shown},${response.slice(1)}`;
}

/** Members that a preview adds to a response. */
interface Previewed {
  readonly consumes: boolean;
  readonly sums: readonly KeySums[];
  readonly showsBudgets: boolean;
  readonly hidesReason: boolean;
}

/** JSON text of a preview. */
export function previewText(
  response: string,
  { consumes, sums, showsBudgets, hidesReason }: Previewed,
): string {
  const exceeded = exceededOf(sums);
  const head = { counted: false, consumes, exceeded_budgets: exceeded };
  const shown = showsBudgets ? `,"budgets":[${sums.map(sumText).join(',')}]` : '';
  const rest = hidesReason ? withReason(response, hiddenReason(exceeded)) : response;
  return `${JSON.stringify(head).slice(0, -1)}${shown},${rest.slice(1)}`;
}

/** Names of the exceeded budgets, in the order of the text. */
export const exceededOf = (sums: readonly KeySums[]): readonly string[] => [
  ...new Set(sums.filter((sum) => sum.exceeded).map(({ budget }) => budget)),
];

/** The reason of a preview for callers who may not see figures. */
export const hiddenReason = (exceeded: readonly string[]): string =>
  exceeded.length === 0
    ? 'a budget does not allow it'
    : `${exceeded.length === 1 ? 'budget' : 'budgets'} ${exceeded.join(', ')} exceeded`;

const withReason = (response: string, reason: string): string =>
  writeJson({ ...(parseJson(response) as object), reason });

export function heldText({ id, state, expiresAt }: Reservation): object {
  return { id, state, expires_at: timeText(expiresAt) };
}

/** Integers keep all their digits. */
function sumText({ budget, key, requested, used, reserved, limit, ...sum }: KeySums): string {
  const rest = {
    window_start: timeText(sum.windowStart),
    window_end: timeText(sum.windowEnd),
    exceeded: sum.exceeded,
    ...(sum.over ? { over: true } : {}),
  };
  return (
    `{"budget":${JSON.stringify(budget)},"key":${key},"requested":${requested},"used":${used},` +
    `"reserved":${reserved},"limit":${limit},${JSON.stringify(rest).slice(1)}`
  );
}

/** JSON text of a sum with its figures in words, without sensitive values. */
export function explainedSumText(sum: KeySums): string {
  return `${sumText({ ...sum, key: sum.shown }).slice(0, -1)},"text":${JSON.stringify(sumWords(sum))}}`;
}
