import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healthcheckCommand } from '../../cli/healthcheck.ts';
import { FairQueue } from '../../library/queues/fair-queue.ts';
import { JobCosts } from '../../server/evaluation/main/job-costs.ts';
import { findSessionId } from '../../server/requests/find-session-id.ts';
import { CELLS, MOST_SERIES } from '../../server/metrics/worker-metrics.ts';
import { WorkerCounters } from '../../server/metrics/worker-counters.ts';
import { WorkerTotals } from '../../server/metrics/worker-totals.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import { generateKeys, readPrivateKey, readPublicKey } from '../../library/node/signing/keys.ts';
import { sign, verify } from '../../library/node/signing/signature.ts';
import { ROUTES } from '../../server/endpoints/table.ts';
import { hasJsonAnswer, rawRequest } from './support/raw.ts';
import { ACCESS, always } from './support/rulesets.ts';
import { SILENT } from './support/silent-terminal.ts';
import { startTestService, TOKEN, type TestService } from './support/service.ts';

const LONG_TEXT = `
templates: [{ name: input, slots: [{ name: user, type: string }] }]
rules:
  - name: long
    when: [{ template: input, conditions: [{ slot: user, bind: "?u" }, { test: "(> (str-length (str-cat ${'?u '.repeat(600)})) 1)" }] }]
    then: { action: allow, reason: long }
`;

const DOUBLING = `
templates: [{ name: pair, slots: [{ name: a, type: string }, { name: b, type: string }] }]
rules:
  - name: doubles
    when: [{ template: pair, alias: $p, conditions: [{ slot: a, bind: "?a" }, { slot: b, bind: "?b" }] }]
    then: { action: allow, reason: r, modify: [{ fact: $p, slots: { a: "(str-cat ?a ?b)", b: "(str-cat ?b ?a)" } }] }
`;

let service: TestService;

beforeAll(async () => {
  service = await startTestService(
    {
      'access.yaml': ACCESS,
      'doubling.yaml': DOUBLING,
      'long.yaml': LONG_TEXT,
      '.hidden.yaml': always('allow', 'hidden'),
      'graphs/pay.yaml': 'nodes: []',
      'access.test.yaml': 'a: 1',
    },
    { SERVICE_METRICS_PORT: '0' },
  );
});
afterAll(() => service.close());

const evaluate = (ruleset: string, data: object = { id: 'ann' }, template = 'agent') =>
  service.post('/v1/evaluate', { ruleset, facts: [{ template, data }] });

test('the page of operation names every metric, and the role of every endpoint', async () => {
  const page = await readFile(new URL('../../docs/guides/operating.md', import.meta.url), 'utf8');
  const board = await readFile(new URL('../../docs/dashboards/ferrule.json', import.meta.url), 'utf8');
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  for (const name of names.filter((one) => one.startsWith('ferrule_')))
    expect(page).toContain(`| \`${name}\` |`);
  for (const [name] of board.matchAll(/ferrule_\w+/g)) expect(names).toContain(name.replace(/_bucket$/, ''));
  for (const { access } of ROUTES)
    for (const role of access === 'open' ? [] : [access].flat())
      expect(page).toContain(role === 'any' ? '| any |' : `| \`${role}\` |`);
});

