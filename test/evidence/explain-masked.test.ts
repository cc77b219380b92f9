import { expect, test } from 'vitest';
import { startTestService } from '../server/support/service.ts';

const CARDS = `
ruleset: cards
templates:
  - name: card
    slots:
      - { name: number, type: string, required: true, sensitive: true }
      - { name: amount, type: integer, default: 1 }
  - name: suspect
    slots: [{ name: number, type: string }, { name: shop, type: string, default: here }]
rules:
  - name: derive
    salience: 10
    when: [{ template: card, conditions: [{ slot: number, bind: "?n" }] }]
    then: { assert: [{ template: suspect, slots: { number: "?n" } }] }
  - name: known
    when: [{ template: suspect, conditions: [{ slot: number, bind: "?n" }] }]
    then: { action: deny, reason: "card {n} is not known" }
  - name: other
    when: [{ template: card, conditions: [{ slot: number, expression: 'equals("0")' }, { slot: amount, expression: equals(7) }] }]
    then: { action: allow, reason: fine }
  - name: longer
    when: [{ template: card, conditions: [{ slot: number, bind: "?n" }, { test: "(> (str-length ?n) 100)" }] }]
    then: { action: allow, reason: fine }
  - name: many
    when: [{ collect: { of: $c.number, from: [{ template: card, alias: $c }] }, as: "$?all", expression: size_at_least(5) }]
    then: { action: allow, reason: fine }
`;
const SECRET = '4000-9876';
const ask = { ruleset: 'cards', facts: [{ template: 'card', data: { number: SECRET } }], flip: true };

test('an explanation over HTTP shows no values of sensitive slots, wherever they appear', async () => {
  const service = await startTestService({ 'cards.yaml': CARDS });
  const { status, text, json } = await service.post('/v1/explain', ask);
  await service.close();
  expect(status).toBe(200);
  expect(text).not.toContain(SECRET);
  const hidden = { $hmac: null };
  expect(json).toMatchObject({
    decision: 'deny',
    reason: hidden,
    facts: [
      { template: 'card', data: { number: hidden, amount: 1 } },
      { template: 'suspect', data: { number: hidden, shop: 'here' } },
    ],
  });
});

test('without sensitive slots it shows them', async () => {
  const service = await startTestService({ 'cards.yaml': CARDS.replace(', sensitive: true', '') });
  const { json, text } = await service.post('/v1/explain', ask);
  await service.close();
  expect(text).toContain(`{"name":"all","value":["${SECRET}"],"fact":null,"slot":null}`);
  expect(json['reason']).toBe(`card ${SECRET} is not known`);
});
