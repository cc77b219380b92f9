/** Three rules over numbers and a join. */
export const LIMITS = `
ruleset: limits
templates:
  - name: transfer
    slots: [{ name: amount, type: integer, required: true }, { name: account, type: string, default: a1 }]
  - { name: frozen, slots: [{ name: account, type: string, required: true }] }
rules:
  - name: small
    when: [{ template: transfer, alias: $t, conditions: [{ slot: amount, expression: less_than(1000) }] }]
    then: { action: allow, reason: "{t.amount} is small" }
  - name: big
    when: [{ template: transfer, conditions: [{ slot: amount, expression: at_least(5000) }] }]
    then: { action: escalate, reason: big }
  - name: held
    when:
      - { template: transfer, alias: $t }
      - { template: frozen, conditions: [{ slot: account, expression: equals($t.account) }] }
    then: { action: deny, reason: frozen }
`;
