import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OPERATOR_NAMES } from '../../../compiler/language/operators/table.ts';
import { check, leftSide, ruleText } from './check.ts';

const onA = (...conditions: readonly string[]) => `{ template: a, conditions: [${conditions.join(', ')}] }`;
const expression = (slot: string, text: string) => `{ slot: ${slot}, expression: ${JSON.stringify(text)} }`;

const LOWERED: readonly (readonly [slot: string, expression: string, field: string])[] = [
  ['sym', 'equals(read)', '(sym read)'],
  ['sym', 'equals("read")', '(sym read)'],
  ['str', 'equals(a phrase)', '(str "a phrase")'],
  ['str', 'equals("say \\"hi\\"")', '(str "say \\"hi\\"")'],
  ['str', 'equals()', '(str "")'],
  ['str', 'equals(3)', '(str "3")'],
  ['int', 'equals(3)', '(int 3)'],
  ['int', 'equals(9223372036854775807)', '(int 9223372036854775807)'],
  ['flt', 'equals(3)', '(flt 3.0)'],
  ['sym', 'not_equals(read)', '(sym ~read)'],
  ['sym', 'in([read])', '(sym read)'],
  ['sym', 'in([read, write])', '(sym ?a-sym&:(or (eq ?a-sym read) (eq ?a-sym write)))'],
  ['flt', 'in([1, 2.5])', '(flt ?a-flt&:(or (eq ?a-flt 1.0) (eq ?a-flt 2.5)))'],
  ['sym', 'not_in([read, write])', '(sym ~read&~write)'],
  ['int', 'greater_than(3)', '(int ?a-int&:(> ?a-int 3))'],
  ['int', 'greater_than(2.5)', '(int ?a-int&:(> ?a-int 2.5))'],
  ['int', 'less_than(3)', '(int ?a-int&:(< ?a-int 3))'],
  ['flt', 'at_least(3)', '(flt ?a-flt&:(>= ?a-flt 3.0))'],
  ['flt', 'at_most(-0.5)', '(flt ?a-flt&:(<= ?a-flt -0.5))'],
  ['int', 'between(1, 9)', '(int ?a-int&:(>= ?a-int 1)&:(<= ?a-int 9))'],
  ['str', 'contains(x)', '(str ?a-str&:(neq (str-index "x" ?a-str) FALSE))'],
  ['str', 'starts_with(x)', '(str ?a-str&:(eq (str-index "x" ?a-str) 1))'],
  [
    'str',
    'ends_with(xyz)',
    '(str ?a-str&:(eq (sub-string (- (str-length ?a-str) 2) (str-length ?a-str) ?a-str) "xyz"))',
  ],
  ['sym', 'contains(x)', '(sym ?a-sym&:(neq (str-index "x" ?a-sym) FALSE))'],
  ['str', 'matches(^a{1,2}|b$)', '(str ?a-str&:(service-matches "^a{1,2}|b$" ?a-str))'],
  ['str', 'not_contains(x)', '(str ?a-str&:(not (neq (str-index "x" ?a-str) FALSE)))'],
  ['str', 'not_starts_with(x)', '(str ?a-str&:(not (eq (str-index "x" ?a-str) 1)))'],
  [
    'str',
    'not_ends_with(xyz)',
    '(str ?a-str&:(not (eq (sub-string (- (str-length ?a-str) 2) (str-length ?a-str) ?a-str) "xyz")))',
  ],
  ['str', 'not_matches([a,b])', '(str ?a-str&:(not (service-matches "[a,b]" ?a-str)))'],
  ['sym', 'equals_ignore_case(Read)', '(sym ?a-sym&:(service-equals-ignore-case? "Read" ?a-sym))'],
  ['str', 'not_equals_ignore_case("")', '(str ?a-str&:(not (service-equals-ignore-case? "" ?a-str)))'],
  [
    'str',
    'in_ignore_case([a, b])',
    '(str ?a-str&:(or (service-equals-ignore-case? "a" ?a-str) (service-equals-ignore-case? "b" ?a-str)))',
  ],
  ['str', 'not_in_ignore_case([a])', '(str ?a-str&:(not (service-equals-ignore-case? "a" ?a-str)))'],
  ['str', 'in_cidr(10.0.0.0/8)', '(str ?a-str&:(service-in-cidr? "10.0.0.0/8" ?a-str))'],
  [
    'str',
    'not_in_cidr([10.0.0.0/8, "fd00::/8"])',
    '(str ?a-str&:(not (or (service-in-cidr? "10.0.0.0/8" ?a-str) (service-in-cidr? "fd00::/8" ?a-str))))',
  ],
  ['str', 'glob("/srv/*/log-?.txt")', '(str ?a-str&:(service-glob? "/srv/*/log-?.txt" ?a-str))'],
  ['str', 'not_glob(/srv/**)', '(str ?a-str&:(not (service-glob? "/srv/**" ?a-str)))'],
  ['str', 'path_within(/srv/app)', '(str ?a-str&:(service-path-within? "/srv/app" ?a-str))'],
  ['str', 'not_path_within(/srv)', '(str ?a-str&:(not (service-path-within? "/srv" ?a-str)))'],
  ['str', 'host_within(example.com)', '(str ?a-str&:(service-host-within? "example.com" ?a-str))'],
  ['str', 'not_host_within(a.b)', '(str ?a-str&:(not (service-host-within? "a.b" ?a-str)))'],
  ['str', 'semver_satisfies(">=1.2 <2")', '(str ?a-str&:(service-semver-satisfies? ">=1.2 <2" ?a-str))'],
  ['level', 'below(high)', '(level ?a-level&:(< -1 (clearance-rank ?a-level) 2))'],
  ['level', 'meets_or_exceeds(mid)', '(level ?a-level&:(>= (clearance-rank ?a-level) 1 0))'],
  ['level', 'within_scope(mid)', '(level ?a-level&:(<= 0 (clearance-rank ?a-level) 1))'],
  ['str', 'in_compartment(" x ")', '(str ?a-str&:(compartment-held ?a-str "x"))'],
  ['str', 'has_compartments("x|y")', '(str ?a-str&:(compartments-cover ?a-str "x|y"))'],
  [
    'level',
    'dominates(mid, "x", clearance)',
    '(compartments ?a-compartments) (level ?a-level&:(>= (clearance-rank ?a-level) 1 0)' +
      '&:(compartments-cover ?a-compartments "x"))',
  ],
  ['level', 'dominates(mid, "", clearance)', '(level ?a-level&:(>= (clearance-rank ?a-level) 1 0))'],
];

