/** A ruleset that allows everything but some exact values, for each place in which a document may have them. */

/** Integers that a careless reader takes for their neighbours. */
export const BLOCKED: readonly bigint[] = [
  5n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  1_152_921_504_606_847_000n,
  1_234_567_890_123_456_800n,
  1_000_000_000_000_000_000n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
];
export const BLOCKED_TEXT = 'blocked';
/** An exact value of the slot that no record, log line or other caller may see. */
export const SECRET = 'secret-c4n4ry';

/** Where a document has its values. */
export const SHAPES = { call: '$.call.args', access: '$.context', body: '$.parsed_body' } as const;
export type Shape = keyof typeof SHAPES;

export function policyText(shape: Shape): string {
  const at = SHAPES[shape];
  return `
templates:
  - name: request
    slots:
      - { name: n, type: integer, required: true }
      - { name: s, type: string }
      - { name: secret, type: string, sensitive: true }
input:
  - template: request
    slots: { n: ${at}.n, s: ${at}.s, secret: ${at}.secret }
ruleset: ${shape}
rules:
  - name: any
    when: [{ template: request }]
    then: { action: allow, reason: nothing speaks against it }
  - name: number
    when: [{ template: request, conditions: [{ slot: n, expression: "in([${BLOCKED.join(', ')}])" }] }]
    then: { action: deny, reason: a blocked number }
  - name: text
    when: [{ template: request, conditions: [{ slot: s, expression: equals(${BLOCKED_TEXT}) }] }]
    then: { action: deny, reason: a blocked text }
`;
}
