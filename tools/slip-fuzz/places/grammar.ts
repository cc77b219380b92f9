/** The form of every value of the language: where maps, lists and single values occur. */

/** Meaning of a single value. */
export type Role =
  /** Text for people: nothing depends on it. */
  | 'text'
  /** Text of a decision, with names in braces. */
  | 'filled'
  /** A name that is declared here. */
  | 'name'
  /** A name that is declared elsewhere. */
  | 'reference'
  /** One of a few words of the language. */
  | 'word'
  | 'flag'
  | 'integer'
  | 'alias'
  | 'variable'
  | 'expression'
  | 'test'
  | 'body'
  | 'path'
  /** A value of the type of a slot. */
  | 'value'
  /** A value of `assert`, `modify` or an obligation. */
  | 'slot-value'
  | 'constant'
  | 'column'
  | 'cell'
  | 'output'
  | 'relation-cell';

export type Form =
  | { readonly kind: 'scalar'; readonly role: Role }
  | { readonly kind: 'map'; readonly owner: string }
  /** A map whose keys are the author's. */
  | { readonly kind: 'free'; readonly values: Form }
  | { readonly kind: 'list'; readonly items: Form }
  /** The first form that fits the node. */
  | { readonly kind: 'either'; readonly forms: readonly Form[] };

const scalar = (role: Role): Form => ({ kind: 'scalar', role });
const map = (owner: string): Form => ({ kind: 'map', owner });
const free = (values: Form): Form => ({ kind: 'free', values });
const list = (items: Form): Form => ({ kind: 'list', items });
const either = (...forms: readonly Form[]): Form => ({ kind: 'either', forms });

const ENTRIES = list(map('entry'));
const SLOT_VALUES = free(either(scalar('slot-value'), list(scalar('slot-value'))));
const FOLDED = map('folded');
const VALUES = either(scalar('value'), list(scalar('value')));
const PATHS = either(scalar('path'), list(scalar('path')), map('sources'));
const METADATA = free(scalar('filled'));

/** Keys by the map that has them. */
export const GRAMMAR: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  ruleset: {
    ruleset: scalar('name'),
    version: scalar('text'),
    module: scalar('reference'),
    decide: scalar('word'),
    default: map('default'),
    focus_order: list(scalar('reference')),
    imports: list(scalar('reference')),
    templates: list(map('template')),
    relations: list(map('relation')),
    modules: list(map('module')),
    hierarchies: list(map('hierarchy')),
    functions: list(map('function')),
    constants: free(either(scalar('constant'), list(scalar('constant')), free(scalar('constant')))),
    input: list(map('input')),
    authzen: map('authzen'),
    rules: list(map('rule')),
    tables: list(map('table')),
  },
  default: { action: scalar('word'), reason: scalar('filled') },
  template: {
    name: scalar('name'),
    description: scalar('text'),
    scope: scalar('word'),
    from: scalar('word'),
    at_most: scalar('integer'),
    slots: list(map('slot')),
  },
  slot: {
    name: scalar('name'),
    type: scalar('word'),
    list: scalar('flag'),
    max_items: scalar('integer'),
    required: scalar('flag'),
    sensitive: scalar('flag'),
    default: VALUES,
    allowed_values: list(scalar('value')),
    allowed_symbols: list(scalar('value')),
    allowed_strings: list(scalar('value')),
  },
  relation: {
    name: scalar('name'),
    description: scalar('text'),
    columns: list(map('column')),
    rows: list(list(scalar('relation-cell'))),
    file: scalar('reference'),
  },
  column: { name: scalar('name'), type: scalar('word'), sensitive: scalar('flag') },
  module: { name: scalar('name'), description: scalar('text'), priority: scalar('integer') },
  hierarchy: { name: scalar('name'), levels: list(scalar('value')), compartments: list(scalar('value')) },
  function: {
    name: scalar('name'),
    type: scalar('word'),
    description: scalar('text'),
    params: list(scalar('name')),
    body: scalar('body'),
    hierarchy_ref: scalar('reference'),
  },
  input: { template: scalar('reference'), each: PATHS, slots: free(scalar('path')) },
  sources: { any: list(either(scalar('path'), list(scalar('path')))) },
  authzen: { subjects: list(map('entity')), resources: list(map('entity')), actions: list(map('actions')) },
  entity: {
    type: scalar('text'),
    template: scalar('reference'),
    relation: scalar('reference'),
    slot: scalar('reference'),
  },
  actions: { template: scalar('reference'), relation: scalar('reference'), slot: scalar('reference') },
  rule: {
    name: scalar('name'),
    description: scalar('text'),
    salience: scalar('integer'),
    metadata: METADATA,
    when: ENTRIES,
    then: map('then'),
  },
  entry: {
    template: scalar('reference'),
    relation: scalar('reference'),
    alias: scalar('alias'),
    conditions: list(map('condition')),
    not: ENTRIES,
    exists: ENTRIES,
    any: list(ENTRIES),
    forall: map('forall'),
    count: ENTRIES,
    sum: FOLDED,
    min: FOLDED,
    max: FOLDED,
    distinct: FOLDED,
    collect: FOLDED,
    as: scalar('variable'),
    expression: scalar('expression'),
  },
  forall: { each: map('entry'), must: ENTRIES },
  folded: { of: scalar('column'), from: ENTRIES },
  condition: {
    slot: scalar('reference'),
    each: scalar('variable'),
    expression: scalar('expression'),
    bind: scalar('variable'),
    test: scalar('test'),
    now: scalar('expression'),
  },
  then: {
    action: scalar('word'),
    reason: scalar('filled'),
    log: scalar('word'),
    notify: list(scalar('text')),
    attestation: scalar('flag'),
    metadata: METADATA,
    scope: scalar('filled'),
    obligations: list(map('obligation')),
    assert: list(map('assert')),
    retract: list(scalar('alias')),
    modify: list(map('modify')),
  },
  obligation: { type: scalar('text'), properties: SLOT_VALUES },
  assert: { template: scalar('reference'), slots: SLOT_VALUES },
  modify: { fact: scalar('alias'), slots: SLOT_VALUES },
  table: {
    name: scalar('name'),
    description: scalar('text'),
    module: scalar('reference'),
    when: ENTRIES,
    hit: scalar('word'),
    inputs: list(scalar('column')),
    outputs: list(scalar('column')),
    rows: list(list(scalar('cell'))),
    file: scalar('reference'),
    default: list(scalar('output')),
  },
  graph: {
    graph: scalar('reference'),
    description: scalar('text'),
    nodes: list(map('node')),
    output: scalar('reference'),
  },
  node: {
    id: scalar('name'),
    description: scalar('text'),
    ruleset: scalar('reference'),
    after: list(scalar('reference')),
    when: free(either(scalar('word'), list(scalar('word')))),
    facts: list(map('fact')),
  },
  fact: { template: scalar('reference'), data: free(either(scalar('value'), list(scalar('value')))) },
};
