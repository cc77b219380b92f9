/** A ruleset that lets anyone in. */
export const RULES = `
templates:
  - { name: agent, slots: [{ name: id, type: string }] }
ruleset: gate
rules:
  - { name: anyone, when: [{ template: agent }], then: { action: allow, reason: known } }
`;
/** The same with another decision: as an entry of RULES it shows that the entry was used. */
export const OTHER = RULES.replace('action: allow', 'action: escalate');
