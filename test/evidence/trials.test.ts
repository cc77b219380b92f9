import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { logLines } from '../server/support/log-lines.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';
import { join } from 'node:path';

/** Allows payments up to a limit. */
const limited = (limit: number, more = '') => `
ruleset: payments
templates:
  - name: payment
    slots: [{ name: amount, type: integer, required: true }, { name: card, type: string${more} }]
rules:
  - name: small
    when: [{ template: payment, conditions: [{ slot: amount, expression: "at_most(${limit})" }] }]
    then: { action: allow, reason: "at most ${limit}" }
`;
/** Fails on every payment. */
const FAILING = `
ruleset: payments
templates:
  - name: payment
    slots: [{ name: amount, type: integer, required: true }, { name: card, type: string }]
rules:
  - name: divide
    when: [{ template: payment, conditions: [{ slot: amount, bind: "?n" }] }]
    then: { assert: [{ template: payment, slots: { amount: "(div 1 (- ?n ?n))" } }], action: allow, reason: never }
`;
/** Takes as long as a loop may, on every payment. */
const SLOW = `
ruleset: payments
functions:
  - name: forever
    type: raw
    body: (deffunction MAIN::forever (?n) (while (<= ?n 1000) (bind ?n ${'(sin '.repeat(60)}?n${')'.repeat(60)})) ?n)
templates:
  - name: payment
    slots: [{ name: amount, type: integer, required: true }, { name: card, type: string }]
rules:
  - name: stuck
    when: [{ template: payment, conditions: [{ slot: amount, bind: "?n" }, { test: "(= (forever ?n) 0)" }] }]
    then: { action: allow, reason: never }
`;
const pay = (amount: number) => [{ template: 'payment', data: { amount, card: `card ${amount}` } }];

function evaluate(service: TestService, amount: number): Promise<Reply> {
  return service.post('/v1/evaluate', { ruleset: 'payments', facts: pay(amount) });
}

