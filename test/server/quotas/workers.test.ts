/** A token whose requests keep every worker busy: another one has its turn. */
import { afterEach, describe, expect, it } from 'vitest';
import { TROUBLE } from '../support/rulesets.ts';
import { evaluate, expectServed, GREEDY, MODEST, startShared, type Shared } from './support.ts';

/** Requests that a worker has, with those whose responses are under way. */
const MOST_BEFORE = 40;
let shared: Shared;
afterEach(() => shared.close());

describe('the time of workers', () => {
  const facts = Array.from({ length: 40 }, (_, n) => ({ template: 'load', data: { n } }));

  /** 200 requests at once, again and again; each takes a worker some milliseconds. */
  async function flood(): Promise<{ readonly served: () => number; readonly end: () => Promise<unknown> }> {
    let isOver = false;
    let served = 0;
    const senders = Array.from({ length: 200 }, async () => {
      while (!isOver) {
        await shared.service.post('/v1/evaluate', { ruleset: 'trouble', facts }, { token: GREEDY });
        served++;
      }
    });
    await expect.poll(() => served).toBeGreaterThan(0);
    return {
      served: () => served,
      end: () => {
        isOver = true;
        return Promise.all(senders);
      },
    };
  }

  it('from its first request on', async () => {
    shared = await startShared({ SERVICE_WORKERS: '1' }, { 'trouble.yaml': TROUBLE });
    const { served, end } = await flood();
    // Without turns, all 200 that wait would precede each.
    await expectServed(shared, served, MOST_BEFORE);
    await end();
  });

  it('when its requests were short until now', async () => {
    shared = await startShared({ SERVICE_WORKERS: '1' }, { 'trouble.yaml': TROUBLE });
    for (let i = 0; i < 500; i++) await evaluate(shared, GREEDY);
    const { served, end } = await flood();
    await expectServed(shared, served, MOST_BEFORE);
    await end();
  });
});

it('a token at its limit of requests leaves room below the limit of all', async () => {
  shared = await startShared(
    { SERVICE_WORKERS: '1', SERVICE_MAX_TOKEN_REQUESTS: '20', SERVICE_MAX_QUEUE: '21' },
    { 'trouble.yaml': TROUBLE },
  );
  const facts = Array.from({ length: 40 }, (_, n) => ({ template: 'load', data: { n } }));
  const statuses = new Map<number, number>();
  let isOver = false;
  const senders = Array.from({ length: 30 }, async () => {
    while (!isOver) {
      const { status } = await shared.service.post(
        '/v1/evaluate',
        { ruleset: 'trouble', facts },
        { token: GREEDY },
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await expect.poll(() => statuses.get(503) ?? 0).toBeGreaterThan(0);
  for (let i = 0; i < 20; i++) await evaluate(shared, MODEST);
  isOver = true;
  await Promise.all(senders);
});
