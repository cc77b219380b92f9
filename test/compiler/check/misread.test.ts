import { describe, expect, test } from 'vitest';
import { check, checkGood, codesIn, ruleText } from './check.ts';

/** The codes that a condition on a slot of template `a` gets. */
function codesOf(slot: string, expression: string): readonly string[] {
  const entry = `{ template: a, conditions: [{ slot: ${slot}, expression: ${JSON.stringify(expression)} }] }`;
  return codesIn(ruleText([entry]));
}

function suggestions(text: string): readonly string[] {
  return check(text).found.map((problem) => problem.replace(/^\S+ /, ''));
}

test('a slot value that names an alias with a capital letter is a reference', () => {
  const then = '{ action: allow, assert: [{ template: a, slots: { str: B.str } }] }';
  const text = ruleText(['{ template: a, alias: $b }'], then);
  expect(suggestions(text).join()).toContain('looks-like-reference');
});

describe('conditions as other languages write them', () => {
  test.each([
    ['not_equals(root) and not_equals(admin)', 'expression-behind'],
    ['not_equals(root) && not_equals(admin)', 'expression-behind'],
    ['equals(a) or equals(b)', 'expression-behind'],
    ['not_equals("root") and not_equals("admin")', 'expression-behind'],
    ['in([a, b]) and not_equals(c)', 'expression-behind'],
    ['equals(a), equals(b)', 'expression-behind'],
    ['equals(a) # only a', 'expression-behind'],
    ['not_equals(literal(a)) and not_equals(literal(b))', 'expression-behind'],
    ['equals($a.str) and equals(b)', 'expression-behind'],
    ['contains( :) )', 'expression-behind'],
    ['equals(root or admin)', 'expression-joined'],
    ['equals(root || admin)', 'expression-joined'],
    ['not_equals(root AND admin)', 'expression-joined'],
    ['equals(not(root))', 'expression-call'],
    ['equals(upcase(x))', 'expression-call'],
    ['equals((upcase ?x))', 'expression-call'],
    ["contains('..')", 'foreign-quotes'],
    ['contains(`..`)', 'foreign-quotes'],
    ['contains(\u201c..\u201d)', 'foreign-quotes'],
    ['contains(\u00ab..\u00bb)', 'foreign-quotes'],
    ["in(['root', 'admin'])", 'foreign-quotes'],
    ["matches('^a$')", 'foreign-quotes'],
    ['matches(/^a$/i)', 'bad-pattern'],
    ['matches(^a$) or matches(^b$)', 'bad-pattern'],
  ])('%s', (expression, code) => {
    expect(codesOf('str', expression)).toContain(code);
  });

  test.each([
    'input.b.str',
    'data.b.str',
    'b->str',
    'b:str',
    'b::str',
    'b["str"]',
    '@b.str',
    '&b.str',
    '=b.str',
    '<b.str>',
    '#{b.str}',
    'B.str',
    '$B.str',
    'value: $b.str',
    'value=$b.str',
  ])('equals(%s) beside the alias $b is a reference', (text) => {
    const first = '{ template: a, alias: $b }';
    const second = `{ template: a, conditions: [{ slot: str, expression: ${JSON.stringify(`equals(${text})`)} }] }`;
    expect(suggestions(ruleText([first, second])).join()).toMatch(
      /looks-like-reference|unknown-alias|unbound|\$b\.str/,
    );
    expect(codesIn(ruleText([second]))).not.toContain('looks-like-reference: $b.str');
  });

  test.each([
    'equals("root and admin")',
    'equals(literal(f(x)))',
    'contains(&&)',
    "contains(O'Brien)",
    `contains("'x'")`,
    'equals("f(x)")',
    'matches(a|b)',
    'matches(/srv/)',
  ])('%s means what it says', (expression) => {
    expect(codesOf('str', expression)).toEqual([]);
  });

  test('digits in groups', () => {
    expect(codesOf('int', 'in([1,000])')).toEqual(['digit-groups']);
    expect(codesOf('int', 'in([80,443])')).toEqual([]);
  });

  test('the message shows both ways to write it', () => {
    const { messages } = check(
      ruleText(['{ template: a, conditions: [{ slot: str, expression: not_equals(a) and not_equals(b) }] }']),
    );
    expect(messages[0]).toMatch(/unexpected `and not_equals\(b\)`.*one condition per part.*`any`/);
  });
});

describe('keys without a value', () => {
  test.each([
    ['a condition whose lines are comments', ruleText(['{ template: a, conditions: }']), 'conditions'],
    ['a template', 'templates: [{ name: t, from:, slots: [] }]', 'from'],
    [
      'a slot',
      'templates: [{ name: t, slots: [{ name: s, type: symbol, allowed_values: null }] }]',
      'allowed_values',
    ],
    ['a document', 'decide:\n', 'decide'],
    ['a section', 'templates: ~\n', 'templates'],
    ['a right side', ruleText(['{ template: a }'], '{ action: deny, obligations: }'), 'obligations'],
  ])('%s', (_, text, key) => {
    const { found, messages } = check(text);
    expect(found.some((problem) => / empty-key/.test(problem))).toBe(true);
    expect(messages).toContain(`\`${key}\` has no value: add one, or remove the key`);
  });

  test('a key of the author may have none', () => {
    checkGood(`x-note:\n${ruleText(['{ template: a }'])}`);
  });
});