describe('operators with literals', () => {
  test.each(LOWERED)('%s: %s', (slot, text, field) => {
    expect(leftSide([onA(expression(slot, text))])).toEqual([`(a ${field})`]);
  });

  test.each([
    'contains("")',
    'starts_with("")',
    'ends_with("")',
    'has_compartments("")',
    'has_compartments(" | ")',
  ])('%s is true of every value and leaves no test', (text) => {
    expect(leftSide([onA(expression('str', text))])).toEqual(['(a)']);
  });
});

const JOINED: readonly (readonly [slot: string, expression: string, field: string])[] = [
  ['sym', 'equals($o.sym)', '(sym ?o-sym)'],
  ['sym', 'not_equals($o.sym)', '(sym ~?o-sym)'],
  ['sym', 'in([$o.sym, x])', '(sym ?a-sym&:(or (eq ?a-sym ?o-sym) (eq ?a-sym x)))'],
  ['int', 'greater_than($o.int)', '(int ?a-int&:(> ?a-int ?o-int))'],
  ['flt', 'at_most($o.int)', '(flt ?a-flt&:(<= ?a-flt ?o-int))'],
  [
    'str',
    'contains($o.sym)',
    '(str ?a-str&:(or (= (str-length ?o-sym) 0) (neq (str-index ?o-sym ?a-str) FALSE)))',
  ],
  [
    'str',
    'starts_with($o.str)',
    '(str ?a-str&:(or (= (str-length ?o-str) 0) (eq (str-index ?o-str ?a-str) 1)))',
  ],
  [
    'str',
    'ends_with($o.str)',
    '(str ?a-str&:(or (= (str-length ?o-str) 0) (eq (sub-string (- (str-length ?a-str) (- (str-length ?o-str) 1))' +
      ' (str-length ?a-str) ?a-str) (str-cat ?o-str))))',
  ],
  ['str', 'glob($o.str)', '(str ?a-str&:(service-glob? ?o-str ?a-str))'],
  ['str', 'not_in_cidr($o.sym)', '(str ?a-str&:(not (service-in-cidr? ?o-sym ?a-str)))'],
  [
    'str',
    'not_contains($o.str)',
    '(str ?a-str&:(not (or (= (str-length ?o-str) 0) (neq (str-index ?o-str ?a-str) FALSE))))',
  ],
  [
    'sym',
    'in_ignore_case([x, $o.str])',
    '(sym ?a-sym&:(or (service-equals-ignore-case? "x" ?a-sym) (service-equals-ignore-case? ?o-str ?a-sym)))',
  ],
  ['level', 'below($o.sym)', '(level ?a-level&:(< -1 (clearance-rank ?a-level) (clearance-rank ?o-sym)))'],
  ['str', 'has_compartments($o.str)', '(str ?a-str&:(compartments-cover ?a-str ?o-str))'],
  ['str', 'in_compartment($o.sym)', '(str ?a-str&:(compartment-held ?a-str ?o-sym))'],
];

describe('operators with references', () => {
  test.each(JOINED)('%s: %s', (slot, text, field) => {
    const [, second] = leftSide(['{ template: b, alias: $o }', onA(expression(slot, text))]);
    expect(second).toBe(`(a ${field})`);
  });

  test('the slot referred to is bound in the aliased pattern', () => {
    const [first] = leftSide(['{ template: b, alias: $o }', onA(expression('sym', 'equals($o.sym)'))]);
    expect(first).toBe('(b (sym ?o-sym))');
  });
});

