/**
 * Signs, words and calls of other languages, and the form that their authors mean. They are suggestions only: none of
 * them compiles. `a` and `b` are placeholders for the operands.
 */
type Meanings = ReadonlyMap<string, string>;

const meanings = (table: Readonly<Record<string, string>>): Meanings => new Map(Object.entries(table));

/** Between two operands. */
export const FOREIGN_SIGNS: Meanings = meanings({
  '===': 'a == b',
  '!==': 'a != b',
  '<>': 'a != b',
  '=~': 'a.matches(`…`)',
  '!~': 'not a.matches(`…`)',
  '?': 'if(condition, a, b)',
  '=>': 'exists(x in list, condition)',
  '::': 'input.group == "admins"',
  '**': 'a * a',
  '//': 'a / b',
  '&': 'a and b',
  '|': 'a or b',
});

/** Between two operands. */
export const FOREIGN_WORDS: Meanings = meanings({
  is: 'a == b',
  isnt: 'a != b',
  equals: 'a == b',
  eq: 'a == b',
  ne: 'a != b',
  lt: 'a < b',
  le: 'a <= b',
  lte: 'a <= b',
  gt: 'a > b',
  ge: 'a >= b',
  gte: 'a >= b',
  xor: 'a != b',
  matches: 'a.matches(`…`)',
  contains: 'a.contains(b), or b in a for a list',
  includes: 'a.contains(b), or b in a for a list',
  has: 'has(a.b)',
  like: 'a.glob("…")',
  startswith: 'a.starts_with(b)',
  starts_with: 'a.starts_with(b)',
  startsWith: 'a.starts_with(b)',
  endswith: 'a.ends_with(b)',
  ends_with: 'a.ends_with(b)',
  endsWith: 'a.ends_with(b)',
  between: 'a.between(low, high)',
  if: 'if(condition, a, b)',
  AND: 'a and b',
  OR: 'a or b',
  IN: 'a in [b, c]',
  IS: 'a == b',
  LIKE: 'a.glob("…")',
  BETWEEN: 'a.between(low, high)',
  instanceof: 'the type where `input` is declared',
});

/** Calls; a function of that name in the ruleset wins. */
export const FOREIGN_CALLS: Meanings = meanings({
  any: 'exists(x in list, condition)',
  some: 'exists(x in list, condition)',
  all: 'forall(x in list, condition)',
  every: 'forall(x in list, condition)',
  exists_one: 'count(x in list, condition) == 1',
  filter: 'count(x in list, condition)',
  map: 'collect(x in list, value)',
  len: 'size(list)',
  length: 'size(list)',
  defined: 'has(path)',
  startswith: 'a.starts_with(b)',
  startsWith: 'a.starts_with(b)',
  starts_with: 'a.starts_with(b)',
  endswith: 'a.ends_with(b)',
  endsWith: 'a.ends_with(b)',
  ends_with: 'a.ends_with(b)',
  contains: 'a.contains(b), or b in a for a list',
  includes: 'a.contains(b), or b in a for a list',
  matches: 'a.matches(`…`)',
  re_match: 'a.matches(`…`)',
  glob: 'a.glob("…")',
  string: 'the type where `input` is declared',
  str: 'the type where `input` is declared',
  int: 'the type where `input` is declared',
  timestamp: 'time(text)',
  duration: '24h',
  split: 'part(text, separator, index)',
  to_number: 'number(a)',
  isinstance: 'the type where `input` is declared',
});

/** Operators behind a dot. */
export const FOREIGN_OPERATORS: Meanings = meanings({
  startsWith: 'starts_with',
  startswith: 'starts_with',
  endsWith: 'ends_with',
  endswith: 'ends_with',
  includes: 'contains',
  exists: 'exists(x in list, condition)',
  any: 'exists(x in list, condition)',
  some: 'exists(x in list, condition)',
  all: 'forall(x in list, condition)',
  every: 'forall(x in list, condition)',
  filter: 'count(x in list, condition)',
  map: 'collect(x in list, value)',
  size: 'size(list)',
  length: 'size(list)',
  lower: 'equals_ignore_case',
  toLowerCase: 'equals_ignore_case',
  lowerAscii: 'equals_ignore_case',
  upper: 'equals_ignore_case',
  toUpperCase: 'equals_ignore_case',
  get: 'input["member"]',
  hasOwnProperty: 'has(path)',
  isInRange: 'in_cidr',
  test: 'matches',
  match: 'matches',
});

/** Words for a value that is nothing, which no rule can compare with. */
export const FOREIGN_NOTHING: ReadonlySet<string> = new Set(['None', 'nil', 'undefined', 'NULL']);

/** Values under another name. */
export const FOREIGN_VALUES: Meanings = meanings({
  True: 'true',
  False: 'false',
  TRUE: 'true',
  FALSE: 'false',
});
