/** Rulesets for the scenarios of AuthZEN: its certification, and its list of things to do. */

const REQUEST = `
templates:
  - name: request
    slots:
      - { name: subject, type: string, required: true }
      - { name: role, type: string }
      - { name: action, type: string, required: true }
      - { name: soft, type: boolean, default: false }
      - { name: resource, type: string, required: true }
      - { name: status, type: string }
      - { name: owner, type: string }
input:
  - template: request
    slots:
      subject: $.subject.id
      role: $.subject.properties.role
      action: $.action.name
      soft: $.action.properties.soft
      resource: $.resource.type
      status: $.resource.properties.status
      owner: $.resource.properties.ownerID
`;

/** A rule that fires when the slots of the request are so. */
function rule(name: string, slots: Readonly<Record<string, string>>, then: string): string {
  const conditions = Object.entries(slots).map(
    ([slot, expression]) => `{ slot: ${slot}, expression: "${expression}" }`,
  );
  return `  - { name: ${name}, when: [{ template: request, conditions: [${conditions.join(', ')}] }], then: ${then} }\n`;
}
const ALLOW = '{ action: allow, reason: "it may" }';

export const CERTIFICATION = `${REQUEST}
ruleset: records
rules:
${rule('read', { action: 'equals(read)', resource: 'equals(record)' }, ALLOW)}${rule(
  'write-own',
  { subject: 'equals(alice)', action: 'equals(write)', status: 'not_equals(archived)' },
  ALLOW,
)}${rule(
  'write-archived',
  { role: 'equals(admin)', action: 'equals(write)', status: 'equals(archived)' },
  ALLOW,
)}${rule(
  'delete-softly',
  { subject: 'equals(alice)', action: 'equals(delete)', soft: 'equals(true)' },
  ALLOW,
)}${rule('ask', { action: 'equals(share)' }, '{ action: escalate, reason: "a person decides" }')}${rule(
  'mask',
  { action: 'equals(list)' },
  '{ action: allow, reason: masked, obligations: [{ type: redact, properties: { field: name } }] }',
)}`;

/** Rick is an admin and an evil genius, Morty and Summer are editors, Beth and Jerry only look. */
export const TODO = `${REQUEST}
ruleset: todo
rules:
${rule('see', { subject: 'in([rick, morty, summer, beth, jerry])', action: 'in([can_read_user, can_read_todos])' }, ALLOW)}${rule(
  'create',
  { subject: 'in([rick, morty, summer])', action: 'equals(can_create_todo)' },
  ALLOW,
)}${rule(
  'change-any',
  { subject: 'equals(rick)', action: 'in([can_update_todo, can_delete_todo])' },
  ALLOW,
)}${['morty', 'summer']
  .map((editor) =>
    rule(
      `change-own-${editor}`,
      {
        subject: `equals(${editor})`,
        action: 'in([can_update_todo, can_delete_todo])',
        owner: `equals(${editor}@the-citadel.com)`,
      },
      ALLOW,
    ),
  )
  .join('')}`;
