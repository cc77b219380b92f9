/** The sums of budgets, and the reset of one. */
import { ServiceError } from '../../../library/errors.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import type { RecordsDecisions } from '../../../evidence/audit.ts';
import { plainText } from '../../../evidence/log/record-text.ts';
import type { ListedKey } from '../../../store/budgets/ledger.ts';
import { answer } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import { readStrictJson, readText } from '../../requests/job-body.ts';
import { ledgerOf, type Counts } from '../counting/kept-ledger.ts';
import { listedKeyText } from '../../../store/budgets/listed-key-text.ts';
import type { Route } from '../route.ts';
import { BudgetsResponse, ResetBudgetRequest, ResetBudgetResponse } from './contract.ts';

const LISTED = 100;
const MOST_LISTED = 1_000;
const FILTERS = ['ruleset', 'budget', 'session_id'] as const;

export const listBudgets: Route<Counts> = {
  method: 'GET',
  url: '/v1/budgets',
  path: '/v1/budgets',
  summary: 'List what budgets have counted',
  operationId: 'listBudgets',
  access: 'budgets',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: BudgetsResponse,
  parameters: [
    { name: 'ruleset', in: 'query', description: 'Only those of this ruleset.' },
    { name: 'budget', in: 'query', description: 'Only this budget.' },
    { name: 'session_id', in: 'query', description: 'Only those of this session.' },
    { name: 'limit', in: 'query', description: 'Maximum number of results (default: 100, at most 1000).' },
    { name: 'cursor', in: 'query', description: 'The `next` of the previous page.' },
  ],
  errors: [401, 403, 422, 503],
  async handle({ caller, query }, services) {
    const asked = new URLSearchParams(query);
    const limit = numberOf(asked, 'limit', LISTED);
    const start = numberOf(asked, 'cursor', 0);
    const all = (await ledgerOf(services).list(Date.now())).filter(
      (key) =>
        allowsRuleset(caller.rulesets, key.ruleset) && FILTERS.every((name) => passes(key, name, asked)),
    );
    const shown = all.slice(start, start + Math.min(limit, MOST_LISTED));
    const next = start + shown.length < all.length ? String(start + shown.length) : null;
    return answer(`{"budgets":[${shown.map(listedKeyText).join(',')}],"next":${JSON.stringify(next)}}`);
  },
};

export const resetBudget: Route<Counts & LimitsBodies & RecordsDecisions> = {
  method: 'POST',
  url: '/v1/budgets/reset',
  path: '/v1/budgets/reset',
  summary: 'Forget what a budget has counted',
  operationId: 'resetBudget',
  access: 'admin',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: ResetBudgetRequest,
  response: ResetBudgetResponse,
  parameters: [],
  errors: [400, 401, 403, 413, 415, 422, 503],
  async handle({ body, gzip, origin }, services) {
    const { audit, configuration } = services;
    const text = readText(body, gzip, capBytes('body', configuration));
    const { ruleset, budget } = check(ResetBudgetRequest, readStrictJson(text));
    const now = Date.now();
    const record =
      audit === null
        ? null
        : plainText(new Date(now).toISOString(), 'budget_reset', origin, { ruleset, budget });
    const { live } = await ledgerOf(services).reset(ruleset, budget, now, record);
    return answer(JSON.stringify({ reset: live }));
  },
};

function passes(
  { ruleset, budget, session }: ListedKey,
  name: (typeof FILTERS)[number],
  asked: URLSearchParams,
): boolean {
  const wanted = asked.get(name);
  const own = { ruleset, budget, session_id: session }[name];
  return wanted === null || wanted === own;
}

function numberOf(asked: URLSearchParams, name: string, otherwise: number): number {
  const text = asked.get(name);
  if (text === null) return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ServiceError('validation_error', `${name}: must be a whole number`, name);
}
