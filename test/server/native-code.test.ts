import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createThreadEnds } from '../../server/evaluation/main/thread-ends.ts';
import { startTestService, type TestService } from './support/service.ts';

const HOSTS = `
ruleset: hosts
templates: [{ name: visit, slots: [{ name: url, type: string, required: true }] }]
rules:
  - name: own
    when: [{ template: visit, conditions: [{ slot: url, expression: host_within(example.com) }] }]
    then: { action: allow, reason: own }
`;

/** Marks that the parser of URLs brings into order, in time that grows by the square of their number. */
const MARKS = '\u0323\u0301'.repeat(300_000);

describe('a host that takes the parser of URLs for ever', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'hosts.yaml': HOSTS }, { SERVICE_WORKERS: '1' });
  });
  afterAll(() => service.close());

  test.each([
    ['a host', `${MARKS}.example.com`, 'deny'],
    ['a URL', `https://${MARKS}.example.com/`, 'deny'],
    ['an escaped URL', `https://${'%cc%a3%cc%81'.repeat(100_000)}.example.com/`, 'deny'],
    ['a path behind the host', `https://example.com/${MARKS}`, 'allow'],
  ])('is decided at once: %s', async (_, url, decision) => {
    const started = performance.now();
    const { status, json } = await service.post('/v1/evaluate', {
      ruleset: 'hosts',
      facts: [{ template: 'visit', data: { url } }],
    });
    expect([status, json['decision']]).toEqual([200, decision]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

/** A thread in native code, which does not end on request. */
function lingering(): Worker & { readonly told: () => number; readonly exit: () => void } {
  const thread = new EventEmitter();
  let told = 0;
  const terminate = (): Promise<number> => {
    told++;
    return new Promise((resolve) => thread.once('exit', () => resolve(1)));
  };
  const more = { terminate, told: () => told, exit: () => thread.emit('exit', 1) };
  return Object.assign(thread, more) as unknown as ReturnType<typeof lingering>;
}

describe('a thread that does not end on request', () => {
  test('leaves its place to another, and is ended once', async () => {
    const ends = createThreadEnds();
    const thread = lingering();
    const gone = new Promise<void>((resolve) => ends.end(thread, resolve));
    ends.end(thread, () => expect.unreachable());
    await gone;
    expect(thread.told()).toBe(1);
    thread.exit();
  });

  test('has at most three others beside it', async () => {
    const ends = createThreadEnds();
    const threads = Array.from({ length: 4 }, lingering);
    let gone = 0;
    for (const thread of threads) ends.end(thread, () => gone++);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(gone).toBe(3);
    for (const thread of threads) thread.exit();
  });

  test('that ends in time is not given up', async () => {
    const ends = createThreadEnds();
    const thread = lingering();
    ends.end(thread, () => expect.unreachable());
    thread.exit();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
  });

  test('does not hold up the end of the service', async () => {
    await createThreadEnds().ended(lingering());
  });
});
