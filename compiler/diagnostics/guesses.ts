/**
 * Words of other systems and the word of the language that their authors mean. They are suggestions only: no guess
 * compiles. Tables, so that a word is added in one place.
 */

/** Words of other systems, each with the one that is meant. */
export type Words = ReadonlyMap<string, string>;

/** @param table words of other systems by the one that is meant, separated by spaces */
export function words(table: Readonly<Record<string, string>>): Words {
  return new Map(
    Object.entries(table).flatMap(([meant, written]) =>
      written.split(' ').map((word) => [word, meant] as const),
    ),
  );
}

/** Comparison signs, the longest first. */
export const SIGNS: readonly (readonly [string, string])[] = [
  ['===', 'equals'],
  ['!==', 'not_equals'],
  ['==', 'equals'],
  ['!=', 'not_equals'],
  ['<>', 'not_equals'],
  ['>=', 'at_least'],
  ['=>', 'at_least'],
  ['<=', 'at_most'],
  ['=<', 'at_most'],
  ['=', 'equals'],
  ['>', 'greater_than'],
  ['<', 'less_than'],
];

/** The first that the type of the slot takes is meant. */
const OPERATORS: Readonly<Record<string, string>> = {
  gt: 'greater_than after',
  greater: 'greater_than',
  more_than: 'greater_than',
  above: 'greater_than',
  over: 'greater_than',
  exceeds: 'greater_than',
  gte: 'at_least',
  ge: 'at_least',
  min: 'at_least',
  minimum: 'at_least',
  greater_than_or_equal: 'at_least',
  greater_or_equal: 'at_least',
  greater_than_or_equals: 'at_least',
  lt: 'less_than before',
  less: 'less_than',
  below: 'less_than',
  under: 'less_than',
  lte: 'at_most',
  le: 'at_most',
  max: 'at_most',
  maximum: 'at_most',
  less_than_or_equal: 'at_most',
  less_or_equal: 'at_most',
  less_than_or_equals: 'at_most',
  eq: 'equals',
  is: 'equals',
  equal: 'equals',
  equal_to: 'equals',
  same_as: 'equals',
  value: 'equals',
  ne: 'not_equals',
  neq: 'not_equals',
  is_not: 'not_equals',
  not_equal: 'not_equals',
  not: 'not_equals',
  one_of: 'in',
  any_of: 'in',
  oneof: 'in',
  anyof: 'in',
  member_of: 'in',
  none_of: 'not_in',
  nin: 'not_in',
  notin: 'not_in',
  not_one_of: 'not_in',
  range: 'between',
  startswith: 'starts_with',
  begins_with: 'starts_with',
  prefix: 'starts_with',
  endswith: 'ends_with',
  suffix: 'ends_with',
  includes: 'contains has',
  include: 'contains has',
  substring: 'contains',
  regex: 'matches',
  regexp: 'matches',
  match: 'matches',
  pattern: 'matches',
  like: 'glob',
  wildcard: 'glob',
  fnmatch: 'glob',
  cidr: 'in_cidr',
  in_subnet: 'in_cidr',
  is_in_range: 'in_cidr between',
  not_older_than: 'within_last',
  newer_than: 'within_last',
  younger_than: 'within_last',
  not_within_last: 'older_than',
  within: 'within_last',
  since: 'after',
  until: 'before',
  earlier_than: 'before',
  later_than: 'after',
  istrue: 'is_true',
  isfalse: 'is_false',
};

/** The operator that a word of another system means, if `operators` has it: `startsWith` and `starts_with` are one. */
export function meantOperator(word: string, operators: readonly string[]): string | null {
  const spelled = word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  if (spelled !== word && operators.includes(spelled)) return spelled;
  const meant = Object.hasOwn(OPERATORS, spelled) ? (OPERATORS[spelled] ?? '').split(' ') : [];
  return meant.find((name) => operators.includes(name)) ?? null;
}

/** By the owner of the key. */
const KEYS: ReadonlyMap<string, Words> = new Map([
  [
    'a ruleset',
    words({ templates: 'types facts entities', rules: 'policies policy', decide: 'strategy combining' }),
  ],
  [
    'a rule',
    words({
      name: 'id rule title',
      description: 'desc comment summary',
      when: 'if conditions condition match lhs given where',
      then: 'do actions action effect decision consequence rhs',
      salience: 'priority order weight',
    }),
  ],
  ['a template', words({ name: 'id template title', slots: 'fields attributes properties columns' })],
  [
    'a slot',
    words({
      name: 'id slot field',
      type: 'kind datatype',
      list: 'array multi multiple repeated',
      allowed_values: 'enum values allowed options choices one_of',
      max_items: 'max maxItems limit',
    }),
  ],
  [
    'a pattern',
    words({ template: 'fact type', alias: 'as bind name var', conditions: 'where match if with slots' }),
  ],
  [
    'an entry of `when`',
    words({
      template: 'fact type pattern',
      alias: 'bind name var',
      conditions: 'where match if with slots',
      any: 'or any_of anyOf',
      not: 'none unless no not_exists',
      exists: 'some has',
      forall: 'every for_all',
    }),
  ],
  [
    'a condition',
    words({
      slot: 'field attribute property column attr path',
      expression: 'condition expr check operator op',
      bind: 'as variable var alias',
    }),
  ],
  [
    '`then`',
    words({
      action: 'effect decision result verdict outcome do',
      reason: 'message because why description',
      assert: 'facts add insert create',
      retract: 'remove delete',
      modify: 'update set change',
      obligations: 'obligation advice',
    }),
  ],
]);

/** The key that a word of another system means, if it is free. */
export function meantKey(owner: string, written: string, free: readonly string[]): string | null {
  const meant = KEYS.get(owner)?.get(written) ?? null;
  return meant !== null && free.includes(meant) ? meant : null;
}

const ACTIONS = words({
  deny: 'block refuse reject forbid disallow denied no prohibit stop',
  allow: 'permit approve accept grant allowed yes pass',
  escalate: 'ask review approval confirm require_approval human prompt pending',
});

export function meantAction(written: string): string | null {
  return ACTIONS.get(written.toLowerCase()) ?? null;
}

const TYPES = words({
  string: 'text str varchar char',
  symbol: 'enum keyword word identifier',
  integer: 'int number long bigint',
  float: 'double decimal real',
  boolean: 'bool flag truth',
  time: 'date datetime timestamp instant date-time',
});

export function meantType(written: string): string | null {
  return TYPES.get(written.toLowerCase()) ?? null;
}

const FUNCTIONS = words({
  'service-now': 'time-now now current-time time_now service_now clock today utcnow',
  'str-cat': 'concat concatenate strcat str_cat',
  'str-length': 'length len strlen str_length',
  lowcase: 'lower lowercase tolower to_lower',
  upcase: 'upper uppercase toupper to_upper',
  member$: 'member in includes contains',
  'str-index': 'index indexof find position',
});

export function meantFunction(written: string): string | null {
  return FUNCTIONS.get(written.toLowerCase()) ?? null;
}
