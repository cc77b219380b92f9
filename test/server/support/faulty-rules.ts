/**
 * Rules that fail on request: an evaluation that fails, one that takes too long, a decision that the entry point does not
 * know, and a correct one.
 *
 * @param what path of the requested action: `divide`, `grow`, `elsewhere`, `open`
 * @param n path of the number that it is divided by
 * @param more additional rules
 */
export function faultyRules(what: string, n: string, more = ''): string {
  return `
templates:
  - { name: request, slots: [{ name: what, type: string }, { name: n, type: integer }] }
  - { name: load, slots: [{ name: n, type: integer }] }
input:
  - { template: request, slots: { what: "${what}", n: "${n}" } }
ruleset: faults
rules:
  - name: divides
    when: [{ template: request, conditions: [{ slot: what, expression: equals(divide) }, { slot: n, bind: "?n" }] }]
    then: { action: allow, assert: [{ template: load, slots: { n: "(div 100 ?n)" } }] }
  - name: grows
    when: [{ template: request, conditions: [{ slot: what, expression: equals(grow) }] }]
    then: { action: allow, assert: [{ template: load, slots: { n: 1 } }] }
  - name: grows-on
    when: [{ template: load, conditions: [{ slot: n, bind: "?n" }, { test: "(< ?n 400)" }] }]
    then: { action: allow, assert: [{ template: load, slots: { n: "(+ ?n 1)" } }] }
  - name: everything-with-everything
    when:
      - { template: load, conditions: [{ slot: n, bind: "?a" }] }
      - { template: load, conditions: [{ slot: n, bind: "?b" }] }
      - { template: load, conditions: [{ slot: n, bind: "?c" }, { test: "(> (+ (sin (* ?a ?b ?c)) (cos (* ?b ?c)) (exp (sin ?a))) 100)" }] }
    then: { action: deny, reason: too much }
  - name: elsewhere
    when: [{ template: request, conditions: [{ slot: what, expression: equals(elsewhere) }] }]
    then: { action: route, reason: not for this door }
  - name: open
    when: [{ template: request, conditions: [{ slot: what, expression: equals(open) }] }]
    then: { action: allow, reason: open }
${more}`;
}

/** An additional rule: a request for `ask` waits for approval. */
export const ASKING = `  - name: asks
    when: [{ template: request, conditions: [{ slot: what, expression: equals(ask) }] }]
    then: { action: escalate, reason: a person decides }
`;
