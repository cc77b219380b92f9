/** Loading evaluates a ruleset once on generated facts, without visible effects. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { Engine as RuntimeEngine } from '../../../runtime/engine.ts';
import { Engine } from '../../../library/node/engine.ts';

const RULES = `
templates:
  - { name: agent, slots: [{ name: id, type: string }] }
  - { name: quota, scope: fleet, slots: [{ name: left, type: integer }] }
  - { name: host, from: host, slots: [{ name: id, type: string }] }
  - { name: seen, slots: [{ name: id, type: string }] }
ruleset: gate
rules:
  - name: late
    when: [{ template: agent, conditions: [{ slot: id, bind: "?id" }, { test: "(> (service-now) 0)" }] }]
    then: { action: allow, reason: late, attestation: true }
  - name: known
    when: [{ template: agent, conditions: [{ slot: id, bind: "?id" }, { test: "(service-known ?id)" }] }]
    then: { assert: [{ template: seen, slots: { id: "?id" } }] }
`;

const REQUESTS = [
  { facts: [{ template: 'agent', data: { id: 'b' } }], hostFacts: [{ template: 'host', data: { id: 'h' } }] },
  { facts: [{ template: 'nobody', data: {} }] },
  { input: { no: 'input' } },
  {},
];

describe.each([
  ['true', true],
  ['false', false],
  ['requests', { requests: REQUESTS, milliseconds: 20 }],
  ['no requests', { requests: [] }],
  ['suites', 'suites' as const],
])('a ruleset loaded with warmUp: %s', (_, warmUp) => {
  const facts = [{ template: 'agent', data: { id: 'a' } }];
  const load = async (yaml: string): Promise<{ engine: Engine; asked: ReturnType<typeof vi.fn>[] }> => {
    const now = vi.fn(() => 1_700_000_000_000);
    const random = vi.fn((bytes: Uint8Array) => bytes.fill(1));
    const known = vi.fn(() => true);
    const attest = vi.fn(() => 'token');
    const functions = { 'service-known': known };
    const options = { now, random, functions, attest, warmUp };
    const engine = await Engine.fromSources([{ path: 'gate.yaml', text: yaml }], options);
    return { engine, asked: [now, random, known, attest] };
  };

  it('uses no clock, random numbers, functions or attestations, and holds no facts', async () => {
    const { engine, asked } = await load(RULES);
    for (const option of asked) expect(option).not.toHaveBeenCalled();
    expect(engine.facts()).toEqual([]);
    await engine.reloadRules({ yaml: RULES });
    for (const option of asked) expect(option).not.toHaveBeenCalled();
    expect(engine.facts()).toEqual([]);
  });

  it('decides the same the first time', async () => {
    const { engine } = await load(RULES);
    expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision: 'allow', reason: 'late' });
  });
});

describe('requests to warm up with', () => {
  it('leave the event loop free', async () => {
    let turns = 0;
    const timer = setInterval(() => void turns++, 1);
    const warmUp = { requests: [{ facts: [{ template: 'agent', data: { id: 'a' } }] }], milliseconds: 50 };
    await Engine.fromSources([{ path: 'gate.yaml', text: RULES }], { warmUp });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it.each([
    [
      'those of the suites',
      'cases: [{ facts: [{ template: host, data: { id: h } }, { template: agent, data: { id: a } }], expect: { decision: allow } }]',
      true,
    ],
    ['none, when the suite is wrong', 'cases: 3', false],
    ['none, without a suite', null, false],
  ])('are %s', async (_, suite, isDecided) => {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-warm-up-'));
    await writeFile(join(folder, 'gate.yaml'), RULES);
    if (suite !== null) await writeFile(join(folder, 'gate.test.yaml'), suite);
    const known = vi.fn(() => true);
    const options = { warmUp: 'suites' as const, functions: { 'service-known': known } };
    const asked = {
      scoped: true,
      facts: [{ template: 'agent', data: { id: 'a' } }],
      hostFacts: [{ template: 'host', data: { id: 'h' } }],
    };
    const evaluate = vi.spyOn(RuntimeEngine.prototype, 'evaluate');
    const isAsked = (): boolean => evaluate.mock.calls.some(([request]) => isDeepStrictEqual(request, asked));
    const engine = await Engine.fromRules(folder, options);
    expect(isAsked()).toBe(isDecided);
    evaluate.mockClear();
    await engine.reloadRules(folder);
    expect(isAsked()).toBe(isDecided);
    evaluate.mockRestore();
    expect(known).not.toHaveBeenCalled();
    const facts = [{ template: 'agent', data: { id: 'a' } }];
    expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision: 'allow', reason: 'late' });
    await rm(folder, { recursive: true });
  });

  it.each([
    3,
    'yes',
    'suite',
    {},
    { requests: 'all' },
    { requests: [], milliseconds: '20' },
    { requests: [], milliseconds: Infinity },
  ])('refuses %j', async (warmUp) => {
    const options = { warmUp: warmUp as unknown as boolean };
    const refused = { code: 'invalid_argument', field: 'warmUp' };
    await expect(Engine.fromSources([{ path: 'gate.yaml', text: RULES }], options)).rejects.toMatchObject(
      refused,
    );
    const { ruleset } = await Engine.fromSources([{ path: 'gate.yaml', text: RULES }]);
    expect(() => new Engine(ruleset, options)).toThrow(/`warmUp` must be a boolean, 'suites' or/);
  });
});
