/** Policies in the short form: what they decide, and for what is missing. */
import { describe, expect, test } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

interface Case {
  readonly input?: unknown;
  readonly facts?: readonly { readonly template: string; readonly data: Record<string, unknown> }[];
  /** `decision: reason`, or the code of the refusal. */
  readonly expect: string;
}

const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });

function decide(engine: Engine, { input, facts = [] }: Case): string {
  try {
    const document = input === undefined ? {} : { input };
    const { decision, reason } = engine.evaluate({ scoped: true, facts, ...document });
    return `${decision}: ${reason}`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const TOOLS = `
rules:
  reading:
    allow: "{input.tool.name} may run"
    if: input.tool.name in ["read", "list"]
  deletes:
    allow: deletes outside of production
    if: input.tool.name == "delete" and input.env == "test"
  production:
    deny: "deletes in {input.env}"
    if: input.tool.name == "delete" and input.env == "prod"
  secrets:
    deny: secrets stay
    if: input.args.path?.starts_with("/secret/")
`;

const PODS = `
input:
  containers!: [{ image!: string, memory: integer = 0, ports: [integer] }]
rules:
  registry:
    allow: true
    if: size(input.containers) > 0 and forall(c in input.containers, c.image.starts_with("registry.corp/"))
  large:
    deny: "{c.image} asks for {c.memory}"
    for: { c: input.containers }
    if: c.memory > 1000 or 22 in c.ports
`;

const FACTS = `
templates:
  user: { id!: string, roles: [symbol] }
  request: { user!: string, role!: symbol, amount: float = 1 }
  freeze: {}
rules:
  granted:
    allow: "{user.id} is {request.role}"
    if:
      - user.id == request.user and request.role in user.roles
      - not exists(freeze)
  much:
    deny: "{request.amount} is too much"
    if: request.amount * 2 > 100 or request.role == "root"
`;

const TABLE = `
input:
  severity!: low | high
  count: integer = 1
  note: string
tables:
  triage:
    if: not input.note?.contains("drill")
    inputs: [input.severity, input.count]
    outputs: [name, action, reason]
    rows:
      - [high, ">= 10", many, deny, "{input.count} times: {input.note ?? 'no note'}"]
      - ["-", "< 10", few, allow, "few"]
`;

const POLICIES: readonly (readonly [name: string, text: string, cases: readonly Case[]])[] = [
  [
    'of a document',
    TOOLS,
    [
      { input: { tool: { name: 'read' }, env: 'prod', args: {} }, expect: 'allow: read may run' },
      { input: { tool: { name: 'delete' }, env: 'prod' }, expect: 'deny: deletes in prod' },
      { input: { tool: { name: 'delete' }, env: 'test' }, expect: 'allow: deletes outside of production' },
      { input: { tool: { name: 'read' }, args: { path: '/secret/k' } }, expect: 'deny: secrets stay' },
      // Missing, null or of another type: nothing opens, and what denies does.
      { input: { tool: { name: 'delete' } }, expect: 'deny: deletes in (missing)' },
      { input: { tool: { name: 'delete' }, env: null }, expect: 'deny: deletes in (missing)' },
      { input: { tool: { name: 'delete' }, env: 5 }, expect: 'deny: deletes in 5' },
      { input: { tool: { name: 'read' }, args: { path: 5 } }, expect: 'deny: secrets stay' },
      { input: {}, expect: 'deny: deletes in (missing)' },
    ],
  ],
  [
    'of a declared document',
    PODS,
    [
      { input: { containers: [{ image: 'registry.corp/a' }] }, expect: 'allow: ' },
      { input: { containers: [] }, expect: 'deny: default decision (no rules fired)' },
      {
        input: { containers: [{ image: 'registry.corp/a' }, { image: 'b' }] },
        expect: 'deny: default decision (no rules fired)',
      },
      {
        input: { containers: [{ image: 'registry.corp/a', ports: [80, 22] }] },
        expect: 'deny: registry.corp/a asks for 0',
      },
      { input: {}, expect: 'validation_error' },
      { input: { containers: 'registry.corp/a' }, expect: 'validation_error' },
      { input: { containers: [{ memory: 5 }] }, expect: 'validation_error' },
      { input: { containers: [{ image: 7 }] }, expect: 'validation_error' },
    ],
  ],
  [
    'of facts',
    FACTS,
    [
      {
        facts: [
          { template: 'user', data: { id: 'ann', roles: ['reader'] } },
          { template: 'request', data: { user: 'ann', role: 'reader' } },
        ],
        expect: 'allow: ann is reader',
      },
      {
        facts: [
          { template: 'user', data: { id: 'ann', roles: ['reader'] } },
          { template: 'request', data: { user: 'ann', role: 'reader' } },
          { template: 'freeze', data: {} },
        ],
        expect: 'deny: default decision (no rules fired)',
      },
      {
        facts: [{ template: 'request', data: { user: 'ann', role: 'root' } }],
        expect: 'deny: 1.0 is too much',
      },
    ],
  ],
  [
    'in a table',
    TABLE,
    [
      { input: { severity: 'high', count: 12 }, expect: 'deny: 12 times: no note' },
      {
        input: { severity: 'high', count: 12, note: 'a drill' },
        expect: 'deny: default decision (no rules fired)',
      },
      { input: { severity: 'low' }, expect: 'allow: few' },
      { input: { severity: 'odd' }, expect: 'validation_error' },
    ],
  ],
];

describe.each(POLICIES)('a policy %s', (_, text, cases) => {
  test.each(cases.map((one) => [JSON.stringify(one.input ?? one.facts), one] as const))(
    '%s',
    async (_shown, one) => {
      expect(decide(await engineOf(text), one)).toBe(one.expect);
    },
  );
});

test('facts of the document come through `input` only', async () => {
  const engine = await engineOf(TOOLS);
  const facts = [{ template: 'input-tool-name', data: { value: 'read' } }];
  expect(decide(engine, { input: {}, facts, expect: '' })).toBe('scope_error');
});

describe('a plain evaluation', () => {
  const NOTES = `
templates: { note: { of: string } }
rules:
  keep: { if: has(input.tool), assert: 'note(of = input.tool.name)' }
  reading: { allow: reads, if: 'input.tool.name == "read"' }
  again: { deny: seen, if: 'note.of == "read" and input.tool.name == "delete"' }
  broken: { deny: x, if: input.tool.name == "fail" and input.n > 1 }
`;
  const readNames = (engine: Engine): readonly unknown[] =>
    engine.query('input-tool-name').map(({ value }) => value);

  test('drops the facts of the document before and keeps what it led to', async () => {
    const engine = await engineOf(NOTES);
    expect(engine.evaluate({ input: { tool: { name: 'read' } } }).decision).toBe('allow');
    expect(readNames(engine)).toEqual(['read']);
    expect(engine.evaluate({ input: { tool: { name: 'delete' } } })).toMatchObject({ reason: 'seen' });
    expect(readNames(engine)).toEqual(['delete']);
    expect(engine.query('note')).toEqual([{ of: 'read' }, { of: 'delete' }]);
  });

  test('without a document has none', async () => {
    const engine = await engineOf(NOTES);
    engine.evaluate({ input: { tool: { name: 'read' } } });
    expect(engine.evaluate().ruleTrace).toEqual([]);
    expect(readNames(engine)).toEqual([]);
  });

  test('that fails leaves the document before in place', async () => {
    const limited = await Engine.fromSources([{ path: 'policy.yaml', text: NOTES }], {
      warmUp: false,
      limits: { inputFacts: 2 },
    });
    limited.evaluate({ input: { tool: {} } });
    const before = limited.facts();
    expect(() => limited.evaluate({ input: { tool: { name: 'read' }, n: 1 } })).toThrow('more than 2 facts');
    expect(limited.facts()).toEqual(before);
    expect(limited.evaluate({ scoped: true, facts: [] }).decision).toBe('deny');
  });

  test('gives what an engine that sees only this document gives', async () => {
    const documents = [
      { tool: { name: 'read' }, args: {} },
      { tool: { name: 'delete' }, env: 'prod' },
      {},
      { tool: { name: 'read' }, args: { path: '/secret/k' } },
      { tool: { name: 'delete' }, env: 'test' },
    ];
    const engine = await engineOf(TOOLS);
    for (const input of documents) {
      const { decision, reason, ruleTrace } = engine.evaluate({ input });
      const fresh = (await engineOf(TOOLS)).evaluate({ input });
      expect({ decision, reason, ruleTrace }).toEqual({
        decision: fresh.decision,
        reason: fresh.reason,
        ruleTrace: fresh.ruleTrace,
      });
    }
  });

  test('notifies listeners of retracted and asserted facts', async () => {
    const engine = await engineOf(NOTES);
    engine.evaluate({ input: { tool: { name: 'read' } } });
    const events: string[] = [];
    engine.subscribe((event) => {
      if (event.kind === 'asserted' || event.kind === 'retracted')
        events.push(`${event.kind} ${event.count}`);
    });
    engine.evaluate({ input: { tool: {} } });
    expect(events).toEqual(['retracted 3', 'asserted 2']);
  });
});
