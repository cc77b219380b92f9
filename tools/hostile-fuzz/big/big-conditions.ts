import { on, onePattern, pattern, rules, times, type BigText } from './big-text.ts';

const asked = (name: string, slot: string, expression: (n: number) => string): BigText =>
  rules(name, (n) => pattern(on(slot, expression(n))));
const words = (count: number, from: number): string => times(count, (n) => `w${from + n}`, ', ');

const TEXT_OPERATORS = [
  'contains',
  'starts_with',
  'not_ends_with',
  'equals_ignore_case',
  'not_glob',
  'path_within',
  'host_within',
];

/** Conditions of a slot: operators, lists of values, times and counts. */
export const BIG_CONDITIONS: readonly BigText[] = [
  ...TEXT_OPERATORS.map((operator) => asked(operator, 's', (n) => `${operator}(word${n})`)),
  asked('in of many', 'y', (n) => `in([${words(5_000, n)}])`),
  asked('in of a few', 'y', (n) => `in([${words(20, n)}])`),
  asked('not_in of many', 's', (n) => `not_in([${words(5_000, n)}])`),
  asked('in_ignore_case of many', 's', (n) => `in_ignore_case([${words(5_000, n)}])`),
  asked('has_any of many', 'l', (n) => `has_any([${words(5_000, n)}])`),
  asked('only of many', 'l', (n) => `only([${words(5_000, n)}])`),
  asked('has', 'l', (n) => `has(w${n})`),
  asked(
    'in_cidr of many',
    's',
    (n) => `in_cidr([${times(4_000, (i) => `10.${i % 256}.${(i >> 8) + n}.0/24`, ', ')}])`,
  ),
  asked('semver_satisfies', 's', (n) => `semver_satisfies("^1.${n}.0 || ~2.${n}.1 || 3.x")`),
  asked(
    'a long range of versions',
    's',
    (n) => `semver_satisfies("${times(3_000, (i) => `^1.${i}.${n}`, ' || ')}")`,
  ),
  asked('a long glob', 's', () => `glob("${'*?'.repeat(500)}")`),
  asked('globs of braces', 's', (n) => `glob("{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}**/*${n}")`),
  asked('a long path', 's', (n) => `path_within("${'/a'.repeat(10_000)}${n}")`),
  asked('between', 'n', (n) => `between(${n}, ${n + 10})`),
  asked('before', 'at', (n) => `before(${n})`),
  asked('times of day', 'at', (n) => `time_of_day_between("09:${10 + (n % 50)}", "17:30", "Europe/Berlin")`),
  asked('weekdays', 'at', () => 'weekday_in([mon, tue, wed], "America/New_York")'),
  asked('within_last', 'at', (n) => `within_last(${n + 1}s)`),
  asked('count_exceeds', 'n', (n) => `count_exceeds(t, s, word${n}, ${n})`),
  asked('count_exceeds of variables', 's', (n) => `count_exceeds(u, s, $t.s, ${n})`),
  asked('rate_exceeds', 'n', (n) => `rate_exceeds(t, s, word${n}, 3, ${n + 1}, f)`),
  asked('distinct_count', 'n', (n) => `distinct_count(t, s, y, ${n})`),
  asked(
    'sequences',
    'n',
    (n) =>
      `sequence_detected([${times(32, (i) => `{template: t, slot: s, value: w${i + n}, slot_ts: f}`, ', ')}], 60)`,
  ),
  asked(
    'sequences of many steps',
    'n',
    () =>
      `sequence_detected([${times(900, (i) => `{template: t, slot: s, value: w${i}, slot_ts: f}`, ', ')}], 60)`,
  ),
  asked('lists in lists', 's', () => `in(${'['.repeat(10_000)}`),
  asked('parentheses', 's', () => `equals(${'('.repeat(10_000)}`),
  asked('long texts', 's', (n) => `equals("${'x'.repeat(50_000)}${n}")`),
  asked('escapes', 's', () => `equals("${'\\n'.repeat(20_000)}")`),
  asked('arguments', 's', () => `equals(${words(5_000, 0)})`),
  asked('words in contradiction', 'y', (n) => `in([w${n}])'}, {slot: y, expression: 'not_equals(w${n})`),
  rules('many conditions of a slot', () =>
    pattern(...Array.from({ length: 500 }, (_, n) => on('s', `not_equals(w${n})`))),
  ),
  rules('many tests of a pattern', () =>
    pattern('{slot: n, bind: "?n"}', ...Array.from({ length: 500 }, (_, n) => `{test: "(> ?n ${n})"}`)),
  ),
  rules('clocks', (n) => pattern(`{now: 'after(${n})'}`)),
  onePattern('one pattern of not_equals', (n) => on('s', `not_equals(w${n})`)),
  onePattern('one pattern of not_in', (n) => on('y', `not_in([w${n}, v${n}])`)),
  onePattern('one pattern of greater_than', (n) => on('n', `greater_than(${n})`)),
  onePattern('one pattern of less_than', (n) => on('n', `at_least(-${n})`)),
  onePattern('one pattern of binds', (n) => `{slot: n, bind: "?v${n}"}`),
  onePattern('one pattern of tests', (n) => `{test: "(> 1 ${n})"}`),
  onePattern('one pattern of contains', (n) => on('s', `contains(w${n})`)),
  onePattern('one pattern of matches', (n) => on('s', `matches(w${n}+)`)),
  onePattern('one pattern of counts', (n) => on('n', `count_exceeds(t, s, w${n}, ${n})`)),
  onePattern('one pattern of sizes', (n) => on('l', `size_at_least(${n})`)),
  onePattern('one pattern of lists', (n) => on('l', `has_not(w${n})`)),
];