describe('a dry run', () => {
  let service: TestService;
  let log = '';
  beforeAll(async () => {
    log = join(await (await import('node:fs/promises')).mkdtemp('/tmp/ferrule-dry-'), 'log');
    service = await startTestService(
      {
        'old.yaml': limited(100),
        'new.yaml': limited(500),
        'secret.yaml': limited(500, ', sensitive: true'),
        'broken.yaml': 'rules: 1',
        'fails.yaml': FAILING,
      },
      { SERVICE_DRY_RUN_RECORDS: '40', SERVICE_AUDIT: `file:${log}` },
      'old.yaml',
    );
    for (let amount = 0; amount < 1000; amount += 50) await evaluate(service, amount);
    await service.post('/v1/evaluate', { ruleset: 'payments', facts: [{ template: 'payment', data: {} }] });
  });
  afterAll(() => service.close());

  const dry = (body: object, query = '?dry_run=true'): Promise<Reply> =>
    service.post(`/v1/rules/reload${query}`, body);

  test('reports what would change, and changes nothing', async () => {
    const before = (await service.request('GET', '/v1/status')).json['ruleset_hash'];
    const { status, json } = await dry({ ruleset_path: 'new.yaml' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      dry_run: true,
      ruleset_hash_before: before,
      rules: 1,
      warnings: [],
      decisions: 20,
      same: 9,
      other_reasons: 3,
      left_out: 0,
      changes: [
        {
          before: 'deny',
          after: 'allow',
          count: 8,
          rules_before: {},
          rules_after: { 'MAIN::small': 8 },
          example: { input: pay(150), before: { decision: 'deny' }, after: { reason: 'at most 500' } },
        },
      ],
    });
    expect(json['ruleset_hash_after']).not.toBe(before);
    expect((await service.request('GET', '/v1/status')).json['ruleset_hash']).toBe(before);
    expect((await evaluate(service, 300)).json['decision']).toBe('deny');
  });

  test('of many at once sees all decisions each time', async () => {
    const at = await Promise.all(
      ['new.yaml', 'old.yaml', 'new.yaml', 'old.yaml'].map((ruleset_path) => dry({ ruleset_path })),
    );
    const [first] = at;
    expect(at.map(({ json }) => json['decisions'])).toEqual(at.map(() => first?.json['decisions']));
    expect(at.map(({ json }) => (json['changes'] as unknown[]).length)).toEqual([1, 0, 1, 0]);
  });

  test('is recorded as a reload that was not made', async () => {
    await dry({ ruleset_path: 'new.yaml' });
    const reloads = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'reload');
    expect(reloads.at(-1)).toMatchObject({ accepted: false, dry_run: true, actor: 'api' });
  });

  test('is counted', async () => {
    const text = (await service.request('GET', '/metrics')).text;
    expect(text).toMatch(/ferrule_ruleset_reloads_total\{outcome="dry_run"\} [1-9]/);
    expect(text).toContain('ferrule_ruleset_reloads_total{outcome="success"} 0');
  });

  test('of a candidate that fails reports the error', async () => {
    const { json } = await dry({ ruleset_path: 'fails.yaml' });
    expect(json['changes']).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ after: 'error:evaluation_failed' })]) as object,
    );
  });

  test('shows no values of sensitive slots', async () => {
    const { text, json } = await dry({ ruleset_path: 'secret.yaml' });
    expect(json['changes']).toMatchObject([{ example: { input: null, after: { reason: 'masked' } } }]);
    expect(text).not.toContain('card 1');
  });

  test('refuses what a reload refuses', async () => {
    expect((await dry({ ruleset_path: 'broken.yaml' })).json['error']).toBe('invalid_ruleset');
    expect((await dry({ ruleset_path: 'none.yaml' })).status).toBe(404);
    const { status } = await service.post('/v1/rules/reload?dry_run=true', {}, { token: null });
    expect(status).toBe(401);
  });

  test.each(['?dry_run', '?dry_run=1', '?dry_run=true&dry_run=false', '?dry-run=true', '?x=1'])(
    'a query that says something else is refused and swaps nothing: %s',
    async (query) => {
      const { status } = await dry({ ruleset_path: 'new.yaml' }, query);
      expect(status).toBe(422);
      expect((await evaluate(service, 300)).json['decision']).toBe('deny');
    },
  );

  test('looks at the last decisions only', async () => {
    for (let i = 0; i < 60; i++) await evaluate(service, 5);
    expect((await dry({ ruleset_path: 'new.yaml' })).json).toMatchObject({
      decisions: 40,
      other_reasons: 40,
    });
  });
});

test('without kept decisions a dry run compiles and compares nothing', async () => {
  const service = await startTestService(
    { 'old.yaml': limited(100) },
    { SERVICE_DRY_RUN_RECORDS: '0' },
    'old.yaml',
  );
  await evaluate(service, 1);
  const { json } = await service.post('/v1/rules/reload?dry_run=true', { ruleset_path: 'old.yaml' });
  expect(json).toMatchObject({ decisions: 0, changes: [] });
  await service.close();
});

