/** A small ruleset with a bit of every construct, as the start of inputs. */
export const EVERYTHING = `ruleset: everything
version: "1"
decide: deny-overrides
templates:
  - name: p
    slots:
      - { name: s, type: string, default: a }
      - { name: y, type: symbol, allowed_values: [low, mid, high] }
      - { name: n, type: integer, required: true }
      - { name: f, type: float, default: 1.5 }
      - { name: ts, type: float }
  - { name: q, scope: fleet, slots: [{ name: s, type: string }, { name: n, type: integer }] }
modules:
  - { name: first, priority: 10 }
  - { name: second }
focus_order: [first, second]
hierarchies:
  - { name: h, levels: [low, mid, high], compartments: [a, b] }
functions:
  - { name: level, type: classification, params: [a, b], hierarchy_ref: h }
  - { name: twice, type: raw, params: [x], body: "(deffunction MAIN::twice (?x) (if (> ?x 0) then (* 2 ?x) else 0))" }
---
module: first
rules:
  - name: r1
    salience: 10
    metadata: { control: AC-3 }
    when:
      - template: p
        alias: $p
        conditions:
          - { slot: s, expression: "matches(^a+(b|c)*$)" }
          - { slot: s, expression: "not_glob(/srv/**/*.txt)" }
          - { slot: s, expression: "not_in_cidr([10.0.0.0/8, fd00::/8])" }
          - { slot: s, expression: "not_path_within(/srv)" }
          - { slot: s, expression: "not_host_within(example.com)" }
          - { slot: s, expression: "not_in_ignore_case([ABC, d])" }
          - { slot: n, bind: "?n", expression: "between(1, 10)" }
          - { slot: y, expression: "meets_or_exceeds(mid)" }
          - { test: "(< (twice ?n) 100)" }
      - template: q
        alias: $q
        conditions: [{ slot: s, expression: "equals($p.s)" }, { slot: n, expression: "in([1, 2, 3])" }]
      - not: [{ template: q, conditions: [{ slot: n, expression: "greater_than(?n)" }] }]
      - any: [[{ template: q }], [{ template: p, conditions: [{ slot: s, expression: "contains(x)" }] }]]
      - forall: { each: { template: p }, must: [{ template: q }] }
    then:
      action: deny
      reason: "{n} of {p.s} {{}}"
      log: full
      notify: [security]
      attestation: true
      assert: [{ template: q, slots: { s: "(str-cat a ?n)", n: "?n" } }]
      modify: [{ fact: $q, slots: { s: done } }]
---
module: second
rules:
  - name: r2
    when:
      - template: p
        conditions:
          - { slot: s, expression: "count_exceeds(p, s, a, 3)" }
          - { slot: ts, expression: "changed_within(60)" }
          - { slot: s, expression: "sequence_detected([{template: p, slot: s, value: a, slot_ts: ts}], 10)" }
      - exists: [{ template: q, alias: $q, conditions: [{ slot: s, expression: "equals(literal(?x))" }] }]
    then: { action: escalate, reason: why, scope: here }
`;
