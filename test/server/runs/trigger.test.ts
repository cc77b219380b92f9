import { describe, expect, test } from 'vitest';
import { acceptRun } from '../../../server/runs/accept-run.ts';
import { ManualTrigger } from '../../../server/runs/manual-trigger.ts';
import { digestParams, type AcceptedRun, type RunRequest } from '../../../server/runs/run-request.ts';

function recording(accept: () => Promise<AcceptedRun>): {
  requests: RunRequest[];
  enqueue: (r: RunRequest) => Promise<AcceptedRun>;
} {
  const requests: RunRequest[] = [];
  return {
    requests,
    enqueue(request) {
      requests.push(request);
      return accept();
    },
  };
}

const ACCEPTED: AcceptedRun = { runId: 'poc-release', status: 'pending', attempt: 1 };

describe('the manual trigger', () => {
  test('needs a scheduler', () => {
    const trigger = new ManualTrigger();
    expect(() => trigger.init({})).toThrow("ManualTrigger.init needs the dependency 'scheduler'");
    expect(() => trigger.init({ scheduler: 'x' })).toThrow(Error);
    expect(() => trigger.enqueue('release', {})).toThrow('ManualTrigger.enqueue was called before init');
  });

  test('returns the identifier at once and waits for nothing', () => {
    const scheduler = recording(() => new Promise(() => undefined));
    const trigger = new ManualTrigger();
    trigger.init({ scheduler, other: 1 });
    expect(trigger.enqueue('release', { a: 1 }, 'key')).toBe('poc-release');
    expect(trigger.enqueue('deploy', {})).toBe('poc-deploy');
    expect(scheduler.requests).toEqual([
      { graphId: 'release', params: { a: 1 }, idempotencyKey: 'key' },
      { graphId: 'deploy', params: {}, idempotencyKey: null },
    ]);
  });

  test('discards what becomes of the run, also when it is refused', async () => {
    const trigger = new ManualTrigger();
    trigger.init({ scheduler: recording(() => Promise.reject(new Error('refused'))) });
    expect(trigger.enqueue('release', {})).toBe('poc-release');
    await new Promise((resolve) => setImmediate(resolve));
  });

  test('has no routes, and nothing to start or stop', () => {
    const trigger = new ManualTrigger();
    expect([trigger.routes(), trigger.start(), trigger.stop()]).toEqual([[], undefined, undefined]);
  });
});

test('callers that need the result wait for the scheduler behind the trigger', async () => {
  const request: RunRequest = { graphId: 'release', params: {}, idempotencyKey: null };
  expect(
    await acceptRun(
      recording(() => Promise.resolve(ACCEPTED)),
      request,
    ),
  ).toBe(ACCEPTED);
  await expect(
    acceptRun(
      recording(() => Promise.reject(new Error('refused'))),
      request,
    ),
  ).rejects.toThrow('refused');
});

test('params are compared by value, not by the order of their keys', () => {
  expect(digestParams({ a: 1, b: { c: [1, 2], d: 2n } })).toBe(
    digestParams({ b: { d: 2n, c: [1, 2] }, a: 1 }),
  );
  expect(digestParams({ a: [1, 2] })).not.toBe(digestParams({ a: [2, 1] }));
  expect(digestParams({ a: 1 })).not.toBe(digestParams({ a: '1' }));
});
