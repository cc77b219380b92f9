/** Blocks users that the fleet has blocked; limits also come from the fleet. */
export const BLOCKING = `
templates:
  - name: blocked
    scope: fleet
    slots:
      - { name: agent, type: string, required: true }
      - { name: weight, type: integer, default: 1 }
  - name: request
    slots:
      - { name: agent, type: string, required: true }
  - name: note
    slots:
      - { name: text, type: string, required: true }
rules:
  - name: deny-blocked
    when:
      - { template: blocked, alias: $b, conditions: [{ slot: agent, bind: "?a" }, { slot: weight, bind: "?w" }] }
      - { template: request, conditions: [{ slot: agent, expression: equals($b.agent) }] }
    then: { action: deny, reason: "{a} is blocked ({w})" }
  - name: allow
    salience: -10
    when: [{ template: request, conditions: [{ slot: agent, bind: "?a" }] }]
    then: { action: allow, reason: "{a} may" }
`;

/** The same with another word for what is allowed. */
export const POLITE = BLOCKING.replace('{a} may', '{a} is welcome');

/** Facts of the fleet above do not fit it. */
export const NARROW = BLOCKING.replace(
  '{ name: weight, type: integer, default: 1 }',
  '{ name: weight, type: integer, default: 2, allowed_values: [2] }',
);

export function request(agent: string): { template: string; data: { agent: string } } {
  return { template: 'request', data: { agent } };
}
