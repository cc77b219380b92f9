import { wordTable } from './slip.ts';

/** Signs of other languages for an operator; `_` is a space. */
const SIGN_TABLE = wordTable({
  equals: '== = === eq is : :=',
  not_equals: '!= <> !== ne is_not ~= \u2260 /=',
  greater_than: '> gt \uff1e',
  at_least: '>= => gte \u2265',
  less_than: '< lt \uff1c',
  at_most: '<= =< lte \u2264',
  matches: '=~ ~ ~= =~* REGEXP regex',
  not_matches: '!~ !=~',
  in: 'in IN one_of \u2208',
  not_in: 'not_in NOT_IN nin !in \u2209',
  contains: 'contains includes has',
  starts_with: 'startswith startsWith begins_with ^=',
  ends_with: 'endswith endsWith $=',
  glob: 'like LIKE ~ matches',
});

export function signsOf(operator: string): readonly string[] {
  return (SIGN_TABLE.get(operator) ?? []).map((sign) => sign.replace('_', ' '));
}

/** Names of other systems for an operator. */
const NAME_TABLE = wordTable({
  equals: 'eq equal is equalTo isEqualTo StringEquals ForAnyValue:StringEquals exact $eq _eq',
  not_equals: 'neq ne notEqual isNot StringNotEquals $ne not except',
  greater_than: 'gt $gt more_than above NumericGreaterThan greaterThan over',
  at_least: 'gte $gte min NumericGreaterThanEquals greater_than_or_equal minimum',
  less_than: 'lt $lt below_than NumericLessThan lessThan under',
  at_most: 'lte $lte max NumericLessThanEquals less_than_or_equal maximum',
  in: 'one_of oneOf any_of $in isIn member_of within',
  not_in: 'none_of nin $nin notIn not_one_of',
  contains: 'includes has_substring substring indexof',
  starts_with: 'startswith startsWith begins_with prefix has_prefix starts',
  ends_with: 'endswith endsWith suffix has_suffix ends',
  matches: 'regex regexp re_match regex.match match rlike test',
  not_matches: '!regex notMatches not_match',
  glob: 'like fnmatch glob.match wildcard StringLike',
  is_true: 'true isTrue istrue',
  is_false: 'false isFalse not',
  in_cidr: 'cidr net.cidr_contains isInRange inCidr IpAddress',
  path_within: 'within under pathWithin in_path',
  between: 'range in_range BETWEEN within',
  within_last: 'newer_than since not_older_than last',
  older_than: 'before not_within_last olderThan',
});

export function namesOf(operator: string): readonly string[] {
  return NAME_TABLE.get(operator) ?? [];
}

/** The operator that holds exactly when another does not, as far as one exists. */
export const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['equals', 'not_equals'],
  ['not_equals', 'equals'],
  ['in', 'not_in'],
  ['not_in', 'in'],
  ['greater_than', 'at_most'],
  ['at_most', 'greater_than'],
  ['less_than', 'at_least'],
  ['at_least', 'less_than'],
]);
