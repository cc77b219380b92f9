/**
 * Values of sensitive slots leave the service in one way only: `GET /v1/approvals/{id}` for a token with the role
 * `approver`. Here they are in every slot that a ruleset can mark, in what rules make of them and in what is refused.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logLines } from '../server/support/log-lines.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';

const SECRET = 'c4n4ry-value';
const LIST = 'c4n4ry-item';
const NUMBER = 4_242_424_242_424;
const HIDDEN = [SECRET, LIST, String(NUMBER)];

const RULES = `
ruleset: cards
templates:
  - name: card
    slots:
      - { name: number, type: string, sensitive: true }
      - { name: kind, type: string, sensitive: true, allowed_values: [debit, credit, ${SECRET}] }
      - { name: limit, type: integer, sensitive: true }
      - { name: owners, type: string, list: true, sensitive: true }
      - { name: tool, type: string }
  - name: copy
    slots: [{ name: text, type: string }, { name: size, type: integer }]
input:
  - template: card
    slots:
      number: $.call.args.number
      limit: $.call.args.limit
      owners: $.call.args.owners
      tool: $.tool.name
rules:
  - name: derive
    salience: 10
    when: [{ template: card, conditions: [{ slot: number, bind: "?n" }, { slot: limit, bind: "?l" }] }]
    then: { assert: [{ template: copy, slots: { text: "(str-cat seen- ?n)", size: "?l" } }] }
  - name: told
    when: [{ template: copy, conditions: [{ slot: text, bind: "?t" }] }, { template: card, conditions: [{ slot: tool, expression: equals(deny) }] }]
    then: { action: deny, reason: "card {t}", metadata: { card: "{t}" } }
  - name: waits
    when: [{ template: card, conditions: [{ slot: tool, expression: equals(wait) }] }]
    then: { action: escalate, reason: a person decides }
  - name: near
    when: [{ template: card, conditions: [{ slot: number, expression: "equals(${'0000'})" }, { slot: limit, expression: "less_than(10)" }] }]
    then: { action: allow, reason: a small limit }
`;
const FACT = { template: 'card', data: { number: SECRET, limit: NUMBER, owners: [LIST], tool: 'deny' } };
const ARGS = { number: SECRET, limit: NUMBER, owners: [LIST] };
const input = (tool: string) => ({ tool: { name: tool }, call: { args: ARGS } });
const ROLES = ['evaluate', 'explain', 'approver', 'admin', 'metrics', 'compile', 'session', 'run'] as const;

const exporter = new InMemorySpanExporter();
const { log, lines } = logLines('trace');
let folder: string;
let mounted: TestService;
let approval: string;

const as = (role: (typeof ROLES)[number]): { readonly token: string } => ({
  token: `token-of-${role}`.repeat(3),
});

beforeAll(async () => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  folder = await mkdtemp(join(tmpdir(), 'ferrule-sensitive-'));
  const tokens = ROLES.map((role) => ({
    name: role,
    sha256: createHash('sha256').update(as(role).token).digest('hex'),
    roles: [role],
  }));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
  mounted = await startTestService(
    { 'cards.yaml': RULES },
    {
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
    },
    'cards.yaml',
    log,
  );
  await mounted.post('/v1/evaluate', { ruleset: 'cards', facts: [FACT] }, as('evaluate'));
  await mounted.post('/v1/evaluate', { ruleset: 'cards', facts: [], input: input('wait') }, as('evaluate'));
  const call = { ruleset: 'cards', agent: 'a', tool: { name: 'wait' }, call: { id: 'c', args: ARGS } };
  const { json } = await mounted.post('/v1/calls', call, as('evaluate'));
  // Its sender reads the value again in the error; the log must not.
  const odd = { template: 'card', data: { kind: LIST } };
  expect(
    (await mounted.post('/v1/evaluate', { ruleset: 'cards', facts: [odd] }, as('evaluate'))).status,
  ).toBe(422);
  approval = (json['approval'] as { readonly id: string }).id;
});
afterAll(async () => {
  await mounted.close();
  trace.disable();
  await rm(folder, { recursive: true });
});

function expectHidden(text: string): void {
  for (const value of HIDDEN) expect(text).not.toContain(value);
}

const get = (path: string, role: (typeof ROLES)[number]) => (): Promise<Reply> =>
  mounted.request('GET', path, as(role));
const post = (path: string, role: (typeof ROLES)[number], body: unknown) => (): Promise<Reply> =>
  mounted.post(path, body, as(role));

describe('an answer', () => {
  const other = RULES.replaceAll('a person decides', 'somebody decides').replaceAll(
    'equals(deny)',
    'equals(x)',
  );
  const wrong = (data: object): object => ({ ruleset: 'cards', facts: [{ template: 'card', data }] });
  test.each<readonly [string, () => Promise<Reply>]>([
    ['of an explanation', post('/v1/explain', 'explain', { ruleset: 'cards', facts: [FACT] })],
    [
      'of an explanation with flip',
      post('/v1/explain', 'explain', { ruleset: 'cards', facts: [FACT], flip: true }),
    ],
    [
      'of an explanation of a document',
      post('/v1/explain', 'explain', { ruleset: 'cards', facts: [], input: input('deny'), flip: true }),
    ],
    ['of a dry run', post('/v1/rules/reload?dry_run=true', 'admin', { ruleset_yaml: other })],
    ['of a list of approvals', get('/v1/approvals', 'approver')],
    ['of templates', get('/v1/templates', 'evaluate')],
    ['of rules', get('/v1/rules', 'evaluate')],
    ['of the metrics', get('/metrics', 'metrics')],
    ['of the status', get('/v1/status', 'evaluate')],
    ['about a value of the wrong type', post('/v1/evaluate', 'evaluate', wrong({ limit: `${SECRET}` }))],
    ['about a value that is not a list', post('/v1/evaluate', 'evaluate', wrong({ owners: SECRET }))],
    [
      'of a call that waits',
      post('/v1/calls', 'evaluate', {
        ruleset: 'cards',
        agent: 'a',
        tool: { name: 'wait' },
        call: { id: 'c', args: ARGS },
      }),
    ],
    ['about a body that is not JSON', post('/v1/evaluate', 'evaluate', `{"facts":[{"number":"${SECRET}"`)],
  ])('%s', async (_name, ask) => {
    const { text } = await ask();
    // The values of the ruleset itself are not facts.
    expectHidden(
      text.replaceAll(`['debit', 'credit', '${SECRET}']`, '').replaceAll(`"credit","${SECRET}"`, ''),
    );
  });
});

test('an approver sees the arguments of the one approval, and so does its requester', async () => {
  const { text } = await get(`/v1/approvals/${approval}`, 'approver')();
  expect(text).toContain(SECRET);
});

test('lines of the log and spans', () => {
  expect(lines().length).toBeGreaterThan(0);
  expectHidden(JSON.stringify(lines()));
  const spans = exporter.getFinishedSpans();
  expect(spans.length).toBeGreaterThan(0);
  expectHidden(
    JSON.stringify(
      spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    ),
  );
});

test('records of the decision log', async () => {
  const files = await readdir(join(folder, 'log'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && /jsonl|\.log/.test(file.name))
    .map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  const all = (await Promise.all(texts)).join('\n');
  expect(all).toContain('decision_id');
  expectHidden(all);
});
