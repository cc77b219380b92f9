/** Lists of the language: what an item is, and an example of one. */

export interface ItemForm {
  /** A map with this key is an item. */
  readonly key: string;
  /** Key that is meant by an item that is not a map, or by a name of a map; null if unknown. */
  readonly other: string | null;
  /** List of the item that is meant by a map without a known key. */
  readonly inner: string | null;
  /** An item as README.md writes one. */
  readonly example: string;
}

/** Items of a list of values. */
function values(example: string): ItemForm {
  return { key: '', other: '', inner: null, example };
}

/** Maps with a name, of which `inner` is a list. */
function named(inner: string | null, example: string): ItemForm {
  return { key: 'name', other: 'name', inner, example };
}

/** Maps with a key that no shorter form can replace. */
function whole(key: string, example: string): ItemForm {
  return { key, other: null, inner: null, example };
}

/** By the key that takes the list, wherever a ruleset has it. */
const FORMS: ReadonlyMap<string, ItemForm> = new Map<string, ItemForm>([
  [
    'templates',
    {
      key: 'name',
      other: 'name',
      inner: 'slots',
      example: '{ name: call, slots: [{ name: tool, type: symbol }] }',
    },
  ],
  ['slots', { key: 'name', other: 'name', inner: null, example: '{ name: tool, type: symbol }' }],
  [
    'rules',
    {
      key: 'name',
      other: 'name',
      inner: null,
      example: '{ name: read, when: [{ template: call }], then: { action: allow } }',
    },
  ],
  [
    'when',
    { key: 'template', other: 'template', inner: 'conditions', example: '{ template: call, alias: $call }' },
  ],
  [
    'conditions',
    { key: 'slot', other: 'slot', inner: null, example: '{ slot: tool, expression: equals(read_file) }' },
  ],
  [
    'obligations',
    {
      key: 'type',
      other: 'type',
      inner: 'properties',
      example: '{ type: mask, properties: { fields: [ssn] } }',
    },
  ],
  [
    'assert',
    {
      key: 'template',
      other: 'template',
      inner: 'slots',
      example: '{ template: flag, slots: { name: seen } }',
    },
  ],
  [
    'modify',
    { key: 'fact', other: 'fact', inner: 'slots', example: '{ fact: $call, slots: { state: seen } }' },
  ],
  ['retract', values('$call')],
  ['notify', values('security')],
  ['modules', { key: 'name', other: 'name', inner: null, example: '{ name: checks, priority: 10 }' }],
  [
    'input',
    {
      key: 'template',
      other: null,
      inner: 'slots',
      example: '{ template: call, slots: { tool: $.tool } }',
    },
  ],
]);

/** Shapes of rulesets: graphs have keys of the same names. */
const OWNERS: ReadonlySet<string> = new Set([
  '',
  'a ruleset',
  'a template',
  'a rule',
  'a table',
  'an entry of `when`',
  'a pattern',
  '`forall`',
  'an aggregate',
  '`then`',
]);

const ENTITY = whole('template', '{ type: user, template: person, slot: name }');
const ALLOWED = values('read, write');
const COLUMN = values('$call.tool');

/** By owner and key: keys that take a list there, and something else in other places. */
const OWN_FORMS: ReadonlyMap<string, ReadonlyMap<string, ItemForm>> = new Map(
  Object.entries({
    'a ruleset': {
      functions: named(null, '{ name: rank, type: classification, params: [a, b], hierarchy_ref: rank }'),
      hierarchies: named('levels', '{ name: clearance, levels: [public, secret] }'),
      imports: values('shared.yaml'),
      focus_order: values('checks, MAIN'),
      relations: named('columns', '{ name: exempt, columns: [{ name: ns, type: string }], rows: [[prod]] }'),
      tables: named(
        'inputs',
        '{ name: limits, when: [{ template: call, alias: $call }], inputs: [$call.amount], outputs: [action], rows: [["< 100", allow]] }',
      ),
    },
    'a slot': { allowed_values: ALLOWED, allowed_symbols: ALLOWED, allowed_strings: ALLOWED },
    'a table': {
      inputs: COLUMN,
      outputs: values('action, reason'),
      rows: whole('', '["< 100", allow, small]'),
      default: whole('', 'deny, "no row matches"'),
    },
    'a relation': {
      columns: named(null, '{ name: ns, type: string }'),
      rows: whole('', '[prod]'),
    },
    'a hierarchy': { levels: values('public, secret'), compartments: values('legal') },
    'a function': { params: values('a, b') },
    'an element of `input`': { required: values('$.tool') },
    '`each`': { any: values('"$.calls[*]"') },
    '`authzen`': {
      subjects: ENTITY,
      resources: ENTITY,
      actions: whole('template', '{ template: grant, slot: action }'),
    },
    'a graph': { nodes: { key: 'id', other: 'id', inner: null, example: '{ id: check, ruleset: gate }' } },
    'a node': {
      after: values('check'),
      facts: whole('template', '{ template: call, data: { tool: read } }'),
    },
  }).map(([owner, forms]) => [owner, new Map<string, ItemForm>(Object.entries(forms))]),
);

/** Items of the list that a key of a construct takes; null if it takes none. */
export function formOf(owner: string, key: string): ItemForm | null {
  return OWN_FORMS.get(owner)?.get(key) ?? (OWNERS.has(owner) ? FORMS.get(key) : undefined) ?? null;
}
