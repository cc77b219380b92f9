import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { parseOperator } from '../../../compiler/read/operator.ts';
import type { ArgumentSyntax, OperatorSyntax } from '../../../compiler/syntax.ts';

interface Parsed {
  readonly operator: OperatorSyntax | null;
  /** `start-end code` of the report. */
  readonly found: readonly string[];
}

function parse(text: string): Parsed {
  const report = createReport();
  const spanOf = (start: number, end: number) => ({ file: 'rules.yaml', start, end });
  const operator = parseOperator({ text, at: spanOf(0, text.length), spanOf }, report);
  return { operator, found: report.sorted().map(({ at, code }) => `${at.start}-${at.end} ${code}`) };
}

/** Arguments as short text: a bare word as it is, quoted text as JSON. */
function show(arg: ArgumentSyntax): string {
  switch (arg.kind) {
    case 'bare':
      return arg.text;
    case 'quoted':
      return JSON.stringify(arg.text);
    case 'list':
      return `[${arg.items.map(show).join(';')}]`;
    case 'map':
      return `{${arg.entries.map(({ key, value }) => `${key.value}=${show(value)}`).join(';')}}`;
    case 'reference':
      return `ref ${arg.alias} ${arg.slot}`;
    case 'variable':
      return `var ${arg.name}`;
    case 'lookup':
      return `look up ${arg.map} ${show(arg.key)}`;
  }
}

const ARGUMENTS: readonly (readonly [text: string, args: readonly string[]])[] = [
  ['equals()', []],
  ['equals( )', []],
  ['equals(secret)', ['secret']],
  ['equals(top-secret level)', ['top-secret level']],
  ['equals("")', ['""']],
  ['equals("a, \\"b\\" \\\\ \\n)")', ['"a, \\"b\\" \\\\ \\n)"']],
  ['between(1, -2.50)', ['1', '-2.50']],
  ['in([a, "b c", 3])', ['[a;"b c";3]']],
  ['in([])', ['[]']],
  ['in([[a], [b]])', ['[[a];[b]]']],
  ['equals($req.agent-id)', ['ref req agent-id']],
  ['equals(?x)', ['var x']],
  ['at_most($const.limits[$call.tool])', ['look up limits ref call tool']],
  ['in([$const.a[?x], b])', ['[look up a var x;b]']],
  ['equals($5.00)', ['$5.00']],
  ['equals(?)', ['?']],
  ['contains(rm -rf (all))', ['rm -rf (all)']],
  ['contains(say "hi")', ['say "hi"']],
  ['contains(x[0])', ['x[0]']],
  [' equals ( a ) ', ['a']],
  [
    'sequence_detected([{template: login, slot: user, value: $req.id, slot_ts: at}, {template: b}], 60)',
    ['[{template=login;slot=user;value=ref req id;slot_ts=at};{template=b}]', '60'],
  ],
];

const REFUSED: readonly (readonly [text: string, found: string])[] = [
  ['', '0-0 expression-form'],
  ['secret', '0-6 expression-form'],
  ['(a)', '0-3 expression-form'],
  ['> 10', '0-4 expression-form'],
  ['equals(', '6-7 expression-unclosed'],
  ['equals(a', '6-7 expression-unclosed'],
  ['equals(a) b', '9-11 expression-behind'],
  ['equals("a)', '7-8 expression-unclosed'],
  ['equals("a\\d")', '9-11 expression-escape'],
  ['equals("a" b)', '11-12 expression-separator'],
  ['in([a)', '3-4 expression-unclosed'],
  ['f({a: b)', '2-3 expression-unclosed'],
  ['in([a] b)', '7-8 expression-separator'],
  ['in([a,])', '6-6 expression-argument-missing'],
  ['between(1,)', '10-10 expression-argument-missing'],
  ['between(,1)', '8-8 expression-argument-missing'],
  ['equals($req)', '7-11 expression-reference'],
  ['equals($req.a.b)', '7-15 expression-reference'],
  ['equals(?a b)', '7-11 expression-variable'],
  ['f({a})', '3-4 expression-key'],
  ['f({1: a})', '3-4 expression-key'],
  ['in([[[[[a]]]]])', '7-8 expression-nesting'],
];

describe('operator(arguments)', () => {
  test.each(ARGUMENTS)('%s', (text, args) => {
    const { operator, found } = parse(text);
    expect(found).toEqual([]);
    expect(operator?.args.map(show)).toEqual(args);
  });

  test.each(REFUSED)('%s is refused', (text, found) => {
    expect(parse(text)).toEqual({ operator: null, found: [found] });
  });

  test('matches takes its argument verbatim', () => {
    const { operator } = parse('matches(a|b(c,d)|[x,)\\d)');
    expect(operator?.raw.value).toBe('a|b(c,d)|[x,)\\d');
    expect(operator?.args).toMatchObject([{ kind: 'bare', text: 'a|b(c,d)|[x,)\\d' }]);
  });

  test('matches of a quoted argument takes the text between the quotes', () => {
    const { operator } = parse('matches("\\d \\"x\\"")');
    expect(operator?.args).toMatchObject([{ kind: 'quoted', text: '\\d \\"x\\"' }]);
  });

  test('every part has its place', () => {
    const { operator } = parse(' in([a, "b"], $r.s)');
    const place = ({ at }: { at: { start: number; end: number } }) => [at.start, at.end];
    const [list, reference] = operator?.args ?? [];
    if (operator === null || list?.kind !== 'list' || reference === undefined)
      throw new Error('expected a list');
    expect([operator.operator, operator.raw, list, ...list.items, reference].map(place)).toEqual([
      [1, 3],
      [4, 18],
      [4, 12],
      [5, 6],
      [8, 11],
      [14, 18],
    ]);
  });

  test('any text is parsed or refused', () => {
    const pieces = fc.constantFrom(
      'equals(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      '$',
      '?',
      'a',
      '.',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (texts) => {
        const { operator, found } = parse(texts.join(''));
        expect(found.length).toBe(operator === null ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('deep nesting is refused, not followed', () => {
    expect(parse(`in(${'['.repeat(50_000)})`).found).toEqual(['7-8 expression-nesting']);
  });
});
