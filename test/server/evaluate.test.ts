import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, always, BROKEN, TROUBLE } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const SECRET = { template: 'agent', data: { id: 'ann', clearance: 'secret' } };

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    'access.yaml': ACCESS,
    'broken.yaml': BROKEN,
    'trouble.yaml': TROUBLE,
    'folder/rules.yaml': always('allow', 'from a folder'),
    'notes.txt': 'no ruleset',
  });
});
afterAll(() => service.close());

function evaluate(ruleset: string, facts: unknown = [], more: object = {}): Promise<Reply> {
  return service.post('/v1/evaluate', { ruleset, facts, ...more });
}

describe('an evaluation', () => {
  test('returns decision, reason, traces and metadata', async () => {
    const { status, json } = await evaluate('access.yaml', [SECRET]);
    expect(status).toBe(200);
    expect(json).toEqual({
      decision: 'allow',
      reason: 'ann may',
      rule_trace: ['decide::allow-secret'],
      module_trace: ['decide'],
      duration_us: expect.any(Number) as number,
      metadata: { control: 'AC-3' },
      attestation_token: null,
    });
  });

  test('without a rule that fires gives the default decision', async () => {
    const { json } = await evaluate('access.yaml');
    expect(json).toMatchObject({
      decision: 'deny',
      reason: 'default decision (no rules fired)',
      rule_trace: [],
    });
  });

  test.each(['access', './access.yaml', 'folder/../access.yaml', '/access.yaml'.slice(1)])(
    'finds the ruleset as %s',
    async (name) => {
      expect((await evaluate(name, [SECRET])).json['decision']).toBe('allow');
    },
  );

  test('takes a folder as a ruleset', async () => {
    const { json } = await evaluate('folder', [{ template: 'input', data: {} }]);
    expect(json['reason']).toBe('from a folder');
  });

  test('leaves nothing behind', async () => {
    await evaluate('access.yaml', [SECRET]);
    expect((await evaluate('access.yaml')).json['decision']).toBe('deny');
  });

  test('keeps every digit of an integer', async () => {
    const body =
      '{"ruleset":"access","facts":[{"template":"agent","data":{"id":9007199254740993,"clearance":"secret"}}]}';
    expect((await service.post('/v1/evaluate', body)).json['reason']).toBe('9007199254740993 may');
  });

  test('takes the facts as all or none', async () => {
    const { status, json } = await evaluate('access', [SECRET, { template: 'agent', data: {} }]);
    expect(status).toBe(422);
    expect(json['detail']).toBe("Missing required slot(s) ['id'] in template 'agent'");
  });

  test('takes a file that has changed at the next request', async () => {
    await service.write('changing.yaml', always('allow', 'first'));
    expect((await evaluate('changing', [{ template: 'input', data: {} }])).json['reason']).toBe('first');
    for (const reason of ['second', 'third', 'fourth']) {
      await service.write('changing.yaml', always('deny', reason));
      expect((await evaluate('changing', [{ template: 'input', data: {} }])).json['reason']).toBe(reason);
    }
  });
});

