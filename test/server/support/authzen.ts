/** Rulesets for the scenarios of AuthZEN: its certification, and its list of things to do. */

const REQUEST = `
templates:
  - name: request
    slots:
      - { name: subject, type: string, required: true }
      - { name: role, type: string }
      - { name: action, type: string, required: true }
      - { name: subject_type, type: string }
      - { name: id, type: string }
      - { name: soft, type: boolean, default: false }
      - { name: resource, type: string, required: true }
      - { name: status, type: string }
      - { name: owner, type: string }
input:
  - template: request
    slots:
      subject_type: $.subject.type
      subject: $.subject.id
      id: $.resource.id
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
${rule(
  'read',
  {
    subject_type: 'equals(user)',
    subject: 'in([alice, bob])',
    action: 'equals(read)',
    resource: 'equals(record)',
    id: 'in([record-1, record-2])',
  },
  ALLOW,
)}${rule(
  'write-own',
  {
    subject_type: 'equals(user)',
    resource: 'equals(record)',
    subject: 'equals(alice)',
    action: 'equals(write)',
    status: 'not_equals(archived)',
  },
  ALLOW,
)}${rule(
  'write-archived',
  {
    subject_type: 'equals(user)',
    resource: 'equals(record)',
    role: 'equals(admin)',
    action: 'equals(write)',
    status: 'equals(archived)',
  },
  ALLOW,
)}${rule(
  'delete-softly',
  {
    subject_type: 'equals(user)',
    resource: 'equals(record)',
    subject: 'equals(alice)',
    action: 'equals(delete)',
    soft: 'equals(true)',
  },
  ALLOW,
)}${rule('ask', { action: 'equals(share)' }, '{ action: escalate, reason: "a person decides" }')}${rule(
  'mask',
  { action: 'equals(list)' },
  '{ action: allow, reason: masked, obligations: [{ type: redact, properties: { field: name } }] }',
)}`;

/** Searchable values: the fixture of the scenario, with bob and record-2. */
export const SEARCHABLE = `${CERTIFICATION}
  - name: bob-is-an-admin
    when:
      - template: request
        conditions:
          - { slot: subject, expression: equals(bob) }
          - { slot: action, expression: equals(write) }
          - { slot: status, expression: equals(archived) }
    then: { action: allow, reason: "bob is an admin" }
  - name: record-2-is-archived
    when:
      - template: request
        conditions:
          - { slot: role, expression: equals(admin) }
          - { slot: action, expression: equals(write) }
          - { slot: id, expression: equals(record-2) }
    then: { action: allow, reason: "record-2 is archived" }
---
templates:
  - name: known
    slots:
      - { name: user, type: string, allowed_values: [alice, bob] }
      - { name: record, type: string, allowed_values: [record-1, record-2] }
      - { name: action, type: string, allowed_values: [read, write, delete] }
authzen:
  subjects: [{ type: user, template: known, slot: user }]
  resources: [{ type: record, template: known, slot: record }]
  actions: [{ template: known, slot: action }]
`;

/** The users of the interoperability scenario: subjects are named by an id of the identity provider. */
const todoUser = (name: string, digit: number, house: string) => ({
  name,
  id: Buffer.from(`\n$fd${digit}614d3-c39a-4781-b7bd-8b96f5a5100d\u0012\u0005local`).toString('base64url'),
  email: `${name}@the-${house}.com`,
});
export const TODO_USERS = [
  todoUser('rick', 0, 'citadel'),
  todoUser('morty', 1, 'citadel'),
  todoUser('summer', 2, 'smiths'),
  todoUser('beth', 3, 'smiths'),
  todoUser('jerry', 4, 'smiths'),
] as const;

const [RICK, MORTY, SUMMER] = TODO_USERS;
const idsOf = (users: readonly { readonly id: string }[]): string =>
  `in([${users.map(({ id }) => id).join(', ')}])`;

/** Rick is an admin and an evil genius, Morty and Summer are editors, Beth and Jerry only look. */
export const TODO = `${REQUEST}
ruleset: todo
rules:
${rule('see', { subject: idsOf(TODO_USERS), action: 'in([can_read_user, can_read_todos])' }, ALLOW)}${rule(
  'create',
  { subject: idsOf([RICK, MORTY, SUMMER]), action: 'equals(can_create_todo)' },
  ALLOW,
)}${rule(
  'change-any',
  { subject: `equals(${RICK.id})`, action: 'in([can_update_todo, can_delete_todo])' },
  ALLOW,
)}${[MORTY, SUMMER]
  .map(({ name, id, email }) =>
    rule(
      `change-own-${name}`,
      {
        subject: `equals(${id})`,
        action: 'in([can_update_todo, can_delete_todo])',
        owner: `equals(${email})`,
      },
      ALLOW,
    ),
  )
  .join('')}`;