describe('expressions that never mean what they say', () => {
  const bind = (slot: string, test: string): string =>
    ruleText([
      `{ template: a, conditions: [{ slot: ${slot}, bind: "?v" }, { test: ${JSON.stringify(test)} }] }`,
    ]);
  const list = (test: string): string => `templates:
  - { name: l, slots: [{ name: tags, type: string, list: true }, { name: ids, type: integer, list: true }, { name: ok, type: boolean }, { name: at, type: time }] }
rules:
  - name: r
    when: [{ template: l, conditions: [{ slot: tags, bind: "$?tags" }, { slot: ids, bind: "$?ids" }, { slot: ok, bind: "?ok" }, { slot: at, bind: "?at" }, { test: ${JSON.stringify(test)} }] }]
    then: { action: deny }
`;

  test.each([
    ['str', '(neq ?v root)', 'clips-never-equal ("root")'],
    ['str', '(eq ?v a "b")', 'clips-never-equal ("a")'],
    ['sym', '(eq ?v "root")', 'clips-never-equal (root)'],
    ['int', '(eq ?v 1.0)', 'clips-never-equal (1)'],
    ['flt', '(neq ?v 1)', 'clips-never-equal (1.0)'],
    ['int', '(neq ?v "1")', 'clips-never-equal'],
    ['str', '(eq (sym-cat ?v) ?v)', 'clips-never-equal'],
    ['str', '(member$ ?v (create$ root admin))', 'clips-never-equal ("root")'],
    ['str', '(eq (switch ?v (case root then 1) (default 2)) 1)', 'clips-never-equal ("root")'],
    ['str', '(and (eq ?v "a") true)', 'clips-truth-value (TRUE)'],
    ['str', '(not no)', 'clips-truth-value (FALSE)'],
    ['int', '(or ?v FALSE)', 'clips-truth-value'],
    ['int', '(if (> ?v 1) then TRUE else false)', 'clips-truth-value (FALSE)'],
    ['int', '(eq 1 (if ?v then 1 else 2))', 'clips-truth-value'],
  ])('%s: %s', (slot, expression, problem) => {
    expect(suggestions(bind(slot, expression))).toContain(problem);
  });

  test.each([
    ['(member$ root ?tags)', 'clips-never-equal ("root")'],
    ['(subsetp (create$ a b) ?tags)', 'clips-never-equal ("a")'],
    ['(subsetp ?tags (create$ a b))', 'clips-never-equal ("a")'],
    ['(subsetp ?tags ?ids)', 'clips-never-equal'],
    ['(eq ?tags (create$ a))', 'clips-never-equal ("a")'],
    ['(eq (nth$ 1 ?tags) root)', 'clips-never-equal ("root")'],
    ['(eq "1" (nth$ 1 ?ids))', 'clips-never-equal'],
    ['(neq (nth$ 1 ?ids) 1.0)', 'clips-never-equal (1)'],
    ['(eq (nth$ 2 (rest$ ?tags)) root)', 'clips-never-equal ("root")'],
    ['(eq (nth$ 1 (subseq$ (insert$ ?tags 1 "b") 1 2)) root)', 'clips-never-equal ("root")'],
    ['(eq (nth$ 1 (create$ ?tags "b")) root)', 'clips-never-equal ("root")'],
    ['(eq (nth$ 1 (sort str-compare "b" ?tags)) root)', 'clips-never-equal ("root")'],
    ['(member$ root (rest$ ?tags))', 'clips-never-equal ("root")'],
    ['(member$ (nth$ 1 ?ids) ?tags)', 'clips-never-equal'],
    ['(subsetp (create$ a) (first$ ?tags))', 'clips-never-equal ("a")'],
    ['(eq (rest$ ?tags) (create$ a))', 'clips-never-equal ("a")'],
    ['(eq (switch (nth$ 1 ?tags) (case root then 1) (default 2)) 1)', 'clips-never-equal ("root")'],
    ['(progn$ (?tag ?tags) (eq ?tag root))', 'clips-never-equal ("root")'],
    ['(foreach ?tag (rest$ ?tags) (if (eq ?tag root) then TRUE else FALSE))', 'clips-never-equal ("root")'],
    ['(progn$ (?tag ?tags) (progn$ (?id ?ids) (eq ?tag ?id)))', 'clips-never-equal'],
    ['(progn$ (?tag ?tags) (eq ?tag-index "1"))', 'clips-never-equal'],
    ['(progn$ (?id ?ids) (and ?id TRUE))', 'clips-truth-value'],
    ['(and (nth$ 1 ?tags) TRUE)', 'clips-truth-value'],
    ['(any-factp ((?l l)) (member$ root ?l:tags))', 'clips-never-equal ("root")'],
    ['(any-factp ((?l l)) (eq (nth$ 1 ?l:ids) "1"))', 'clips-never-equal'],
    ['(any-factp ((?l l)) (progn$ (?x ?l:tags) (eq ?x root)))', 'clips-never-equal ("root")'],
    ['(eq ?ok yes)', 'clips-never-equal (TRUE)'],
    ['(neq ?ok false)', 'clips-never-equal (FALSE)'],
    ['(eq ?at "2026-01-01T00:00:00Z")', 'clips-never-equal'],
  ])('lists and truth values: %s', (expression, problem) => {
    expect(suggestions(list(expression))).toContain(problem);
  });

  test.each([
    '(member$ "root" ?tags)',
    '(member$ 1 ?ids)',
    '(eq ?ok TRUE)',
    '(and ?ok (not ?ok))',
    '(eq (nth$ 1 ?tags) "a")',
    // `nth$` is nil beyond the end.
    '(eq (nth$ 1 ?tags) nil)',
    '(eq (nth$ 9 ?ids) (nth$ 9 ?tags))',
    '(eq (nth$ 1 ?ids) 1)',
    '(eq (nth$ 1 (create$ ?tags 1)) 1)',
    '(eq (nth$ 1 (explode$ "a b")) a)',
    '(eq ?tags (create$))',
    '(progn$ (?tag ?tags) (eq ?tag "root"))',
    '(progn$ (?tags ?ids) (eq ?tags 1))',
    '(any-factp ((?l l)) (member$ "root" ?l:tags))',
  ])('%s means what it says', (expression) => {
    expect(suggestions(list(expression))).toEqual([]);
  });

  test('a function that returns a word', () => {
    const text = bind('int', '(small ?v)').replace(
      'rules:',
      `functions:
  - { name: small, type: raw, body: "(deffunction small (?n) (if (< ?n 100) then TRUE else (deep)))" }
  - { name: deep, type: raw, body: "(deffunction deep () (return no))" }
rules:`,
    );
    expect(suggestions(text)).toEqual(['clips-truth-value (FALSE)']);
  });

  test.each([
    ['"FALSE"', 'clips-truth-value (FALSE)'],
    ['0', 'clips-truth-value (FALSE)'],
    ['7', 'clips-truth-value'],
  ])('a function that returns %s or a truth value', (value, expected) => {
    const text = bind('int', '(small ?v)').replace(
      'rules:',
      `functions:
  - { name: small, type: raw, body: ${JSON.stringify(`(deffunction small (?n) (if (< ?n 100) then (= ?n 1) else ${value}))`)} }
rules:`,
    );
    expect(suggestions(text)).toEqual([expected]);
  });

  test('the body of a function', () => {
    const text = `${ruleText(['{ template: a }'])}functions:
  - { name: f, type: raw, body: "(deffunction f (?n) (if (eq (str-cat ?n) a) then 1 else (while no (bind ?n 1))))" }
`;
    expect(suggestions(text)).toEqual(['clips-never-equal ("a")', 'clips-truth-value (FALSE)']);
  });
});