describe('a refused evaluation', () => {
  const agent = (data: object): object[] => [{ template: 'agent', data }];

  test.each([
    [[{ template: 'agnt', data: {} }], "Unknown template 'agnt'. Did you mean 'agent'?"],
    [
      agent({ id: 'a', clearence: 'secret' }),
      "Unknown slot(s) ['clearence'] in template 'agent'. Did you mean 'clearance'?",
    ],
    [agent({ id: 'a', zzz: 1, qqqq: 1 }), "Unknown slot(s) ['qqqq', 'zzz'] in template 'agent'"],
    [agent({ clearance: 'secret' }), "Missing required slot(s) ['id'] in template 'agent'"],
    [agent({ id: 'a', age: 'x' }), "Slot 'age' expects integer, got string"],
    [agent({ id: 'a', age: true }), "Slot 'age' expects integer, got boolean"],
    [
      agent({ id: 'a', clearance: 'x' }),
      "Slot 'clearance' value 'x' not in allowed values ['public', 'secret']",
    ],
  ])('names what is wrong with %j', async (facts, detail) => {
    const { status, json } = await evaluate('access', facts);
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: 'validation_error', detail });
  });

  test.each([
    ['missing.yaml', 404, 'ruleset_not_found'],
    ['notes.txt', 404, 'ruleset_not_found'],
    ['broken.yaml', 400, 'invalid_ruleset'],
    ['../access.yaml', 400, 'invalid_ruleset_path'],
  ])('of %s is %i %s', async (name, status, error) => {
    const reply = await evaluate(name);
    expect(reply.status).toBe(status);
    expect(reply.json['error']).toBe(error);
    expect(reply.text).not.toContain(service.root);
  });

  test('of a ruleset that does not compile names line and column', async () => {
    expect((await evaluate('broken.yaml')).json['detail']).toMatch(/broken\.yaml:5:\d+/);
  });

  test('of a fleet fact is a scope error', async () => {
    const { status, json } = await evaluate('access', [{ template: 'fleet-fact', data: { id: 'a' } }]);
    expect([status, json['error']]).toEqual([409, 'scope_error']);
  });

  test('of a rule that fails names the rule and gives no decision', async () => {
    const { status, json } = await evaluate('trouble', [{ template: 'number', data: { n: 0 } }]);
    expect(status).toBe(422);
    expect(json['error']).toBe('evaluation_failed');
    expect(json['detail']).toContain('MAIN::divide');
    expect(json).not.toHaveProperty('decision');
  });

  test.each([
    [{ facts: [] }, 'ruleset'],
    [{ ruleset: 'access' }, 'facts'],
    [{ ruleset: 7, facts: [] }, 'ruleset'],
    [{ ruleset: 'access', facts: {} }, 'facts'],
    [{ ruleset: 'access', facts: [7] }, 'facts.0'],
    [{ ruleset: 'access', facts: [{ template: 'agent' }] }, 'facts.0.data'],
    [{ ruleset: 'access', facts: [{ template: 'agent', data: [] }] }, 'facts.0.data'],
    [{ ruleset: 'access', facts: [], session_id: 7 }, 'session_id'],
    [{ ruleset: 'access', facts: [], session_id: '' }, 'session_id'],
    [{ ruleset: 'access', facts: [], session_id: 'a b' }, 'session_id'],
    [{ ruleset: 'access', facts: [], session_id: 'x'.repeat(129) }, 'session_id'],
  ])('for the body %j names the field', async (body, field) => {
    const { status, json } = await service.post('/v1/evaluate', body);
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: 'validation_error', field });
  });

  test('takes 500 facts and not one more', async () => {
    const facts = (count: number): object[] =>
      Array.from({ length: count }, (_, i) => ({ template: 'agent', data: { id: String(i) } }));
    expect((await evaluate('access', facts(500))).status).toBe(200);
    expect((await evaluate('access', facts(501))).json).toMatchObject({
      error: 'validation_error',
      field: 'facts',
    });
  });

  test('names a key that it does not know, and what is meant', async () => {
    const { status, json } = await evaluate('access', [SECRET], { sesion_id: 's' });
    expect(status).toBe(422);
    expect(json).toEqual({
      error: 'validation_error',
      detail: "sesion_id: unknown key. Did you mean 'session_id'?",
      field: 'sesion_id',
    });
    const nested = await evaluate('access', [{ ...SECRET, dta: {} }]);
    expect(nested.json).toMatchObject({ detail: "facts.0.dta: unknown key. Did you mean 'data'?" });
  });

  test('names the fact that does not fit among others', async () => {
    const facts: object[] = Array.from({ length: 300 }, () => SECRET);
    facts[217] = { template: 'agent', data: { id: 'a', clearance: 'x' } };
    expect((await evaluate('access', facts)).json).toMatchObject({
      detail: "Slot 'clearance' value 'x' not in allowed values ['public', 'secret']",
      field: 'facts[217].data.clearance',
    });
  });

  test('suggests the ruleset that is meant', async () => {
    const { status, json } = await evaluate('acess', [SECRET]);
    expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
    expect(json['detail']).toBe("no such ruleset under the root. Did you mean 'access'?");
  });
});

test('without a root, a request gets an error that says so', async () => {
  const rootless = await startTestService({}, { SERVICE_RULESET_ROOT: '' });
  const { status, json } = await rootless.post('/v1/evaluate', { ruleset: 'access', facts: [] });
  await rootless.close();
  expect([status, json['error']]).toEqual([503, 'ruleset_root_not_configured']);
});
