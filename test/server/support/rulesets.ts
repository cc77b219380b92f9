/** Rulesets that the tests of the service serve. */

export const ACCESS = `
templates:
  - name: agent
    slots:
      - { name: id, type: string, required: true }
      - { name: clearance, type: symbol, allowed_values: [public, secret], default: public }
      - { name: age, type: integer }
  - name: input
    slots:
      - { name: user, type: string }
      - { name: level, type: integer, default: 0 }
  - name: fleet-fact
    scope: fleet
    slots:
      - { name: id, type: string }
modules:
  - { name: decide, priority: 1 }
module: decide
ruleset: access
version: "1.0"
rules:
  - name: allow-secret
    description: secrets for those who may
    salience: 5
    when:
      - template: agent
        conditions:
          - { slot: clearance, expression: "equals(secret)" }
          - { slot: id, bind: "?id" }
    then: { action: allow, reason: "{id} may", metadata: { control: AC-3 } }
  - name: allow-level
    when:
      - template: input
        conditions:
          - { slot: level, expression: "greater_than(5)" }
    then: { action: allow, reason: level }
  - name: deny-minor
    when:
      - template: agent
        conditions:
          - { slot: age, expression: "less_than(0)" }
    then: { action: deny, reason: negative age }
`;

/** A rule that divides by what the fact says, and one that joins everything with everything. */
export const TROUBLE = `
templates:
  - name: number
    slots:
      - { name: n, type: integer, required: true }
  - name: load
    slots:
      - { name: n, type: integer, required: true }
rules:
  - name: divide
    when:
      - template: number
        conditions:
          - { slot: n, bind: "?n" }
    then:
      action: allow
      assert:
        - { template: load, slots: { n: "(div 100 ?n)" } }
  - name: everything-with-everything
    when:
      - { template: load, conditions: [{ slot: n, bind: "?a" }] }
      - { template: load, conditions: [{ slot: n, bind: "?b" }] }
      - { template: load, conditions: [{ slot: n, bind: "?c" }, { test: "(> (+ (sin (* ?a ?b ?c)) (cos (* ?b ?c)) (exp (sin ?a)) (exp (cos ?b)) (sin (cos ?c))) 100)" }] }
    then: { action: deny, reason: too much }
`;

export const BROKEN = `
rules:
  - name: nothing
    when:
      - template: unknown-template
        conditions: []
    then: { action: allow }
`;

/** Always makes this decision if an \`input\` fact exists, with the reason as its mark. */
export function always(action: string, reason: string): string {
  return `
templates:
  - name: input
    slots:
      - { name: user, type: string, default: nobody }
rules:
  - name: always
    when: [{ template: input, conditions: [{ slot: user, bind: "?user" }] }]
    then: { action: ${action}, reason: "${reason}" }
`;
}

/** Every three facts match, and each match is kept: more than a small heap holds. */
export const GREEDY = `
templates:
  - name: load
    slots:
      - { name: n, type: integer, required: true }
rules:
  - name: everything-with-everything
    when:
      - { template: load, conditions: [{ slot: n, bind: "?a" }] }
      - { template: load, conditions: [{ slot: n, bind: "?b" }] }
      - { template: load, conditions: [{ slot: n, bind: "?c" }] }
    then: { action: deny, reason: too much }
`;

/** Holds some 500 KB for each level that a fact names, so that its worker's heap passes any limit. */
export const HOARDER = `
templates:
  - name: load
    slots:
      - { name: n, type: integer, required: true }
functions:
  - name: double
    type: raw
    params: [text, times]
    body: |
      (deffunction MAIN::double (?text ?times)
        (if (> ?times 0) then (double (str-cat ?text ?text) (- ?times 1)) else ?text))
  - name: hold
    type: raw
    params: [text, levels]
    body: |
      (deffunction MAIN::hold (?text ?levels)
        (bind ?copy (upcase (str-cat ?text ?levels)))
        (if (> ?levels 0) then (hold ?text (- ?levels 1)))
        (str-length ?copy))
rules:
  - name: holds-texts
    when:
      - template: load
        conditions:
          - { slot: n, bind: "?n" }
          - { test: '(> (hold (double "0123456789abcdef" 14) ?n) 0)' }
    then: { action: deny, reason: too much }
`;

/** Enough facts that joining them all takes longer than any time limit of the tests. */
export function tooMuch(): { template: string; data: { n: number } }[] {
  return Array.from({ length: 500 }, (_, n) => ({ template: 'load', data: { n } }));
}
