// The rulesets that the load tests of the service reload: each version gives its own mark as the reason.

/** A ruleset of some size whose decision carries this mark. */
export function version(mark) {
  const others = Array.from(
    { length: 20 },
    (_, i) => `  - name: other-${i}
    when: [{ template: request, conditions: [{ slot: size, expression: "greater_than(${1000 + i})" }] }]
    then: { action: deny, reason: "too large for ${i}" }`,
  );
  return `templates:
  - name: request
    slots:
      - { name: user, type: string, required: true }
      - { name: size, type: integer, default: 0 }
  - name: load
    slots: [{ name: n, type: integer }]
rules:
  - name: marked
    when: [{ template: request, conditions: [{ slot: user, bind: "?user" }] }]
    then: { action: allow, reason: "${mark}" }
  - name: endless
    when:
      - { template: load, conditions: [{ slot: n, bind: "?a" }] }
      - { template: load, conditions: [{ slot: n, bind: "?b" }] }
      - { template: load, conditions: [{ slot: n, bind: "?c" }, { test: "(> (+ (sin (* ?a ?b ?c)) (cos (* ?b ?c)) (exp (sin ?a)) (exp (cos ?b)) (sin (cos ?c))) 100)" }] }
    then: { action: deny, reason: never }
${others.join('\n')}
`;
}

/** A request that every version marks in its response. */
export const REQUEST = JSON.stringify({
  ruleset: 'any',
  facts: [{ template: 'request', data: { user: 'ann', size: 10 } }],
});

/** A request that runs into the time limit, so that its worker is ended. */
export const ENDLESS = JSON.stringify({
  ruleset: 'any',
  facts: Array.from({ length: 500 }, (_, n) => ({ template: 'load', data: { n } })),
});
