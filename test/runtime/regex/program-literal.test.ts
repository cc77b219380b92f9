import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from '../../../compiler/language/regex/compile-regex.ts';
import { programLiteral } from '../../../compiler/emit/typescript/expression/program-literal.ts';
import { createRegex, regexTest, type RegexProgram } from '../../../runtime/regex/regex.ts';
import { patterns } from './drawn-patterns.ts';

const evaluated = (program: RegexProgram): unknown =>
  JSON.parse(runInNewContext(`JSON.stringify(${programLiteral(program).text})`) as string);

describe('programLiteral', () => {
  it('reads back as the program', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        const program = compileRegex(pattern);
        expect(evaluated(program)).toEqual(program);
      }),
      { numRuns: 100 },
    );
  });

  it.each(['"; evil(); "', "'] }; evil(); ({ a: ['", '\u2028</script>', '${evil()}'])(
    'keeps %j a string',
    (text) => {
      const program = compileRegex(`\\Q${text}\\E`);
      expect(program).toEqual({ kind: 'literals', literals: [text] });
      expect(evaluated(program)).toEqual(program);
      expect(regexTest(createRegex(program), `x${text}x`)).toBe(true);
    },
  );

  it('holds nothing but numbers and its own names for an automaton', () => {
    const text = programLiteral(compileRegex('(?i)evil[^a-z]+\\b')).text;
    expect(text.replace(/\d+|true|false/g, '').match(/\w+/g)).toEqual(
      expect.arrayContaining([
        'kind',
        'automaton',
        'start',
        'anchored',
        'instructions',
        'sets',
        'starts',
        'classes',
      ]),
    );
    expect(text).not.toContain('evil');
  });
});

describe('compileRegex', () => {
  it.each([
    ['ignore previous|system prompt', ['ignore previous', 'system prompt']],
    ['(?:ignore|forget) (?:it|this)', ['ignore it', 'ignore this', 'forget it', 'forget this']],
    ['[ab]c', ['ac', 'bc']],
    ['ab|b', ['b']],
    ['a?', ['']],
  ])('knows that %s matches only a few texts', (pattern, literals) => {
    expect(compileRegex(pattern)).toEqual({ kind: 'literals', literals });
  });

  it.each(['[a-e]', 'a+', '^a', 'a{2}', '\\x{D800}', 'a|b|c|d|e', 'x'.repeat(65)])(
    'makes an automaton of %s',
    (pattern) => {
      expect(compileRegex(pattern).kind).toBe('automaton');
    },
  );
});