describe('metrics', () => {
  test('count what was decided, refused and fired', async () => {
    await evaluate('access', { id: 'ann', clearance: 'secret' });
    await evaluate('access', { id: 1, nothing: 2 });
    const { status, headers, text } = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    }).then(async (reply) => ({ status: reply.status, headers: reply.headers, text: await reply.text() }));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('ferrule_decisions_total{ruleset="access",decision="allow"} 1\n');
    expect(text).toContain('ferrule_rules_fired_total{ruleset="access",rule="decide::allow-secret"} 1\n');
    expect(text).toContain('ferrule_decision_duration_seconds_count{ruleset="access"} 1\n');
    expect(text).toMatch(/ferrule_decision_duration_seconds_bucket\{ruleset="access",le="\+Inf"\} 1\n/);
    expect(text).toContain('ferrule_errors_total{kind="validation_error"} 1\n');
    expect(text).toContain('ferrule_workers 2\n');
    // Every line is a comment or a sample.
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="[^"]*",?)+\})? \S+$/);
    }
  });

  test('have labels of what is loaded, never of what a request says', async () => {
    await evaluate('wanted-by-a-request');
    await service.post('/v1/data/wanted-by-a-request', { input: {} });
    await service.request('GET', '/wanted-by-a-request');
    await evaluate('access', { id: 'ann', 'wanted-by-a-request': 1 });
    await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id: 'wanted-by-a-request' });
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(text).not.toContain('wanted-by-a-request');
  });

  test('keep what a worker counted that is gone', async () => {
    const count = async (): Promise<number> => {
      const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
      return Number(/ferrule_decisions_total\{ruleset="access",decision="allow"\} (\d+)/.exec(text)?.[1]);
    };
    const before = await count();
    for (const index of [0, 1]) service.pool.kill(index);
    await evaluate('access', { id: 'ann', clearance: 'secret' });
    expect(await count()).toBe(before + 1);
  });

  test('have at most 1,000 series, and the rest is counted together', () => {
    const totals = new WorkerTotals();
    const counters = new WorkerCounters(totals.begin(1), (series) => totals.learn(1, series));
    const result = { decision: 'allow', durationUs: 30, ruleTrace: ['a::b'] } as unknown as EvaluationResult;
    for (let i = 0; i < MOST_SERIES + 500; i++)
      counters.evaluated({ name: `r${i}` } as CompiledRuleset, result);
    for (const { type, samples } of totals.metrics()) {
      const series = new Set(samples.map(({ labels: { le: _, ...labels } }) => JSON.stringify(labels)));
      expect(series.size).toBeLessThanOrEqual(MOST_SERIES);
      if (type !== 'counter' || samples.length === 0) continue;
      expect(samples.reduce((sum, { value }) => sum + value, 0)).toBe(MOST_SERIES + 500);
    }
    expect(CELLS).toBeGreaterThan(MOST_SERIES);
  });

  test('are on a port of their own without a token', async () => {
    for (const path of ['/metrics', '/livez', '/readyz'])
      expect((await fetch(service.metricsUrl + path)).status).toBe(200);
    expect((await fetch(`${service.metricsUrl}/v1/status`)).status).toBe(404);
    expect((await fetch(`${service.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});

describe('ferrule healthcheck', () => {
  test('is content with a service that is ready, and fails without one', async () => {
    expect(await healthcheckCommand.run([], { url: service.url }, SILENT)).toBe(0);
    await expect(healthcheckCommand.run([], { url: 'http://127.0.0.1:1' }, SILENT)).rejects.toThrow(
      'no response from the service',
    );
  });
});

describe('paths without a ruleset', () => {
  test.each([
    '.hidden',
    '.hidden.yaml',
    'graphs/pay',
    'graphs/pay.yaml',
    'graphs',
    'access.test',
    'access.test.yaml',
  ])('%s is not found', async (name) => {
    const { status, json } = await evaluate(name);
    expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
  });

  test('nor is a link to it, nor is it suggested', async () => {
    await symlink('.hidden.yaml', join(service.root, 'shown.yaml'));
    expect((await evaluate('shown')).status).toBe(404);
    expect((await evaluate('.hiden')).text).not.toContain('.hidden');
  });
});

describe('the transport', () => {
  test.each([`/v1/runs/${'a'.repeat(2_000)}`, `/v1/sessions/${'a'.repeat(2_000)}`])(
    'a long parameter is 401 without a token and 404 with one',
    async (path) => {
      const method = path.startsWith('/v1/runs') ? 'GET' : 'DELETE';
      expect((await service.request(method, path, { token: null })).status).toBe(401);
      expect((await service.request(method, path)).status).toBe(404);
    },
  );

  const head = (token: string, more = ''): string =>
    `POST /v1/evaluate HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
    `content-length: 2\r\n${more}\r\n`;

  test('a client that waits to send its body receives 401 before 100 Continue', async () => {
    const refused = await rawRequest(service.url, [head('no', 'expect: 100-continue\r\n')], hasJsonAnswer);
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
    const invited = await rawRequest(
      service.url,
      [head(TOKEN, 'expect: 100-continue\r\n'), '{}'],
      hasJsonAnswer,
    );
    expect(invited).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });

  test.each([
    ['another expectation', head(TOKEN, 'expect: wonders\r\n'), 417, 'expectation_failed'],
    ['a request without a host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'method_not_allowed'],
    ['what is not HTTP', 'nonsense\r\n\r\n', 400, 'invalid_request'],
  ])('%s gets a response with a body', async (_what, bytes, status, code) => {
    const text = await rawRequest(service.url, [bytes], hasJsonAnswer);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain(`"error":"${code}"`);
  });

  test('a body cut inside a key names no session', async () => {
    for (const body of ['{"session_id":"x","aaaaaaaaaa', '{"session_id":"x","a', '{"session_id']) {
      findSessionId(Buffer.from(body));
      const { status, json } = await service.post('/v1/evaluate', body);
      expect([status, json['error']]).toEqual([400, 'invalid_json']);
    }
  });
});

test('facts whose texts double with every firing end at the limit of texts', async () => {
  const { status, json } = await evaluate('doubling', { a: 'x', b: 'y' }, 'pair');
  expect([status, json['error'], json['detail']]).toEqual([
    503,
    'evaluation_limit',
    'A rule builds a text of more than 1048576 characters',
  ]);
});

test('a text beyond the longest string is a limit', async () => {
  const { status, json } = await evaluate('long', { user: 'x'.repeat(1_000_000) }, 'input');
  expect([status, json['error']]).toEqual([503, 'evaluation_limit']);
});

test('a signature whose scalar is not below the order of the group does not verify', () => {
  const { privateKey, publicKey } = generateKeys();
  const bytes = Buffer.from('rules');
  const key = readPublicKey(publicKey)!;
  const signature = Buffer.from(sign(bytes, readPrivateKey(privateKey)!), 'base64');
  expect(verify(bytes, signature.toString('base64'), key)).toBe(true);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
  Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse().copy(signature, 32);
  expect(verify(bytes, signature.toString('base64'), key)).toBe(false);
});

describe('fairness', () => {
  test("everybody's first is served before anybody's second", () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    queue.push('b', 'b1');
    expect(queue.remove('a', 'a2')).toBe(true);
    expect(queue.remove('c', 'a2')).toBe(false);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
      'a1',
      'b1',
      'a3',
      undefined,
    ]);
    expect(queue.size).toBe(0);
  });

  test('jobs are long by their mean, and one pause among many short ones is not', () => {
    const costs = new JobCosts();
    costs.note('pause', 1_000, 10);
    costs.note('pause', 1, 200);
    expect(costs.isLong('pause')).toBe(false);
    costs.note('long', 1, 1_000);
    costs.note('long', 1, 1_000);
    expect(costs.isLong('long')).toBe(true);
    costs.note('long', 500, 5);
    expect(costs.isLong('long')).toBe(false);
  });
});

describe('compilations', () => {
  test('of clients that left do not keep others waiting', async () => {
    const rule = (n: number): string =>
      `  - { name: r${n}, when: [{ template: t, conditions: [{ slot: s, expression: 'matches("(?i)^a{1,${(n % 50) + 2}}b")' }] }], then: { action: allow, reason: r } }`;
    const yaml = `templates: [{ name: t, slots: [{ name: s, type: string }] }]\nrules:\n${Array.from({ length: 400 }, (_, n) => rule(n)).join('\n')}`;
    const left = new AbortController();
    const abandoned = Array.from({ length: 40 }, () =>
      fetch(`${service.url}/v1/compile`, {
        method: 'POST',
        signal: left.signal,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ yaml_content: yaml }),
      }).catch(() => null),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    left.abort();
    await Promise.all(abandoned);
    // The service learns a moment later that they left; until then the caller's share is used up.
    const short = { yaml_content: always('allow', 'short') };
    let answer = await service.post('/v1/compile', short);
    for (let i = 0; i < 3_000 && answer.status === 503; i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await service.post('/v1/compile', short);
    }
    expect([answer.status, answer.json['errors']]).toEqual([200, []]);
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(text).toContain('ferrule_compile_queue 0\n');
    // A ruleset that a decision waits for is compiled in another queue.
    await service.write('fresh.yaml', always('deny', 'fresh'));
    expect((await evaluate('fresh', {}, 'input')).json['reason']).toBe('fresh');
  });
});
