/** Responses that are made of recorded or masked data hold no value of a sensitive slot, and nothing made with the log's key. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateMaskKey } from '../../evidence/mask/mask-keys.ts';
import { startTestService, type TestService } from '../server/support/service.ts';
import { readRecords } from './support.ts';

/** Values of sensitive slots reach reasons, metadata, obligations, derived facts, aggregates, relations and joins. */
const RULES = `
ruleset: people
templates:
  - name: person
    slots:
      - { name: id, type: string, required: true }
      - { name: salary, type: integer, required: true, sensitive: true }
      - { name: ssn, type: string, required: true, sensitive: true }
      - { name: tags, type: string, list: true, sensitive: true }
  - name: probe
    slots: [{ name: n, type: integer, default: 1 }, { name: t, type: string, default: "t" }]
  - { name: note, slots: [{ name: t, type: string, required: true }] }
  - { name: copied, slots: [{ name: n, type: integer }, { name: t, type: string }] }
relations:
  - name: known
    columns: [{ name: ssn, type: string }, { name: what, type: string }]
    rows: [["SECRET-777", "row"], ["other", "row"]]
rules:
  - name: derive
    salience: 10
    when: [{ template: person, alias: $p, conditions: [{ slot: salary, bind: "?s" }] }]
    then: { assert: [{ template: copied, slots: { n: "(+ ?s 1)", t: "{p.ssn}" } }] }
  - name: tell
    when: [{ template: copied, alias: $c, conditions: [{ slot: n, bind: "?n" }] }]
    then:
      action: ACTION
      reason: "{c.t} earns {n}"
      metadata: { m: "{c.t}" }
      obligations: [{ type: log, properties: { p: "{c.t}", q: "?n" } }]
  - name: summed
    when:
      - { template: probe }
      - sum: { of: "?s", from: [{ template: person, conditions: [{ slot: salary, bind: "?s" }] }] }
        as: "?total"
    then: { action: allow, reason: "{total}", obligations: [{ type: log, properties: { total: "?total" } }] }
  - name: joined
    when:
      - { template: person, alias: $p }
      - { template: probe, conditions: [{ slot: t, expression: equals($p.ssn) }] }
    then: { action: deny, reason: x }
  - name: added
    when:
      - { template: person, alias: $p }
      - { template: note, conditions: [{ slot: t, expression: in($p.tags) }] }
    then: { action: deny, reason: x }
  - name: listed
    when:
      - { template: person, alias: $p }
      - { relation: known, alias: $k, conditions: [{ slot: ssn, expression: equals($p.ssn) }, { slot: what, expression: equals(none) }] }
    then: { action: deny, reason: x }
  - name: constant
    when: [{ template: probe, conditions: [{ slot: n, expression: equals(42) }] }]
    then: { action: deny, reason: "forty-two" }
`;
const SECRETS = ['987654321', '987654322', 'SECRET-777', 'tagged-secret'];
const person = { id: 'p', salary: 987654321, ssn: 'SECRET-777', tags: ['tagged-secret'] };
const facts = [
  { template: 'person', data: person },
  { template: 'probe', data: {} },
];

const leaks = (text: string): readonly string[] => SECRETS.filter((secret) => text.includes(secret));

let service: TestService;
let log = '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-masked-'));
  const key = join(folder, 'mask.key');
  await writeFile(key, generateMaskKey());
  log = join(folder, 'log');
  service = await startTestService(
    { 'people.yaml': RULES.replace('ACTION', 'allow'), 'next.yaml': RULES.replace('ACTION', 'escalate') },
    { SERVICE_AUDIT: `file:${log}`, SERVICE_AUDIT_MASK_KEY_FILE: key, SERVICE_WORKERS: '1' },
    'people.yaml',
  );
  const { status } = await service.post('/v1/evaluate', { ruleset: 'people', facts });
  expect(status).toBe(200);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Every keyed hash that the log holds so far. */
async function hashesOfLog(): Promise<readonly string[]> {
  const text = JSON.stringify(await readRecords(log, 'worker-0'));
  return [...text.matchAll(/"\$hmac":"([0-9a-f]{64})"|hmac-sha256:([0-9a-f]{64})/g)].map(
    ([, value, hash]) => value ?? hash ?? '',
  );
}

const RESPONSES: readonly (readonly [name: string, path: string, body: object])[] = [
  ['explain', '/v1/explain', { ruleset: 'people', facts }],
  ['explain one rule', '/v1/explain', { ruleset: 'people', facts, rule: 'MAIN::joined' }],
  ['explain a row', '/v1/explain', { ruleset: 'people', facts, rule: 'MAIN::listed' }],
  ['flip', '/v1/explain', { ruleset: 'people', facts, flip: true }],
  ['flip to allow', '/v1/explain', { ruleset: 'people', facts, flip: 'allow' }],
  ['flip to deny', '/v1/explain', { ruleset: 'people', facts, flip: 'deny' }],
  ['flip by an added fact', '/v1/explain', { ruleset: 'people', facts: [facts[0]], flip: 'deny' }],
  ['dry run', '/v1/rules/reload?dry_run=true', { ruleset_path: 'next.yaml' }],
  // The response itself is unchanged; the notes beside it are treated like a log.
  [
    'notes of the Data API',
    '/v1/data/people/allow?explain=full',
    { input: { person: [person], probe: [{}] } },
  ],
];

test.each(RESPONSES)('%s shows no value of a sensitive slot', async (_name, path, body) => {
  const { status, text } = await service.post(path, body);
  expect([status, leaks(text)]).toEqual([200, []]);
  const known = await hashesOfLog();
  expect(known.length).toBeGreaterThan(0);
  expect(known.filter((hash) => text.includes(hash))).toEqual([]);
  expect(text).not.toMatch(/[0-9a-f]{64}(?=")(?<!sha256:[0-9a-f]{64})/);
});

test('a dry run reports changes, without their values', async () => {
  const { json } = await service.post('/v1/rules/reload?dry_run=true', { ruleset_path: 'next.yaml' });
  const [change] = json['changes'] as readonly { readonly example: object }[];
  const outcome = (decision: string): object => ({
    decision,
    reason: 'masked',
    metadata: {},
    obligations: expect.arrayContaining([{ type: 'log', properties: {} }]) as unknown,
  });
  expect(change).toMatchObject({
    before: 'allow',
    after: 'escalate',
    example: { input: null, before: outcome('allow'), after: outcome('escalate') },
  });
});

test('changes that a flip proposes are shown if they come from the ruleset or from open slots', async () => {
  const request = { ruleset: 'people', facts: [{ template: 'probe', data: {} }], flip: 'deny' };
  const { json } = await service.post('/v1/explain', request);
  const found = JSON.stringify(json['flips']);
  expect(found).toContain('"slot":"n","from":1,"to":42');
});

test('the refusal of a fact with sensitive slots is shown to its sender and masked in the log', async () => {
  const data = { ...person, ssn: 5, salary: 'SECRET-777' };
  await service.post('/v1/evaluate', { ruleset: 'people', facts: [{ template: 'person', data }] });
  expect(leaks(JSON.stringify(await readRecords(log, 'worker-0')))).toEqual([]);
});
