/** Names of quantifiers that are names of their rule, too: each has facts of its own. */
import { expect, it } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

const LOGINS = `
templates: { login: { user!: string, at!: integer } }
rules:
  many: { deny: "{login.user} of many", for: login, if: "count(login, login.at > 3) > 2" }
  counted: { escalate: "{login.user}: {n}", for: login, let: { n: "count(login, login.at > 5)" }, if: "n > 1 and login.at == 1" }
  bob:
    allow: "{login.user} without bob"
    if: login.user == "ann" and not exists(login, login.user == "bob" and login.at > 0)
`;
const ITEMS = `
rules:
  two: { deny: "{x.name} beside a toy", for: { x: "input.items?" }, if: 'x.price > 3 and exists(x in input.items, x.kind? == "toy")' }
`;

const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'rules.yaml', text }], { warmUp: false });
const login = (user: string, at: number) => ({ template: 'login', data: { user, at } });

it.each([
  [[login('ann', 1)], 'allow', 'ann without bob'],
  [[login('ann', 1), login('bob', 2)], 'deny', 'default decision (no rules fired)'],
  [[login('ann', 4), login('ann', 5)], 'allow', 'ann without bob'],
  [[login('ann', 1), login('ann', 6), login('ann', 7)], 'escalate', 'ann: 2'],
  [[login('cid', 4), login('cid', 5), login('cid', 3), login('eve', 6)], 'deny', 'eve of many'],
])('of facts: %j', async (facts, decision, reason) => {
  const engine = await engineOf(LOGINS);
  expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision, reason });
});

it.each([
  [
    [
      { price: 5, name: 'a' },
      { price: 1, name: 'b', kind: 'toy' },
    ],
    ['a beside a toy'],
  ],
  [
    [
      { price: 5, name: 'a', kind: 'x' },
      { price: 1, name: 'b' },
    ],
    [],
  ],
])('of items: %j', async (items, reasons) => {
  const engine = await engineOf(ITEMS);
  const { firings = [] } = engine.evaluate({
    scoped: true,
    facts: [],
    input: { items },
    include: ['firings'],
  });
  expect(firings.map(({ reason }) => reason)).toEqual(reasons);
});
