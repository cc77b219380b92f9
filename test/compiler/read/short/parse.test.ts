import { describe, expect, test } from 'vitest';
import { createReport } from '../../../../compiler/diagnostics/report.ts';
import { parseConstructor, parseShort } from '../../../../compiler/read/short/parse.ts';
import type { SourceText } from '../../../../compiler/syntax.ts';
import { show } from './show.ts';

function sourceOf(text: string): SourceText {
  const spanOf = (start: number, end: number) => ({ file: 'rules.yaml', start, end });
  return { text, at: spanOf(0, text.length), spanOf };
}

/** The tree in one line, or its problem: `code at "written" -> suggestion`. */
function parse(text: string): string {
  const report = createReport();
  const tree = parseShort(sourceOf(text), report);
  const found = report.sorted();
  if (tree !== null) return found.length === 0 ? show(tree) : 'a tree and problems';
  return found
    .map(({ code, at, suggestion }) => {
      const place = `${code} at ${JSON.stringify(text.slice(at.start, at.end))}`;
      return suggestion === null ? place : `${place} -> ${suggestion}`;
    })
    .join('; ');
}

const TREES: readonly (readonly [text: string, tree: string])[] = [
  ['input.rows > 1000', '(input.rows > 1000)'],
  ['a.b == "x" and not b.c or d.e', '(((a.b == "x") and (not b.c)) or d.e)'],
  ['a.b == 1 && b.c == 2 || !d.e', '(((a.b == 1) and (b.c == 2)) or (not d.e))'],
  ['not a in b', '(not (a in b))'],
  ['a not in ["x", \'y\']', '(a not in ["x", "y"])'],
  ['a + b * c - d', '((a + (b * c)) - d)'],
  ['(a + b) * c', '((a + b) * c)'],
  ['a-b == 1', '(a-b == 1)'],
  ['a - b == 1', '((a - b) == 1)'],
  ['-5 < -a.n', '(-5 < (- a.n))'],
  ['a.n == 1.50', '(a.n == 1.50f)'],
  ['a.n < 1e3', '(a.n < 1e3f)'],
  ['a.t.older_than(5m)', 'a.t.older_than(time 5m)'],
  ['a.s.matches(`^\\d+$`)', 'a.s.matches(raw "^\\\\d+$")'],
  ['a.s == "say \\"no\\"\\n"', '(a.s == "say \\"no\\"\\n")'],
  ['input["content-type"][-1].x? == true', '(input["content-type"][-1].x? == true)'],
  ['const.limits[input.kind] < input.n', '(const.limits[input.kind] < input.n)'],
  ['hostNetwork ?? false', '(hostNetwork ?? false)'],
  ['(input.rows ?? 0) > 1000', '((input.rows ?? 0) > 1000)'],
  ['f(input.rows ?? -1, 2)', 'f((input.rows ?? -1), 2)'],
  ['exists(order)', 'exists<order in order>'],
  ['exists(x in input.items?, x.price > 3)', 'exists<x in input.items?, (x.price > 3)>'],
  ['forall(order, order.open, order.paid)', 'forall<order in order, order.open, order.paid>'],
  ['count(o in order, o.open) >= 2', '(count<o in order, o.open> >= 2)'],
  ['min(order, order.total) < min(a, b)', '(min(order, order.total) < min(a, b))'],
  ['key(v).starts_with("aws_")', 'key(v).starts_with("aws_")'],
  ['a.x\n  and b.y', '(a.x and b.y)'],
];

