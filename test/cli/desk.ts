/** A ruleset with a template, a derived fact and two decisions, for commands to be tried on. */
export const RULES = `
ruleset: desk
version: "2.0"
templates:
  - name: visitor
    slots: [{ name: name, type: string, required: true }, { name: age, type: integer, default: 30 }]
  - { name: pass, slots: [{ name: for, type: string }] }
rules:
  - name: adult
    when: [{ template: visitor, alias: $v, conditions: [{ slot: age, expression: at_least(18) }] }]
    then: { action: allow, reason: "{v.name} is {v.age}", assert: [{ template: pass, slots: { for: "$v.name" } }] }
  - name: minor
    when: [{ template: visitor, conditions: [{ slot: age, expression: less_than(18) }] }]
    then: { action: deny, reason: too young }
`;

/** Facts of one visitor, as JSON. */
export const facts = (data: object): string => JSON.stringify([{ template: 'visitor', data }]);
