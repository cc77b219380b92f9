import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { Engine } from '../../../library/node/engine.ts';

const RULES = `
templates:
  - { name: request, slots: [{ name: user, type: string }, { name: n, type: integer }] }
  - { name: note, slots: [{ name: text, type: string }] }
rules:
  - name: pass
    when: [{ template: request, alias: $r, conditions: [{ slot: n, bind: "?n" }] }]
    then:
      action: allow
      reason: "for {r.user}"
      metadata: { who: "{r.user}", __proto__: "{n}" }
      scope: "only {r.user}"
      notify: [desk]
      obligations:
        - { type: log }
        - { type: mask, properties: { times: "(* ?n 2)", half: "(/ ?n 2)", who: $r.user, odd: "(oddp ?n)", __proto__: x } }
      assert: [{ template: note, slots: { text: "{r.user} came" } }]
  - name: too-many
    when: [{ template: request, alias: $r, conditions: [{ slot: n, expression: "greater_than(10)" }] }]
    then: { action: deny, reason: "{r.n}", obligations: [{ type: alarm }] }
`;

const request = (user: string, n: number | bigint) => ({ template: 'request', data: { user, n } });

describe('indexes and sources', () => {
  const read = async (each: string, slot: string, input: unknown): Promise<string> => {
    const text = `
templates: [{ name: x, slots: [{ name: i, type: string, required: true }] }]
input: [{ template: x, each: ${each}, slots: { i: "${slot}" } }]
rules: [{ name: r, when: [{ count: [{ template: x }], as: ?n }, { template: x, alias: $x }], then: { action: allow, reason: "{x.i} of {n}" } }]
`;
    const engine = await Engine.fromSources([
      {
        path: 'ruleset.yaml',
        text: text.replace('type: string', slot === '#' ? 'type: integer' : 'type: string'),
      },
    ]);
    return engine.evaluate({ scoped: true, input }).reason ?? '';
  };

  it.each([
    ['"$.items[-1]"', 2],
    ['"$.items[-3]"', 0],
    ['"$.items[1]"', 1],
    ['["$.rows[*]", "@[-1]"]', 1],
  ])('`#` below %s is the index in the list', async (each, index) => {
    expect(await read(each, '#', { items: ['a', 'b', 'c'], rows: [['x', 'y']] })).toBe(`${index} of 1`);
  });

  it('reads several sources one after the other', async () => {
    const each = '{ any: ["$.a[*]", "$.b[*]", ["$.c[*]", "@.d[*]"]] }';
    const input = { a: ['1'], b: ['2', '3'], c: [{ d: ['4'] }, { d: ['5'] }] };
    expect(await read(each, '@', input)).toBe('5 of 5');
    expect(await read(each, '@', { b: ['2'] })).toBe('2 of 1');
  });
});