describe('a shadow ruleset', () => {
  async function shadowed(
    candidate: string,
    settings: Readonly<Record<string, string>> = {},
    mounted = limited(100),
  ) {
    const folder = await temporaryFolder();
    const path = join(folder, 'candidate.yaml');
    await (await import('node:fs/promises')).writeFile(path, candidate);
    const { log, lines } = logLines();
    const service = await startTestService(
      { 'old.yaml': mounted },
      { SERVICE_SHADOW_RULESET: path, ...settings },
      'old.yaml',
      log,
    );
    const counted = async (outcome: string): Promise<number> => {
      const { text } = await service.request('GET', '/metrics');
      const found = new RegExp(`^ferrule_shadow_decisions_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(
        text,
      );
      return Number(found?.[1]);
    };
    return { service, path, lines, counted };
  }

  test('is not tried on facts of a fleet: those of then are gone', async () => {
    const shared = '\n  - { name: shared, scope: fleet, slots: [{ name: note, type: string }] }\nrules:';
    const { service, counted } = await shadowed(
      limited(500).replace('\nrules:', shared),
      { SERVICE_FLEET: 'eu' },
      limited(100).replace('\nrules:', shared),
    );
    expect((await evaluate(service, 300)).json['decision']).toBe('deny');
    await expect.poll(() => counted('different')).toBe(1);
    const held = { template: 'shared', data: { note: 'held' } };
    expect((await service.post('/v1/fleet/facts', held)).status).toBe(200);
    for (let i = 0; i < 2; i++) expect((await evaluate(service, 300)).status).toBe(200);
    await expect.poll(() => counted('left_out')).toBe(2);
    expect(await counted('different')).toBe(1);
    const { json } = await service.post('/v1/rules/reload?dry_run=true', { ruleset_path: 'old.yaml' });
    expect(json).toMatchObject({ decisions: 1, same: 1, left_out: 2 });
    await service.close();
  });

  test('never changes a response; differences are counted and logged', async () => {
    const { service, lines, counted } = await shadowed(limited(500));
    for (const amount of [50, 300, 700]) {
      expect((await evaluate(service, amount)).json['decision']).toBe(amount === 50 ? 'allow' : 'deny');
    }
    await expect.poll(() => counted('different')).toBe(1);
    await expect.poll(() => counted('same')).toBe(1);
    expect(await counted('other_reasons')).toBe(1);
    expect(lines()).toContainEqual(
      expect.objectContaining({
        msg: 'the shadow ruleset decides differently',
        before: 'deny',
        after: 'allow',
        now: ['MAIN::small'],
      }),
    );
    expect(JSON.stringify(lines())).not.toContain('card 300');
    await service.close();
  });

  test('its faults are its own', async () => {
    const { service, counted } = await shadowed(FAILING);
    expect((await evaluate(service, 50)).json).toMatchObject({ decision: 'allow', reason: 'at most 100' });
    await expect.poll(() => counted('different')).toBe(1);
    expect((await evaluate(service, 50)).json).toMatchObject({ decision: 'allow' });
    await service.close();
  });

  test('that is too slow delays no request: skipped decisions are counted', async () => {
    const { service, counted, lines } = await shadowed(SLOW, {
      SERVICE_COMPILE_TIMEOUT_MS: '8000',
      SERVICE_EVALUATE_TIMEOUT_MS: '10000',
    });
    const entries = Array.from({ length: 2_300 }, (_, i) => [`i${i}`, { amount: 50, card: 'c' }]);
    const { status, json } = await service.post('/v1/batch/data/payments?template=payment', {
      inputs: Object.fromEntries(entries) as object,
    });
    expect(status).toBe(200);
    expect(Object.keys(json['responses'] as object)).toHaveLength(2_300);
    // It may have taken the first of them before the others came.
    await expect.poll(() => counted('dropped')).toBeGreaterThanOrEqual(100);
    await expect.poll(() => counted('failed')).toBeGreaterThanOrEqual(200);
    expect((await evaluate(service, 50)).json['decision']).toBe('allow');
    expect(lines()).toContainEqual(
      expect.objectContaining({
        msg: 'cannot evaluate the shadow ruleset',
        problem: 'evaluation_timeout',
      }),
    );
    await service.close();
  });

  test('is read again with the mounted ruleset; what does not compile leaves the one from before', async () => {
    const { service, path, lines, counted } = await shadowed(limited(100));
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path, 'rules: 1');
    await service.reread();
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'cannot reread the shadow ruleset' }));
    await evaluate(service, 300);
    await expect.poll(() => counted('same')).toBe(1);
    await writeFile(path, limited(500));
    await service.reread();
    await evaluate(service, 300);
    await expect.poll(() => counted('different')).toBe(1);
    await service.close();
  });

  test('that does not compile does not start', async () => {
    await expect(shadowed('rules: 1')).rejects.toThrow('SERVICE_SHADOW_RULESET: ');
  });

  test('needs a mounted ruleset, and a file', () => {
    const read = readConfiguration({ SERVICE_SHADOW_RULESET: '/nowhere/candidate.yaml' });
    expect(read.ok ? [] : read.problems).toEqual([
      'SERVICE_SHADOW_RULESET: no such file or folder',
      'SERVICE_SHADOW_RULESET: needs SERVICE_RULESET, which it is compared with',
    ]);
  });
});