describe('texts that are meant as references', () => {
  const then = (value: string, slot = 'sym'): string =>
    ruleText(
      [`{ template: a, alias: $x, conditions: [{ slot: sym, bind: "?v" }] }`],
      `{ assert: [{ template: b, slots: { ${slot}: ${JSON.stringify(value)} } }] }`,
    );

  test.each([
    ['{x.sym}', 'not-filled-in'],
    ['{v}', 'not-filled-in'],
    ['a-{x.sym}', 'not-filled-in'],
    ['$x.sym.more', 'expression-reference'],
    ['$const.m[$x.sym]', 'expression-reference'],
    [`'a'`, 'foreign-quotes'],
  ])('%s in a symbol slot', (value, code) => {
    expect(codesIn(then(value))).toEqual([code]);
  });

  test('the message names the reference', () => {
    expect(check(then('{x.sym}')).messages).toEqual([
      'placeholders are filled in only in strings, but slot `sym` is SYMBOL: write `$x.sym`',
    ]);
  });

  test.each(['$x.str and more', 'about $x.str', '$const.n.m', '$x.str[0]'])(
    '%s in an obligation',
    (value) => {
      const properties = `{ p: ${JSON.stringify(value)} }`;
      const text = ruleText(
        ['{ template: a, alias: $x }'],
        `{ action: deny, obligations: [{ type: o, properties: ${properties} }] }`,
      );
      expect(codesIn(text)).toHaveLength(1);
    },
  );
});

describe('globs', () => {
  test.each(['glob("**/*.{pem,p12}")', 'glob(*.[ch])', 'not_glob(x[a-z]*)'])('%s', (expression) => {
    expect(codesOf('str', expression)).toEqual(['bad-argument']);
  });

  test('the value of a constant', () => {
    const text = ruleText(['{ template: a, conditions: [{ slot: str, expression: glob($const.g) }] }']);
    expect(codesIn(`constants: { g: "*.{pem,p12}" }\n${text}`)).toEqual(['bad-argument']);
  });

  test.each(['glob(literal(a[1].txt))', 'glob(**/*.pem)'])('%s', (expression) => {
    expect(codesOf('str', expression)).toEqual([]);
  });
});
