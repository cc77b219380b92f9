/** Operators written after a dot, grouped by the type of their subject. */
const TEXT: ReadonlySet<string> = new Set([
  ...['contains', 'starts_with', 'ends_with', 'matches', 'equals_ignore_case', 'in_ignore_case', 'glob'],
  ...['in_cidr', 'path_within', 'host_within', 'semver_satisfies'],
  ...['path_readable', 'host_readable', 'ip_readable', 'semver_readable'],
  ...['below', 'meets_or_exceeds', 'within_scope', 'in_compartment', 'has_compartments', 'dominates'],
]);
const LIST: ReadonlySet<string> = new Set(['has', 'has_any', 'has_all', 'only', 'is_empty']);
const TIME: ReadonlySet<string> = new Set([
  ...['within_last', 'older_than', 'time_of_day_between', 'weekday_in', 'before', 'after'],
]);
const NUMBER: ReadonlySet<string> = new Set(['between']);
/** They take names of templates and slots. */
const COUNTING: ReadonlySet<string> = new Set([
  ...['changed_within', 'count_exceeds', 'rate_exceeds', 'last_n', 'distinct_count', 'sequence_detected'],
]);

type SubjectKind = 'text' | 'list' | 'time' | 'number' | 'counting';

/** Kind of subject that the operator needs; null for an unknown operator. */
export function subjectKind(operator: string): SubjectKind | null {
  if (TEXT.has(operator)) return 'text';
  if (LIST.has(operator)) return 'list';
  if (TIME.has(operator)) return 'time';
  if (NUMBER.has(operator)) return 'number';
  return COUNTING.has(operator) ? 'counting' : null;
}

export const METHODS: readonly string[] = [...TEXT, ...LIST, ...TIME, ...NUMBER, ...COUNTING];

/** Words of the long form for what the short form writes otherwise. */
export const WRITTEN_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['not_equals', '!='],
  ['greater_than', '>'],
  ['less_than', '<'],
  ['at_least', '>='],
  ['at_most', '<='],
  ['not_after', '<='],
  ['not_before', '>='],
  ['in', 'in'],
  ['not_in', 'not in'],
  ['has_key', 'in'],
  ['is_true', 'the name alone'],
  ['is_false', 'not'],
  ['has_not', 'not ….has(…)'],
  ['has_none', 'not ….has_any(…)'],
  ['not_empty', 'not ….is_empty()'],
  ['size_at_least', 'size(…) >='],
  ['size_at_most', 'size(…) <='],
  ['size_equals', 'size(…) =='],
]);

/** Operators whose complement has a word of its own. */
const OWN_COMPLEMENTS: ReadonlyMap<string, string> = new Map([
  ['has', 'has_not'],
  ['has_any', 'has_none'],
  ['is_empty', 'not_empty'],
]);
const NEGATABLE: ReadonlySet<string> = new Set([
  ...['contains', 'starts_with', 'ends_with', 'matches', 'equals_ignore_case', 'in_ignore_case', 'glob'],
  ...['in_cidr', 'path_within', 'host_within'],
  ...['path_readable', 'host_readable', 'ip_readable', 'semver_readable'],
]);

/** The operator that is true where this one is false; null if the language has none. */
export function complementOf(operator: string): string | null {
  return OWN_COMPLEMENTS.get(operator) ?? (NEGATABLE.has(operator) ? `not_${operator}` : null);
}

/** The operator that says whether a partial one can judge a value; null for operators that judge every value. */
export const READABLE: ReadonlyMap<string, string> = new Map([
  ['path_within', 'path_readable'],
  ['host_within', 'host_readable'],
  ['in_cidr', 'ip_readable'],
  ['semver_satisfies', 'semver_readable'],
]);