describe('an answer', async () => {
  const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text: RULES }]);

  it('has the obligations of the firings with the winning action, each once', () => {
    const { decision, obligations } = engine.evaluate({
      scoped: true,
      facts: [request('a', 3), request('a', 3), request('b', 5)],
    });
    expect(decision).toBe('allow');
    expect(obligations?.map(({ type, properties }) => [type, Object.entries(properties)])).toEqual([
      ['log', []],
      [
        'mask',
        [
          ['times', 10],
          ['half', 2.5],
          ['who', 'b'],
          ['odd', true],
          ['__proto__', 'x'],
        ],
      ],
      [
        'mask',
        [
          ['times', 6],
          ['half', 1.5],
          ['who', 'a'],
          ['odd', true],
          ['__proto__', 'x'],
        ],
      ],
    ]);
    const denied = engine.evaluate({ scoped: true, facts: [request('a', 11)] });
    expect([denied.decision, denied.obligations]).toEqual(['deny', [{ type: 'alarm', properties: {} }]]);
    expect('obligations' in engine.evaluate({ scoped: true })).toBe(false);
  });

  it('contains the firings and the final facts on request', () => {
    const facts = [request('a', 9007199254740993n)];
    const answer = engine.evaluate({ scoped: true, facts, include: ['firings', 'facts'] });
    expect(answer.firings).toMatchObject([
      {
        rule: 'MAIN::pass',
        action: 'allow',
        reason: 'for a',
        scope: 'only a',
        notify: ['desk'],
        facts,
        obligations: [{ type: 'log' }, { type: 'mask', properties: { times: 18014398509481986n } }],
      },
      { rule: 'MAIN::too-many', action: 'deny', reason: '9007199254740993', scope: null, notify: [], facts },
    ]);
    expect(Object.entries(answer.firings?.[0]?.metadata ?? {})).toEqual([
      ['who', 'a'],
      ['__proto__', '9007199254740993'],
    ]);
    expect(answer.facts).toEqual([
      ...facts,
      { template: 'note', data: { text: 'a came' }, rule: 'MAIN::pass' },
    ]);
    const plain = engine.evaluate({ scoped: true, facts });
    expect([plain.firings, plain.facts]).toEqual([undefined, undefined]);
    expect(() => engine.evaluate({ scoped: true, include: ['rules' as never] })).toThrow(
      "A result cannot include 'rules'",
    );
  });

  it('reports the scope of each firing to subscribers', () => {
    const scopes: unknown[] = [];
    const end = engine.subscribe((event) => event.kind === 'fired' && scopes.push(event.scope));
    engine.evaluate({ scoped: true, facts: [request('a', 1), request('b', 2)] });
    end();
    expect(scopes).toEqual(['only b', 'only a']);
  });

  it('keeps input and default on a reload that leaves them out', async () => {
    const text = `default: { action: none, reason: nobody }\ninput: [{ template: request, slots: { user: $.u } }]\n${RULES}`;
    const kept = await Engine.fromSources([{ path: 'ruleset.yaml', text }]);
    await kept.reloadRules({
      yaml: 'rules: [{ name: see, when: [{ template: request, alias: $r, conditions: [{ slot: user, expression: equals(x) }] }], then: { action: deny, reason: "{r.user}" } }]',
    });
    expect(kept.evaluate({ scoped: true, input: { u: 'x' } }).reason).toBe('x');
    expect(kept.evaluate({ scoped: true, input: { u: 'y' } })).toMatchObject({
      decision: null,
      reason: 'nobody',
    });
    const own = new Engine(kept.ruleset, { defaultDecision: 'escalate' });
    expect(own.evaluate({ scoped: true })).toMatchObject({
      decision: 'escalate',
      reason: 'default decision (no rules fired)',
    });
  });
});

describe('lists in an answer', async () => {
  const engine = await Engine.fromSources([
    {
      path: 'ruleset.yaml',
      text: `
templates:
  - name: doc
    slots:
      - { name: id, type: string }
      - { name: tags, type: symbol, list: true }
      - { name: flags, type: boolean, list: true }
      - { name: sizes, type: float, list: true }
      - { name: on, type: boolean }
  - { name: note, slots: [{ name: text, type: string }] }
rules:
  - name: see
    when: [{ template: doc, alias: $d, conditions: [{ slot: tags, bind: "$?tags" }] }]
    then:
      action: deny
      reason: "[{tags}] [{d.flags}] [{d.sizes}] {d.on}"
      metadata: { flags: "{d.flags}" }
      scope: "{d.sizes}"
      obligations:
        - type: redact
          properties: { tags: "$?tags", flags: $d.flags, on: $d.on, mixed: [a, $d.on, 2, true, "x {d.id}"], made: "(create$ 1 2.5 TRUE)" }
      assert: [{ template: note, slots: { text: "<{tags}>" } }]
`,
    },
  ]);

  it('are their items joined in texts, and lists in obligations', () => {
    const data = { id: 'i', tags: ['x', 'TRUE'], flags: [true, false], sizes: [1, 2.5], on: true };
    const answer = engine.evaluate({
      scoped: true,
      facts: [{ template: 'doc', data }],
      include: ['facts', 'firings'],
    });
    expect(answer).toMatchObject({
      reason: '[x, TRUE] [true, false] [1.0, 2.5] true',
      metadata: { flags: 'true, false' },
    });
    expect(answer.firings?.[0]?.scope).toBe('1.0, 2.5');
    expect(answer.facts?.at(-1)?.data).toEqual({ text: '<x, TRUE>' });
    expect(answer.obligations).toEqual([
      {
        type: 'redact',
        properties: {
          tags: ['x', 'TRUE'],
          flags: [true, false],
          on: true,
          mixed: ['a', true, 2, true, 'x i'],
          made: [1, 2.5, 'TRUE'],
        },
      },
    ]);
  });

  it('are empty texts and empty lists without items', () => {
    const answer = engine.evaluate({ scoped: true, facts: [{ template: 'doc', data: {} }] });
    expect(answer.reason).toBe('[] [] [] false');
    expect(answer.obligations?.[0]?.properties).toMatchObject({ tags: [], flags: [] });
  });
});

