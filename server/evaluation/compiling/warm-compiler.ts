import { compileMountable } from './compile-mountable.ts';

/** Forms that most rulesets use: joins, absence, aggregates, functions, documents, texts with values. */
const TYPICAL = `
templates:
  - name: call
    slots:
      - { name: tool, type: string, required: true }
      - { name: amount, type: float, default: 0.0 }
      - { name: count, type: integer, default: 0 }
      - { name: kind, type: symbol, allowed_values: [read, write], default: read }
  - name: person
    from: host
    slots: [{ name: id, type: string, required: true }]
input:
  - template: call
    slots: { tool: $.tool.name, amount: $.call.args.amount }
rules:
  - name: large
    salience: 10
    when:
      - template: call
        alias: $c
        conditions:
          - { slot: amount, expression: greater_than(100.0) }
          - { slot: tool, expression: "in([pay, refund])" }
      - not: [{ template: person, conditions: [{ slot: id, expression: equals($c.tool) }] }]
    then: { action: escalate, reason: "{c.tool} of {c.amount} needs a person" }
  - name: many
    when: [{ count: [{ template: call }], as: "?n", expression: greater_than(20) }]
    then: { action: deny, reason: "{n} calls" }
  - name: reading
    when: [{ template: call, conditions: [{ slot: kind, expression: equals(read) }, { slot: tool, expression: starts_with(read_) }] }]
    then: { action: allow, reason: "it only reads" }
`;

/**
 * Compiles a ruleset that nothing uses. The first compilation of a thread takes ten times as long as the second, and a
 * call should not wait for it. Throws ServiceError if the ruleset does not compile.
 */
export function warmCompiler(): void {
  compileMountable(
    [{ path: 'warm-up.yaml', text: TYPICAL }],
    { name: 'warm-up' },
    { lenient: false, cache: null },
  );
}
