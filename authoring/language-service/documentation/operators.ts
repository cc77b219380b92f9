/** The meaning of an operator, and a condition in each form. */
interface OperatorText {
  readonly meaning: string;
  /** Of `expression`, in the long form. */
  readonly long: string;
  /** Of `if`, in the short form; `null` where that has none. */
  readonly short: string | null;
}

const row = (meaning: string, long: string, short: string | null): OperatorText => ({ meaning, long, short });
const opposite = (of: string, long: string, short: string): OperatorText =>
  row(`Holds exactly where \`${of}\` does not.`, long, short);

/**
 * THE table of texts about operators. Its conditions are about the facts of one template, `call`: a test compiles
 * them. docs/reference/operators.md has the whole rules.
 */
export const OPERATOR_TEXTS: Readonly<Record<string, OperatorText>> = {
  equals: row('The same value, of the same type.', 'equals(shell)', 'call.name == "shell"'),
  not_equals: row('Any other value.', 'not_equals(shell)', 'call.name != "shell"'),
  is_true: row('The slot is true.', 'is_true()', 'call.urgent'),
  is_false: row('The slot is false.', 'is_false()', 'not call.urgent'),
  in: row('One of the values of a list.', 'in([read, list])', 'call.name in ["read", "list"]'),
  not_in: row('None of the values of a list.', 'not_in([read, list])', 'call.name not in ["read", "list"]'),
  has_key: row('A key of a map among the constants.', 'has_key($const.limits)', 'call.name in const.limits'),
  has: row('The list has the value.', 'has(billing)', 'call.tags.has("billing")'),
  has_not: row('The list does not have the value.', 'has_not(billing)', 'not call.tags.has("billing")'),
  has_any: row(
    'The list has one of the values at least.',
    'has_any([billing, legal])',
    'call.tags.has_any(["billing", "legal"])',
  ),
  has_all: row(
    'Each of the values is in the list.',
    'has_all([billing, legal])',
    'call.tags.has_all(["billing", "legal"])',
  ),
  has_none: row(
    'The list has none of the values.',
    'has_none([billing, legal])',
    'not call.tags.has_any(["billing", "legal"])',
  ),
  only: row(
    'The list has no other values. An empty list passes.',
    'only([billing, legal])',
    'call.tags.only(["billing", "legal"])',
  ),
  is_empty: row('The list has no values.', 'is_empty()', 'call.tags.is_empty()'),
  not_empty: row('The list has one value at least.', 'not_empty()', 'not call.tags.is_empty()'),
  size_at_least: row('The list has n values or more.', 'size_at_least(2)', 'size(call.tags) >= 2'),
  size_at_most: row('The list has n values or fewer.', 'size_at_most(2)', 'size(call.tags) <= 2'),
  size_equals: row('The list has exactly n values.', 'size_equals(2)', 'size(call.tags) == 2'),
  greater_than: row('More than the number.', 'greater_than(100)', 'call.amount > 100'),
  less_than: row('Less than the number.', 'less_than(100)', 'call.amount < 100'),
  at_least: row('The number or more.', 'at_least(100)', 'call.amount >= 100'),
  at_most: row('The number or less.', 'at_most(100)', 'call.amount <= 100'),
  between: row(
    'From the first number to the second, both included.',
    'between(1, 100)',
    'call.amount.between(1, 100)',
  ),
  contains: row(
    'The text has the other in it. Letter case counts. Of a list of texts, one is enough.',
    'contains("rm -rf")',
    'call.name.contains("rm -rf")',
  ),
  not_contains: opposite('contains', 'not_contains("rm -rf")', 'not call.name.contains("rm -rf")'),
  starts_with: row(
    'The text begins with the other. Letter case counts. Of a list of texts, one is enough.',
    'starts_with("/srv/")',
    'call.path.starts_with("/srv/")',
  ),
  not_starts_with: opposite('starts_with', 'not_starts_with("/srv/")', 'not call.path.starts_with("/srv/")'),
  ends_with: row(
    'The text ends with the other. Letter case counts. Of a list of texts, one is enough.',
    'ends_with(".env")',
    'call.path.ends_with(".env")',
  ),
  not_ends_with: opposite('ends_with', 'not_ends_with(".env")', 'not call.path.ends_with(".env")'),
  matches: row(
    'A regular expression (RE2) matches somewhere in the text. Anchor it with `^` and `$`.',
    'matches(^db_[a-z]+$)',
    'call.name.matches("^db_[a-z]+$")',
  ),
  not_matches: opposite('matches', 'not_matches(^db_[a-z]+$)', 'not call.name.matches("^db_[a-z]+$")'),
  equals_ignore_case: row(
    'The same text, whatever its letter case.',
    'equals_ignore_case(shell)',
    'call.name.equals_ignore_case("shell")',
  ),
  not_equals_ignore_case: opposite(
    'equals_ignore_case',
    'not_equals_ignore_case(shell)',
    'not call.name.equals_ignore_case("shell")',
  ),
  in_ignore_case: row(
    'One of the texts, whatever its letter case.',
    'in_ignore_case([read, list])',
    'call.name.in_ignore_case(["read", "list"])',
  ),
  not_in_ignore_case: opposite(
    'in_ignore_case',
    'not_in_ignore_case([read, list])',
    'not call.name.in_ignore_case(["read", "list"])',
  ),
  in_cidr: row(
    'An IPv4 or IPv6 address in a network, or in one of a list of networks.',
    'in_cidr("10.0.0.0/8")',
    'call.address.in_cidr("10.0.0.0/8")',
  ),
  not_in_cidr: opposite('in_cidr', 'not_in_cidr("10.0.0.0/8")', 'not call.address.in_cidr("10.0.0.0/8")'),
  glob: row(
    'The whole text fits: `*` is any characters but `/`, `**` any characters, `?` one character but `/`. It resolves nothing, ' +
      'so `/srv/**` fits `/srv/../etc`: ask `path_within`, too.',
    'glob("/srv/**/*.txt")',
    'call.path.glob("/srv/**/*.txt")',
  ),
  not_glob: opposite('glob', 'not_glob("/srv/**/*.txt")', 'not call.path.glob("/srv/**/*.txt")'),
  path_within: row(
    'The folder itself or a path in it, with `.`, `..` and `//` resolved. A path that is written to mislead is in no folder: ' +
      'use it where a rule allows.',
    'path_within("/srv/app")',
    'call.path.path_within("/srv/app")',
  ),
  not_path_within: row(
    'Holds exactly where `path_within` does not, so also for a path that is written to mislead: use it where a rule denies.',
    'not_path_within("/srv/app")',
    'not call.path.path_within("/srv/app")',
  ),
  host_within: row(
    'A host, or an `http` or `https` URL, of the domain itself or of a subdomain. An unusual spelling is in no domain: use it ' +
      'where a rule allows.',
    'host_within("example.com")',
    'call.host.host_within("example.com")',
  ),
  not_host_within: row(
    'Holds exactly where `host_within` does not, so also for an unusual spelling: use it where a rule denies.',
    'not_host_within("example.com")',
    'not call.host.host_within("example.com")',
  ),
  semver_satisfies: row(
    'A version in a range of npm.',
    'semver_satisfies("^1.2")',
    'call.version.semver_satisfies("^1.2")',
  ),
  path_readable: row(
    'The text and the folder are paths that can be read, so `path_within` says something of them.',
    'path_readable("/srv")',
    'call.path.path_readable("/srv")',
  ),
  not_path_readable: opposite(
    'path_readable',
    'not_path_readable("/srv")',
    'not call.path.path_readable("/srv")',
  ),
  host_readable: row(
    'The text and the domain are hosts that can be read, so `host_within` says something of them.',
    'host_readable("example.com")',
    'call.host.host_readable("example.com")',
  ),
  not_host_readable: opposite(
    'host_readable',
    'not_host_readable("example.com")',
    'not call.host.host_readable("example.com")',
  ),
  ip_readable: row(
    'The text is an address and the network can be read, so `in_cidr` says something of them.',
    'ip_readable("10.0.0.0/8")',
    'call.address.ip_readable("10.0.0.0/8")',
  ),
  not_ip_readable: opposite(
    'ip_readable',
    'not_ip_readable("10.0.0.0/8")',
    'not call.address.ip_readable("10.0.0.0/8")',
  ),
  semver_readable: row(
    'The text is a version and the range can be read, so `semver_satisfies` says something of them.',
    'semver_readable("^1.2")',
    'call.version.semver_readable("^1.2")',
  ),
  not_semver_readable: opposite(
    'semver_readable',
    'not_semver_readable("^1.2")',
    'not call.version.semver_readable("^1.2")',
  ),
  before: row(
    'Earlier than a time. `now` is the clock.',
    'before("2027-01-01T00:00:00Z")',
    'call.at < "2027-01-01T00:00:00Z"',
  ),
  after: row(
    'Later than a time. `now` is the clock.',
    'after("2027-01-01T00:00:00Z")',
    'call.at > "2027-01-01T00:00:00Z"',
  ),
  not_after: row('At a time or earlier.', 'not_after(now)', 'call.at <= now'),
  not_before: row('At a time or later.', 'not_before(now)', 'call.at >= now'),
  time_of_day_between: row(
    'The time of day in a zone is from the first to the second; past midnight if the second is earlier.',
    'time_of_day_between("09:00", "17:30", "Europe/Berlin")',
    'call.at.time_of_day_between("09:00", "17:30", "Europe/Berlin")',
  ),
  weekday_in: row(
    'The day of the week in a zone is one of those named.',
    'weekday_in([sat, sun], "Europe/Berlin")',
    'call.at.weekday_in(["sat", "sun"], "Europe/Berlin")',
  ),
  below: row('A lower level of the hierarchy.', 'below(high)', 'call.level.below("high")'),
  meets_or_exceeds: row(
    'The level or a higher one.',
    'meets_or_exceeds(medium)',
    'call.level.meets_or_exceeds("medium")',
  ),
  within_scope: row('The level or a lower one.', 'within_scope(medium)', 'call.level.within_scope("medium")'),
  in_compartment: row(
    'The names in the slot, joined by bars, have this one.',
    'in_compartment(legal)',
    'call.compartments.in_compartment("legal")',
  ),
  has_compartments: row(
    'The names in the slot, joined by bars, have each of these.',
    'has_compartments("legal|finance")',
    'call.compartments.has_compartments("legal|finance")',
  ),
  dominates: row(
    'The level or a higher one, and each of the names is in the slot `compartments` of the same fact.',
    'dominates(medium, "legal", sensitivity)',
    'call.level.dominates("medium", "legal", "sensitivity")',
  ),
  within_last: row(
    'Not longer ago than that, and not in the future.',
    'within_last(15m)',
    'call.at.within_last(15m)',
  ),
  older_than: row('That long ago or longer.', 'older_than(90d)', 'call.at.older_than(90d)'),
  changed_within: row(
    'Less than that long ago, or in the future.',
    'changed_within(1h)',
    'call.at.changed_within(1h)',
  ),
  count_exceeds: row(
    'More than n facts of a template have the value in a slot.',
    'count_exceeds(call, name, shell, 3)',
    'call.name.count_exceeds(call, name, "shell", 3)',
  ),
  rate_exceeds: row(
    'More than n facts of a template have the value in a slot, and a time less than the given seconds ago.',
    'rate_exceeds(call, name, shell, 3, 60, at)',
    'call.name.rate_exceeds(call, name, "shell", 3, 60, at)',
  ),
  last_n: row(
    'At least n facts of a template have the value in a slot.',
    'last_n(call, name, shell, 3)',
    'call.name.last_n(call, name, "shell", 3)',
  ),
  distinct_count: row(
    'Some value of the first slot has more than n different values of the second.',
    'distinct_count(call, name, host, 5)',
    'call.name.distinct_count(call, name, host, 5)',
  ),
  sequence_detected: row(
    'Facts fit the steps in their order, from the first to the last in less than the given seconds.',
    'sequence_detected([{template: call, slot: name, value: read, slot_ts: at}, {template: call, slot: name, value: send, slot_ts: at}], 300)',
    null,
  ),
};
