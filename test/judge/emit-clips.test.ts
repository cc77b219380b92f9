import { describe, expect, it } from 'vitest';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import { hostStubs } from '../../compiler/emit/clips/host-stubs.ts';
import type { RulesetFunction } from '../../compiler/ruleset.ts';
import type { ConditionElement } from '../../compiler/untyped.ts';
import { TICK_TEMPLATE } from '../../compiler/hidden-templates.ts';
import type { Expression } from '../../compiler/language/expression/expression.ts';
import {
  AT,
  call,
  equals,
  integer,
  pattern,
  plainText,
  read,
  rule,
  ruleset,
  slot,
  template,
  value,
  variable,
} from '../../tools/judge/rulesets.ts';

/** The constructs whose head and name begin as given, without the rest of the text. */
function construct(text: string, head: string): string {
  return text.split('\n\n').find((part) => part.startsWith(head)) ?? '';
}

function definition(name: string, ...body: readonly Expression[]): RulesetFunction {
  return {
    name,
    kind: 'raw',
    description: '',
    hierarchy: null,
    intrinsic: null,
    definition: { name, parameters: ['x'], wildcard: null, body, at: AT },
  };
}

describe('the order of constructs', () => {
  const text = emitClips(
    ruleset({
      templates: [template('A')],
      modules: [{ name: 'M', description: 'says "M"', priority: 0, at: null }],
      functions: [definition('f', read('x'))],
      rules: [rule('r', [pattern('A')], {}, { module: 'M', description: 'a rule', salience: -5 })],
    }),
  );

  it('is that of the language', () => {
    const heads = text.split('\n\n').map((part) =>
      part
        .split(/[\s(]+/)
        .slice(1, 3)
        .join(' '),
    );
    expect(heads.slice(1)).toEqual([
      'deftemplate MAIN::__service_decision',
      'defglobal MAIN',
      'defmodule MAIN',
      'deftemplate MAIN::A)',
      'defmodule M',
      'deffunction MAIN::f',
      'defrule M::r',
    ]);
  });

  it('keeps descriptions as strings and writes a salience only when it is not 0', () => {
    expect(construct(text, '(defmodule M ')).toBe('(defmodule M "says \\"M\\"" (import MAIN ?ALL))');
    expect(text).toContain('(defrule M::r "a rule"\n  (declare (salience -5))\n  (A)\n  =>\n');
    expect(emitClips(ruleset({ rules: [rule('r', [])] }))).not.toContain('salience');
  });
});

describe('a slot', () => {
  const written = (...slots: Parameters<typeof slot>) =>
    construct(emitClips(ruleset({ templates: [template('A', slot(...slots))] })), '(deftemplate MAIN::A')
      .split('\n')[1]
      ?.trim();

  it.each<[string, ...Parameters<typeof slot>]>([
    ['(slot a (type INTEGER) (default 0)))', 'a', 'INTEGER'],
    ['(slot a (type FLOAT) (default 0.0)))', 'a', 'FLOAT'],
    ['(slot a (type STRING) (default "")))', 'a', 'STRING'],
    ['(slot a (type SYMBOL) (default nil)))', 'a', 'SYMBOL'],
    ['(slot a (type INTEGER) (default 7)))', 'a', 'INTEGER', { default: integer(7) }],
    ['(slot a (type SYMBOL) (allowed-symbols p q) (default p)))', 'a', 'SYMBOL', { allowed: ['p', 'q'] }],
    ['(slot a (type STRING) (allowed-strings "p q") (default "p q")))', 'a', 'STRING', { allowed: ['p q'] }],
    [
      '(slot a (type INTEGER) (allowed-integers 1 2) (default 2)))',
      'a',
      'INTEGER',
      { allowed: ['1', '2'], default: integer(2) },
    ],
    [
      '(slot a (type FLOAT) (allowed-floats 1.0 2.5) (default 1.0)))',
      'a',
      'FLOAT',
      { allowed: ['1', '2.5'] },
    ],
  ])('%s', (text, ...made) => {
    expect(written(...made)).toBe(text);
  });
});

describe('a left side', () => {
  const A = pattern('A', {
    x: [variable('v'), { kind: 'literal', value: integer(3), negated: true, at: AT }],
  });
  const left = (...when: readonly ConditionElement[]) =>
    /\(defrule MAIN::r\n {2}([\s\S]*?)\n {2}=>/.exec(emitClips(ruleset({ rules: [rule('r', when)] })))?.[1];
  const test: ConditionElement = {
    kind: 'test',
    expression: call('>', read('v'), value(integer(1))),
    at: AT,
  };

  it.each<[string, ...ConditionElement[]]>([
    ['(A (x ?v&~3))', A],
    ['?f <- (A (x 3))', { ...pattern('A', { x: [equals(integer(3))] }), address: 'f' }],
    ['(A (x ?))', pattern('A', { x: [] })],
    ['(A (x ?v&:(> ?v 1)))', pattern('A', { x: [variable('v'), { ...test, kind: 'predicate' }] })],
    ['(A (x ?v&~3))\n  (test (> ?v 1))', A, test],
    ['(not (A))', { kind: 'not', element: pattern('A'), at: AT }],
    ['(exists (A)\n          (B))', { kind: 'exists', elements: [pattern('A'), pattern('B')], at: AT }],
    [
      '(not (and (A)\n            (B)))',
      { kind: 'not', element: { kind: 'and', elements: [pattern('A'), pattern('B')], at: AT }, at: AT },
    ],
    ['(or (A)\n      (B))', { kind: 'or', elements: [pattern('A'), pattern('B')], at: AT }],
  ])('%s', (text, ...when) => {
    expect(left(...when)).toBe(text);
  });
});

describe('a right side', () => {
  it('asserts its decision fact first, then does its effects in order', () => {
    const text = emitClips(
      ruleset({
        rules: [
          rule('r', [], {
            action: 'deny',
            reason: [
              { kind: 'text', text: 'no "x"' },
              { kind: 'variable', name: 'v', writer: null },
            ],
            log: 'full',
            notify: ['a', 'b'],
            attestation: true,
            scope: plainText('s'),
            metadata: [
              ['2', plainText('b')],
              ['1', plainText('a')],
            ],
            effects: [
              { kind: 'assert', template: 'A', slots: [{ slot: 'x', value: read('v') }], at: AT },
              { kind: 'retract', address: 'f', at: AT },
              {
                kind: 'modify',
                address: 'g',
                template: 'A',
                slots: [{ slot: 'x', value: value(integer(1)) }],
                at: AT,
              },
            ],
          }),
        ],
      }),
    );
    expect(text.slice(text.indexOf('  =>'))).toBe(`  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "no \\"x\\"" ?v))
    (rule "MAIN::r")
    (log-level full)
    (notify "a,b")
    (attestation TRUE)
    (scope "s")
    (metadata "2" "b" "1" "a")))
  (assert (A (x ?v)))
  (retract ?f)
  (modify ?g (x 1)))
`);
  });

  it('joins a reason without variables into one string', () => {
    const text = emitClips(
      ruleset({
        rules: [
          rule('r', [], {
            reason: [
              { kind: 'text', text: 'a' },
              { kind: 'text', text: '\\' },
            ],
          }),
        ],
      }),
    );
    expect(text).toContain('(reason "a\\\\")');
  });
});

describe('hidden parts', () => {
  it('declares the tick only for a ruleset with a rule that matches it', () => {
    const ticking = (when: ConditionElement) =>
      emitClips(ruleset({ rules: [rule('r', [when])] })).includes(`(deftemplate MAIN::${TICK_TEMPLATE})`);
    expect(ticking(pattern(TICK_TEMPLATE))).toBe(true);
    expect(
      ticking({ kind: 'or', elements: [{ kind: 'not', element: pattern(TICK_TEMPLATE), at: AT }], at: AT }),
    ).toBe(true);
    expect(ticking(pattern('A'))).toBe(false);
  });

  it('declares a function before a call that comes first', () => {
    const functions = [
      definition('even', call('odd', read('x'))),
      definition('odd', call('even', read('x'))),
    ];
    const text = emitClips(ruleset({ functions }));
    expect(text.match(/\(deffunction MAIN::\w+/g)).toEqual(
      ['odd', 'even', 'odd'].map((name) => `(deffunction MAIN::${name}`),
    );
  });

  it('replaces the host functions that a ruleset calls', () => {
    const predicate = { kind: 'predicate', expression: call('service-matches', read('v')), at: AT } as const;
    const when = [pattern('A', { x: [variable('v'), predicate] })];
    const functions = [definition('f', call('not', call('service-now')))];
    expect(hostStubs(ruleset({ functions, rules: [rule('r', when)] }))).toBe(
      '(deffunction MAIN::service-matches ($?arguments) FALSE)\n(deffunction MAIN::service-now ($?arguments) FALSE)\n',
    );
  });
});
