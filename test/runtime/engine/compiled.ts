import { Engine } from '../../../library/node/engine.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';

/** Compiles YAML; tests make as many engines of the result as they like. */
export async function compiled(yaml: string): Promise<CompiledRuleset> {
  return (await Engine.fromSources([{ path: 'ruleset.yaml', text: yaml }])).ruleset;
}

/** Rules that only add: an engine of these has no history but what fired. */
export const GATE = `
templates:
  - name: person
    description: who asks
    slots:
      - { name: name, type: string, required: true }
      - { name: age, type: integer, default: 18 }
      - { name: score, type: float, default: 0.5 }
      - { name: role, type: symbol, allowed_values: [guest, admin], default: guest }
  - { name: badge, slots: [{ name: holder, type: string }] }
  - { name: alarm, scope: fleet, slots: [{ name: level, type: integer }] }
modules:
  - { name: gate, description: first, priority: 10 }
  - { name: audit, description: second }
ruleset: gate
version: "1.0"
module: gate
rules:
  - name: admin
    when: [{ template: person, alias: $p, conditions: [{ slot: role, expression: equals(admin) }] }]
    then:
      action: allow
      reason: "{p.name} is an admin"
      metadata: { control: AC-3 }
      notify: [security]
      log: full
      attestation: true
      assert: [{ template: badge, slots: { holder: "$p.name" } }]
  - name: minor
    when: [{ template: person, alias: $p, conditions: [{ slot: age, expression: less_than(18) }] }]
    then: { action: deny, reason: too young }
---
module: audit
rules:
  - name: badge-seen
    when: [{ template: badge, conditions: [{ slot: holder, bind: "?who" }] }]
    then: { log: summary }
`;

/** Rules that also take away: what was retracted leaves traces in the order of matches. */
export const STOCK = `
templates:
  - { name: item, slots: [{ name: id, type: integer, required: true }] }
  - { name: order, slots: [{ name: item, type: integer, required: true }] }
ruleset: stock
rules:
  - name: sold-out
    when:
      - { template: order, alias: $o, conditions: [{ slot: item, bind: "?i" }] }
      - not: [{ template: item, conditions: [{ slot: id, expression: "equals(?i)" }] }]
    then: { action: deny, reason: "no item {i}" }
  - name: sell
    when:
      - { template: order, alias: $o, conditions: [{ slot: item, bind: "?i" }] }
      - { template: item, alias: $i, conditions: [{ slot: id, expression: equals($o.item) }] }
    then: { action: allow, reason: "item {i}", retract: [$i] }
`;

/** A module that is left before what its rule is for is derived: twice of each fact. */
export const FORGED = `
templates:
  - { name: n, slots: [{ name: n, type: integer }] }
  - { name: found, slots: [{ name: n, type: integer }, { name: twin, type: boolean, default: false }] }
modules: [{ name: first }, { name: second }]
focus_order: [first, second]
---
module: first
rules:
  - { name: forged, when: [{ template: found }], then: { action: deny, reason: forged } }
---
module: second
rules:
  - name: find
    when: [{ template: n, conditions: [{ slot: n, bind: "?n" }] }]
    then:
      assert:
        - { template: found, slots: { n: "?n" } }
        - { template: found, slots: { n: "?n", twin: true } }
`;