const REFUSED: readonly (readonly [slot: string, expression: string, code: string])[] = [
  ['sym', 'equal(x)', 'unknown-operator (equals)'],
  ['sym', 'count_exceed(x)', 'unknown-operator (count_exceeds)'],
  ['sym', 'equals(x, y)', 'argument-count'],
  ['sym', 'between(x)', 'operator-slot-type'],
  ['int', 'between(1)', 'argument-count'],
  ['int', 'equals([1])', 'argument-kind'],
  ['int', 'in(1)', 'argument-kind'],
  ['int', 'in([])', 'never-holds'],
  ['str', 'not_contains("")', 'never-holds'],
  ['str', 'not_starts_with("")', 'never-holds'],
  ['str', 'not_ends_with("")', 'never-holds'],
  ['str', 'not_matches((a)', 'bad-pattern'],
  ['str', 'in_cidr(10.0.0.0/33)', 'bad-argument'],
  ['str', 'not_in_cidr([10.0.0.0/8, 10.0.0])', 'bad-argument'],
  ['str', 'in_cidr([])', 'never-holds'],
  ['str', 'in_cidr([[a]])', 'argument-kind'],
  ['int', 'in_cidr(10.0.0.1)', 'operator-slot-type'],
  ['str', 'path_within(/a/../..)', 'bad-argument'],
  ['str', 'not_path_within("")', 'bad-argument'],
  ['str', 'host_within("*.example.com")', 'bad-argument'],
  ['str', 'not_host_within(https://example.com)', 'bad-argument'],
  ['str', 'semver_satisfies(new)', 'bad-argument'],
  ['str', 'glob()', 'argument-count'],
  ['int', 'equals(x)', 'wrong-literal'],
  ['int', 'equals("3")', 'wrong-literal'],
  ['int', 'equals(3.0)', 'wrong-literal'],
  ['int', 'equals(9223372036854775808)', 'integer-out-of-range'],
  ['flt', 'equals(1e999)', 'float-not-finite'],
  ['sym', 'equals(two words)', 'wrong-literal'],
  ['sym', 'equals(3)', 'wrong-literal'],
  ['sym', 'equals()', 'wrong-literal'],
  ['sym', 'greater_than(3)', 'operator-slot-type'],
  ['str', 'less_than(3)', 'operator-slot-type'],
  ['int', 'contains(3)', 'operator-slot-type'],
  ['colour', 'equals(rde)', 'value-not-allowed (red)'],
  ['colour', 'not_equals(purple)', 'value-not-allowed'],
  ['colour', 'in([red, purple])', 'value-not-allowed'],
  ['colour', 'not_in([red, green, blue])', 'never-holds'],
  ['int', 'between(3, 2)', 'never-holds'],
  ['str', 'matches((a)', 'bad-pattern'],
  ['str', 'matches((?=a))', 'bad-pattern'],
  ['str', 'matches($o.str)', 'bad-pattern'],
  ['level', 'below(low)', 'never-holds'],
  ['level', 'below(hihg)', 'unknown-level (high)'],
  ['level', 'dominates(low, x, clearanec)', 'unknown-hierarchy (clearance)'],
  ['level', 'dominates(low, x, [clearance])', 'argument-kind'],
  ['str', 'in_compartment("a|b")', 'compartment-name'],
  ['sym', 'equals($o.sym)', 'unknown-alias'],
  ['sym', 'equals(?x)', 'unbound-name'],
];

describe('refused conditions', () => {
  test.each(REFUSED)('%s: %s', (slot, text, code) => {
    const { found, ruleset } = check(ruleText([onA(expression(slot, text))]));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual([code]);
    expect(ruleset).toBeNull();
  });

  test.each([
    ['sym', 'equals($o.str)'],
    ['int', 'greater_than($o.str)'],
    ['flt', 'equals($o.int)'],
    ['str', 'contains($o.int)'],
    ['level', 'below($o.int)'],
  ])('%s: %s compares types that never meet', (slot, text) => {
    const { found } = check(ruleText(['{ template: b, alias: $o }', onA(expression(slot, text))]));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual(['types-never-meet']);
  });

  test('a level operator without any hierarchy', () => {
    const text = `templates: [{ name: t, slots: [{ name: s, type: symbol }] }]
rules:
  - name: r
    when: [{ template: t, conditions: [{ slot: s, expression: below(x) }] }]
    then: { action: deny }
`;
    expect(check(text).found).toEqual(['4:63 no-hierarchy']);
  });
});

test('docs/reference/operators.md lists exactly the operators of the tables', () => {
  const page = readFileSync(new URL('../../../docs/reference/operators.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z_]+)\(/gm)].map(([, name]) => name);
  expect(listed).toEqual(OPERATOR_NAMES);
});
