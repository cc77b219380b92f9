/** A payment is allowed when the host brings an approval of it. */
export const PAYMENTS = `
ruleset: payments
templates:
  - { name: payment, slots: [{ name: id, type: string, required: true }] }
  - name: approval
    from: host
    slots: [{ name: id, type: string, required: true }, { name: by, type: string, default: someone }]
rules:
  - name: approved
    when:
      - { template: payment, conditions: [{ slot: id, bind: "?id" }] }
      - { template: approval, alias: $approval, conditions: [{ slot: id, expression: "equals(?id)" }] }
    then: { action: allow, reason: "{approval.by} approved {id}" }
`;

export const PAYMENT = { template: 'payment', data: { id: 'p1' } };
export const APPROVAL = { template: 'approval', data: { id: 'p1', by: 'ann' } };
