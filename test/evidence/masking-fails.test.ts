import { expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Masking } from '../../evidence/mask/masking.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';

const SECRET = '4111111111111111';
const CARDS = `
templates: [{ name: card, slots: [{ name: number, type: string, sensitive: true }] }]
rules:
  - name: refuse
    when: [{ template: card, conditions: [{ slot: number, bind: ?n }] }]
    then: { action: deny, reason: "card {n}", metadata: { card: "{n}" } }
`;

test('when masking fails, all that could hold a value is dropped', () => {
  const compilation = compileSources([{ path: 'cards.yaml', text: CARDS }]);
  if (!compilation.ok) throw new Error('does not compile');
  const ruleset = loadRuleset(compilation.javascript());
  // A key that no HMAC takes.
  const masking = new Masking({ key: {} as Uint8Array, sealFor: null });
  const fact = { template: 'card', data: { number: SECRET } };
  const record = {
    kind: 'decision',
    decision_id: 'id-1',
    input: [fact],
    host_input: [fact],
    derived: [fact],
    operation: fact,
    input_hash: `sha256:${SECRET}`,
    memory_hash: `sha256:${SECRET}`,
    derived_hash: `sha256:${SECRET}`,
    decision: 'deny',
    reason: `card ${SECRET}`,
    rule_trace: ['MAIN::refuse'],
    metadata: { card: SECRET },
    obligations: [{ type: 'tell', properties: { card: SECRET } }],
    error: { code: 'evaluation_failed', detail: `card ${SECRET}` },
  };
  const text = masking.record(JSON.stringify(record).slice(1, -1), ruleset, true);
  expect(JSON.parse(`{${text}}`)).toEqual({
    kind: 'decision',
    decision_id: 'id-1',
    decision: 'deny',
    rule_trace: ['MAIN::refuse'],
    error: { code: 'evaluation_failed', detail: null },
    masked: true,
  });
});
