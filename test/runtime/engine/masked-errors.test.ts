/** Messages of errors show no value of a sensitive slot, nor what a rule makes of one; all other values they do. */
import { describe, expect, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const SECRET = 'c4n4ry';
const NUMBER = 99_999_999_999_999_999_999n;

const rules = (sensitive: boolean): string => {
  const mark = sensitive ? ', sensitive: true' : '';
  return `
templates:
  - name: card
    slots:
      - { name: number, type: string${mark} }
      - { name: kind, type: symbol, allowed_values: [debit, credit]${mark} }
      - { name: limit, type: integer${mark} }
      - { name: at, type: time${mark} }
      - { name: kinds, type: symbol, list: true, allowed_values: [debit, credit]${mark} }
      - { name: open, type: symbol, allowed_values: [yes, no] }
      - { name: fails, type: symbol, default: none }
  - name: other
    slots:
      - { name: kind, type: symbol, allowed_values: [debit, credit] }
      - { name: at, type: time }
      - { name: words, type: string, list: true }
input:
  - template: card
    slots: { number: $.number, kind: $.kind, kinds: "$.kinds[*]", at: $.at, open: $.open }
rules:
  - name: puts-into-a-slot
    when: [{ template: card, conditions: [{ slot: fails, expression: equals(slot) }, { slot: number, bind: "?n" }] }]
    then: { assert: [{ template: other, slots: { kind: "(sym-cat ?n)" } }] }
  - name: puts-into-a-time
    when: [{ template: card, conditions: [{ slot: fails, expression: equals(time) }, { slot: limit, bind: "?l" }] }]
    then: { assert: [{ template: other, slots: { at: "(* ?l 1000000000000000)" } }] }
  - name: counts-from
    when: [{ template: card, conditions: [{ slot: fails, expression: equals(index) }, { slot: limit, bind: "?l" }] }]
    then: { assert: [{ template: other, slots: { words: "(delete$ (create$ a b) ?l ?l)" } }] }
  - name: reads
    when: [{ template: card, conditions: [{ slot: fails, expression: equals(scan) }, { slot: number, bind: "?n" }] }]
    then: { assert: [{ template: other, slots: { words: "(explode$ ?n)" } }] }
`;
};

const open = (sensitive: boolean): Promise<Engine> =>
  Engine.fromSources([{ path: 'cards.yaml', text: rules(sensitive) }]);

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    const { message, stack } = error as Error;
    // The stack begins with the message, and contains it nowhere else.
    if (!message.includes(SECRET)) expect(stack).not.toContain(SECRET);
    return message;
  }
  throw new Error('nothing was refused');
}

const card = (data: object): { template: string; data: Record<string, unknown> } => ({
  template: 'card',
  data: { ...data },
});

/** A sent value and its message for an open slot; for a sensitive slot the value in the message is masked. */
const REFUSED: readonly (readonly [what: object, message: string, value: string])[] = [
  [
    { kind: SECRET },
    `Slot 'kind' value '${SECRET}' not in allowed values ['debit', 'credit']`,
    `'${SECRET}'`,
  ],
  [
    { kinds: ['debit', SECRET] },
    `Slot 'kinds[1]' value '${SECRET}' not in allowed values ['debit', 'credit']`,
    `'${SECRET}'`,
  ],
  [{ limit: NUMBER }, `Slot 'limit' integer ${NUMBER} does not fit in 64 bits`, String(NUMBER)],
  [
    { at: SECRET },
    `Slot 'at' expects time, got '${SECRET}': RFC 3339 text or seconds, in the years 1 to 9999`,
    `'${SECRET}'`,
  ],
];

/** Evaluations that raise an error about the value. */
const FAILED: readonly (readonly [what: object, message: string, value: string])[] = [
  [
    { fails: 'slot', number: SECRET },
    `Slot 'kind' value '${SECRET}' not in its allowed values`,
    `'${SECRET}'`,
  ],
  [
    { fails: 'time', limit: 4242 },
    `Slot 'at' cannot hold 4242000000000000000: no time of the years 1 to 9999`,
    '4242000000000000000',
  ],
  [{ fails: 'index', limit: 4242 }, `Multifield index 4242 out of range 1..2 in function 'delete$'`, '4242'],
  [
    { fails: 'scan', number: `[${SECRET}]` },
    `Function 'explode$' met the instance name [${SECRET}]; instances are not part of the language`,
    `[${SECRET}]`,
  ],
];

describe.each([false, true])('with sensitive slots: %s', async (sensitive) => {
  const engine = await open(sensitive);
  const expected = (message: string, value: string): string =>
    sensitive ? message.replace(value, '[masked]') : message;

  test.each(REFUSED)('refused: %#', (data, message, value) => {
    const fact = card(data);
    const facts = [fact];
    for (const run of [
      () => engine.assertFact('card', fact.data),
      () => engine.assertFacts(facts),
      () => engine.assertHostFacts(facts),
      () => engine.evaluate({ scoped: true, facts }),
      () => engine.evaluate({ scoped: true, hostFacts: facts }),
    ])
      expect(messageOf(run)).toBe(expected(message, value));
  });

  test.each(REFUSED.filter(([data]) => !('limit' in data)))(
    'refused in a document: %#',
    (input, message, value) => {
      for (const run of [
        () => engine.evaluate({ scoped: true, facts: [], input }),
        () => engine.evaluate({ input }),
        () => engine.readDocument(input),
      ]) {
        expect(messageOf(run)).toContain(expected(message, value));
      }
    },
  );

  test.each(FAILED)('failed: %#', (data, message, value) => {
    const facts = [card(data)];
    expect(messageOf(() => engine.evaluate({ scoped: true, facts }))).toBe(expected(message, value));
    engine.assertFacts(facts);
    expect(messageOf(() => engine.evaluate())).toBe(expected(message, value));
    engine.reset();
  });

  test('values of open slots are shown', () => {
    const of = (name: string): string => `Slot '${name}' value 'maybe' not in allowed values`;
    expect(messageOf(() => engine.assertFact('card', { open: 'maybe' }))).toBe(`${of('open')} ['yes', 'no']`);
    expect(messageOf(() => engine.assertFact('other', { words: [1], kind: 'maybe' }))).toContain(
      expected(of('kind'), "'maybe'"),
    );
    expect(messageOf(() => engine.readDocument({ open: 'maybe' }))).toContain(of('open'));
  });

  test('facts that do not fit another ruleset are refused as any other', async () => {
    engine.assertFact('card', { number: 'x', kind: 'credit' });
    const narrow = rules(sensitive).replace(
      'kind, type: symbol, allowed_values: [debit, credit]',
      'kind, type: symbol, allowed_values: [debit]',
    );
    const message = await engine.reloadRules({ yaml: narrow }).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain(sensitive ? 'value [masked] not in' : "value 'credit' not in");
    const unmarked = narrow.replaceAll(', sensitive: true', '');
    await expect(engine.reloadRules({ yaml: unmarked })).rejects.toThrow(
      sensitive ? 'value [masked] not in' : "value 'credit' not in",
    );
    engine.reset();
  });
});