const SLIPS: readonly (readonly [text: string, problem: string])[] = [
  ['', 'short-expected at ""'],
  ['a == ', 'short-expected at ""'],
  ['a = b', 'short-assignment at "=" -> =='],
  ['a := b', 'short-assignment at ":=" -> =='],
  ['f(a = b)', 'short-assignment at "=" -> =='],
  ['a < b < c', 'short-chained at "<"'],
  ['!a == b', 'short-bang at "!" -> not a == …'],
  ['!a in b', 'short-bang at "!" -> a not in …'],
  ['a === b', 'short-foreign at "==="'],
  ['a <> b', 'short-foreign at "<>"'],
  ['a =~ `x`', 'short-foreign at "=~"'],
  ['a is not b', 'short-foreign at "is"'],
  ['a matches `x`', 'short-foreign at "matches"'],
  ['a like "x%"', 'short-foreign at "like"'],
  ['some x in p', 'short-foreign at "some"'],
  ['every x in p { x }', 'short-foreign at "{" -> forall(x in p, …)'],
  ['a ? b : c', 'short-foreign at ":"'],
  ['/^a/', 'short-foreign at "/"'],
  ['null == a', 'short-null at "null"'],
  ['a == null', 'short-null at "null"'],
  ['a?.b', 'short-optional at "?" -> a.b?'],
  ['p[_].a', 'short-index at "_" -> exists(x in p, …)'],
  ['p[*].a', 'short-index at "*" -> exists(x in p, …)'],
  ['count(input.items) > 2', 'short-binder at "input" -> size(input.items)'],
  ['exists(input.items, x)', 'short-binder at "input" -> exists(x in input.items, …)'],
  ['$a.b == 1', 'short-character at "$"'],
  ['?a == 1', 'short-character at "?"'],
  ['a == "b', 'short-unclosed at "\\""'],
  ['a == "\\d"', 'short-escape at "\\\\d"'],
  ['a.b ?? 1 > 2', 'short-coalesce at "??" -> (a.b ?? 1)'],
  ['1 < a.b ?? 2', 'short-coalesce at "??" -> (a.b ?? 2)'],
  ['not a ?? true', 'short-coalesce at "??" -> (a ?? true)'],
  ['a ?? b', 'short-coalesce at "b"'],
  ['f(x) ?? 1', 'short-coalesce at "??"'],
  ['a b', 'short-expected at "b"'],
  ['a and', 'short-expected at ""'],
  ['(a', 'short-expected at ""'],
  ['a)', 'short-expected at ")"'],
  ['a..b', 'short-expected at "."'],
  ['5minutes > a', 'short-expected at "minutes"'],
];

describe('an infix expression', () => {
  test.each(TREES)('%s', (text, tree) => {
    expect(parse(text)).toBe(tree);
  });

  test('of 100 levels is read, and one more is refused', () => {
    expect(parse(`${'('.repeat(100)}a${')'.repeat(100)}`)).toBe('a');
    expect(parse(`${'('.repeat(101)}a${')'.repeat(101)}`)).toBe('short-nesting at "a"');
    expect(parse(`${'not '.repeat(101)}a`)).toBe('short-nesting at "a"');
  });

  test('of 10,000 tokens is read, and one more is refused', () => {
    const sum = Array.from({ length: 5_000 }, () => 'a').join(' + ');
    expect(parse(`${sum} +`)).toBe('short-expected at ""');
    expect(parse(`${sum} + a`)).toMatch(/^short-too-long at/);
  });
});

describe('a slip is an error at its place', () => {
  test.each(SLIPS)('%s', (text, problem) => {
    expect(parse(text)).toBe(problem);
  });
});

describe('a constructor', () => {
  const construct = (text: string): string => {
    const report = createReport();
    const tree = parseConstructor(sourceOf(text), report);
    if (tree === null)
      return report
        .sorted()
        .map(({ code }) => code)
        .join(' ');
    return `${tree.name.value}(${tree.values.map(({ slot, value }) => `${slot.value}: ${show(value)}`).join(', ')})`;
  };
  test.each([
    ['freeze', 'freeze()'],
    ['freeze()', 'freeze()'],
    ['t(a = 1, b = input.rows ?? 0)', 't(a: 1, b: (input.rows ?? 0))'],
    ['t(a: 1)', 'short-foreign'],
    ['t(a == 1)', 'short-expected'],
    ['t(a = 1', 'short-expected'],
    ['t(a = 1) b', 'short-constructor'],
    ['t(1)', 'short-constructor'],
    ['"t"', 'short-constructor'],
  ])('%s', (text, shown) => {
    expect(construct(text)).toBe(shown);
  });
});
