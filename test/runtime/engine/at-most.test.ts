/** `at_most` of templates, at every entry point. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { Engine, ValidationError, type FactInput } from '../../../library/node/engine.ts';
import { startTestService, type TestService } from '../../server/support/service.ts';

const RULES = `ruleset: calls
templates:
  - { name: call, at_most: 1, slots: [{ name: tool, type: symbol, required: true }] }
  - { name: grant, at_most: 2, from: host, slots: [{ name: tool, type: symbol }] }
  - { name: note, slots: [{ name: text, type: string }] }
input:
  - { template: call, each: "$.calls[*]", slots: { tool: "@" } }
rules:
  - name: reading
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: reads }
  - name: splits
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(both) }] }]
    then:
      action: allow
      reason: splits
      assert: [{ template: call, slots: { tool: read } }, { template: call, slots: { tool: drop } }]
`;
const call = (tool: string): FactInput => ({ template: 'call', data: { tool } });
const grant = (tool: string): FactInput => ({ template: 'grant', data: { tool } });
const MESSAGE = "Template 'call' takes at most one fact, found 2";
const create = (): Promise<Engine> => Engine.fromSources([{ path: 'calls.yaml', text: RULES }]);

describe('the library', () => {
  test.each<[string, (engine: Engine) => unknown]>([
    ['facts', (engine) => engine.evaluate({ scoped: true, facts: [call('read'), call('drop')] })],
    [
      'hostFacts and facts',
      (engine) => engine.evaluate({ scoped: true, hostFacts: [call('drop')], facts: [call('read')] }),
    ],
    ['a document', (engine) => engine.evaluate({ scoped: true, input: { calls: ['read', 'drop'] } })],
    ['a document of a plain evaluation', (engine) => engine.evaluate({ input: { calls: ['read', 'drop'] } })],
    [
      'a document and facts',
      (engine) => engine.evaluate({ scoped: true, input: { calls: ['read'] }, facts: [call('drop')] }),
    ],
    ['assertFacts', (engine) => engine.assertFacts([call('read'), call('drop')])],
    ['assertHostFacts', (engine) => engine.assertHostFacts([call('read'), call('drop')])],
  ])('refuses a fact too many in %s and stays as it was', async (_, enter) => {
    const engine = await create();
    expect(() => enter(engine)).toThrow(ValidationError);
    expect(() => enter(engine)).toThrow(MESSAGE);
    expect(engine.size).toBe(0);
    expect(engine.evaluate({ scoped: true, facts: [call('read')] }).decision).toBe('allow');
  });

  test('counts the facts that already exist', async () => {
    const engine = await create();
    engine.assertFact('call', { tool: 'read' });
    expect(() => engine.assertFact('call', { tool: 'drop' })).toThrow(MESSAGE);
    expect(() => engine.evaluate({ scoped: true, facts: [call('drop')] })).toThrow(MESSAGE);
    expect(engine.size).toBe(1);
    expect(engine.evaluate().decision).toBe('allow');
    expect(() => engine.assertFacts([{ template: 'note', data: { text: 'x' } }, call('drop')])).toThrow(
      MESSAGE,
    );
    engine.retract('call');
    expect(engine.assertFact('call', { tool: 'drop' })).toBe(true);
  });

  test('takes equal facts for one, other numbers, and what rules assert', async () => {
    const engine = await create();
    expect(engine.evaluate({ scoped: true, facts: [call('read'), call('read')] }).decision).toBe('allow');
    const hostFacts = [grant('a'), grant('b')];
    expect(engine.evaluate({ scoped: true, hostFacts }).decision).toBe('deny');
    expect(() => engine.evaluate({ scoped: true, hostFacts: [...hostFacts, grant('c')] })).toThrow(
      "Template 'grant' takes at most 2 facts, found 3",
    );
    const { decision, facts } = engine.evaluate({ scoped: true, facts: [call('both')], include: ['facts'] });
    expect([decision, facts?.length]).toEqual(['allow', 3]);
  });

  test('keeps the limit in rules that look at the clock', async () => {
    const text = RULES.replace('equals(read) }]', 'equals(read) }, { now: after(2000-01-01T00:00:00Z) }]');
    const engine = await Engine.fromSources([{ path: 'calls.yaml', text }]);
    expect(() => engine.evaluate({ scoped: true, facts: [call('read'), call('drop')] })).toThrow(MESSAGE);
    expect(engine.evaluate({ scoped: true, facts: [call('read')] }).decision).toBe('allow');
  });
});

describe('the service', () => {
  let service: TestService;
  let stock: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'calls.yaml': RULES }, {}, 'calls.yaml');
    stock = await startTestService({ 'calls.yaml': RULES });
  });
  afterAll(() => Promise.all([service.close(), stock.close()]));
  const refused = { error: 'validation_error', detail: MESSAGE };

  test('refuses a request with a fact too many', async () => {
    const { status, json } = await service.post('/v1/evaluate', {
      ruleset: 'calls',
      facts: [call('read'), call('drop')],
    });
    expect([status, json]).toMatchObject([422, refused]);
  });

  test('refuses it in a session, which stays as it was', async () => {
    const body = { ruleset: 'calls', facts: [], session_id: 's' };
    expect((await stock.post('/v1/evaluate', body)).status).toBe(200);
    expect((await stock.post('/v1/facts', { session_id: 's', ...call('read') })).status).toBe(200);
    const second = await stock.post('/v1/facts', { session_id: 's', ...call('drop') });
    expect([second.status, second.json]).toMatchObject([422, refused]);
    const again = await stock.post('/v1/evaluate', { ...body, facts: [call('drop')] });
    expect([again.status, again.json]).toMatchObject([422, refused]);
    const { json } = await stock.post('/v1/query', { session_id: 's', template: 'call' });
    expect(json['facts']).toEqual([{ tool: 'read' }]);
  });

  test('lists the limit', async () => {
    const { json } = await service.request('GET', '/v1/templates');
    expect(json['templates']).toMatchObject([{ name: 'call', at_most: 1 }, { at_most: 2 }, { name: 'note' }]);
    expect((json['templates'] as object[])[2]).not.toHaveProperty('at_most');
  });
});

test.each([
  ['at_most: 0', 'number-out-of-range'],
  ['at_most: one', 'wrong-kind'],
  ['at_most:', 'empty-key'],
  ['at_most: 1, scope: fleet', 'conflicting-keys'],
])('%s does not compile', (written, code) => {
  const text = `templates: [{ name: t, ${written}, slots: [] }]\n`;
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  expect(diagnostics.map((one) => one.code)).toContain(code);
});