const TEMPLATES = `
templates: [{ name: a, slots: [{ name: k, type: symbol }] }, { name: b, slots: [{ name: k, type: symbol }] }]
`;
const found = (yaml: string): readonly string[] =>
  check(TEMPLATES + yaml).found.map((line) => line.replace(/^\S+ /, ''));
const rule = (name: string, when: string, then: string, salience = 0): string =>
  `  - { name: ${name}, salience: ${salience}, when: [${when}], then: { ${then} } }\n`;
const A = '{ template: a }';
const is = (k: string): string => `{ template: a, conditions: [{ slot: k, expression: equals(${k}) }] }`;

describe('order-dependence', () => {
  it.each([
    ['last', rule('x', A, 'action: deny') + rule('y', A, 'action: allow'), ['order-dependent-decision']],
    ['first', rule('x', A, 'action: deny') + rule('y', A, 'action: allow'), ['order-dependent-decision']],
    ['deny-overrides', rule('x', A, 'action: deny') + rule('y', A, 'action: allow'), []],
    ['last', rule('x', A, 'action: deny') + rule('y', A, 'action: deny'), []],
    ['last', rule('x', A, 'action: deny', 5) + rule('y', A, 'action: allow'), []],
    ['last', rule('x', is('p'), 'action: deny') + rule('y', is('q'), 'action: allow'), []],
    [
      'last',
      rule('x', A, 'action: deny') + rule('y', is('q'), 'action: allow'),
      ['order-dependent-decision'],
    ],
    ['first', rule('x', A, 'action: deny') + rule('y', A, `assert: [{ template: b }]`), []],
    ['allow-overrides', rule('x', A, 'action: deny') + rule('y', A, 'action: allow'), []],
  ])('of decisions under %s: %s', (decide, rules, codes) => {
    expect(found(`decide: ${decide}\nrules:\n${rules}`)).toEqual(codes);
  });

  it.each(['first', 'last'])('of rules in two modules under %s: none', (decide) => {
    const modules = `decide: ${decide}\nmodules: [{ name: m }]\nfocus_order: [m, MAIN]\n`;
    const one = `---\nmodule: m\nrules:\n${rule('x', A, 'action: deny')}`;
    expect(found(`${modules}rules:\n${rule('y', A, 'action: allow')}${one}`)).toEqual([]);
  });

  const table = (hit: string): string =>
    `tables: [{ name: t, hit: ${hit}, when: [{ template: a, alias: $a }], inputs: [$a.k], outputs: [action], rows: [[p, deny], ["-", allow]] }]\n`;
  it.each(['first', 'last'])(
    'of a table with `hit: first` under %s: none, which the message says',
    (decide) => {
      expect(found(`decide: ${decide}\n${table('first')}`)).toEqual([]);
      expect(found(`decide: ${decide}\n${table('collect')}`)).toEqual(['order-dependent-decision']);
      const { messages } = check(
        `${TEMPLATES}decide: ${decide}\nrules:\n${rule('x', A, 'action: deny')}${rule('y', A, 'action: allow')}`,
      );
      expect(messages[0]).toContain('`hit: first`');
    },
  );

  const NOT = '{ template: a }, { not: [{ template: b, conditions: [{ slot: k, expression: equals(p) }] }] }';
  const assert = (k: string): string => `assert: [{ template: b, slots: { k: ${k} } }]`;
  it.each([
    [rule('x', A, assert('p')) + rule('y', NOT, 'action: deny'), ['negation-in-same-module']],
    [rule('x', A, assert('p'), 1) + rule('y', NOT, 'action: deny'), []],
    [rule('x', A, assert('q')) + rule('y', NOT, 'action: deny'), []],
    [rule('y', NOT, `action: deny, ${assert('p')}`), []],
    [rule('x', A, assert('p'), -1) + rule('y', NOT, 'action: deny'), ['negation-in-same-module']],
    [
      rule('x', A, assert('p')) +
        rule(
          'y',
          '{ template: a }, { forall: { each: { template: a }, must: [{ template: b }] } }',
          'action: deny',
        ),
      ['negation-in-same-module'],
    ],
    [
      rule('x', A, assert('p')) + rule('y', '{ template: a }, { exists: [{ template: b }] }', 'action: deny'),
      [],
    ],
    [`${rule('y', NOT, 'action: deny')}---\nmodule: early\nrules:\n${rule('x', A, assert('p'))}`, []],
  ])('of negations: %s', (rules, codes) => {
    const modules = rules.includes('module:') ? 'modules: [{ name: early }]\n' : '';
    expect(found(`${modules}rules:\n${rules}`)).toEqual(codes);
  });
});
