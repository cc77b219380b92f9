/** A ruleset that allows what has a thing, as every document has. */
export const RULES = `
templates: [{ name: thing, slots: [{ name: id, type: string }] }]
input: [{ template: thing, slots: { id: $.id } }]
rules: [{ name: any, when: [{ template: thing }], then: { action: allow, reason: ok } }]
`;
