/** Patterns that one pass over a text searches for: each is found as if it were searched for alone. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { REGEX_SET_PATTERNS } from '../../../compiler/thresholds.ts';
import { compileRegexSet } from '../../../compiler/language/regex/compile-regex.ts';
import { neverMatches } from '../../../compiler/language/regex/never-matches.ts';
import { createRegexSet, regexSetMatches } from '../../../runtime/regex/regex.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';
import { compileDocument } from '../../compiler/emit/compile.ts';
import { patterns, texts } from './drawn-patterns.ts';
import { noise } from './noise.ts';
import { search } from './search.ts';
import { full } from '../../full.ts';

const setOf = (given: readonly string[]) => createRegexSet(compileRegexSet(given));
const bitsOf = (given: readonly boolean[]): number =>
  given.reduce((bits, found, i) => bits + Number(found) * 2 ** i, 0);
const several = fc.array(patterns, { minLength: 2, maxLength: 6 });
const some = fc.array(texts, { minLength: 1, maxLength: 5 });

describe('regexSetMatches', () => {
  it('finds what RE2 finds with each pattern alone', () => {
    fc.assert(
      fc.property(several, some, (given, drawn) => {
        const set = setOf(given);
        const references = given.map((pattern) => RE2JS.compile(pattern));
        for (const text of drawn)
          expect([text, regexSetMatches(set, text)]).toEqual([
            text,
            bitsOf(references.map((reference) => reference.test(text))),
          ]);
      }),
      { numRuns: full(500, 150) },
    );
  });

  it.each([
    ['', 0b100],
    ['ab', 0b111],
    ['xab', 0b101],
    ['b', 0b110],
    ['ax', 0b001],
    ['xa', 0b001],
  ])('distinguishes the patterns in %j', (text, bits) => {
    const set = setOf(['a', '^a?b$', '^$|b$']);
    expect(regexSetMatches(set, text)).toBe(bits);
    expect(regexSetMatches(set, text)).toBe(bits);
  });

  it('has a bit for as many patterns as there can be', () => {
    const given = Array.from({ length: REGEX_SET_PATTERNS }, (_, i) => `\\b${i}\\b`);
    const set = setOf(given);
    expect(regexSetMatches(set, 'none')).toBe(0);
    expect(regexSetMatches(set, 'first 0')).toBe(1);
    expect(regexSetMatches(set, `last ${REGEX_SET_PATTERNS - 1}`)).toBe(2 ** (REGEX_SET_PATTERNS - 1));
    expect(regexSetMatches(set, given.map((_, i) => i).join(' '))).toBe(2 ** REGEX_SET_PATTERNS - 1);
  });

  it('finds the same when the states of all patterns together are too many to be kept', () => {
    const given = Array.from({ length: 20 }, (_, i) => `a[ab]{${i}}[cd]$|😀${i}x`);
    const set = setOf(given);
    for (const length of [20, 500, full(30_000, 6_000), full(29_999, 5_999), 100]) {
      const text = noise(length);
      for (const end of ['', 'c', '😀7x', `😀19x${noise(40)}d`])
        expect(regexSetMatches(set, text + end)).toBe(
          bitsOf(given.map((pattern) => search(pattern, text + end))),
        );
    }
  });
});

/** True for a pattern between signs that the compiler refuses as delimiters of another language. */
const isDelimited = (pattern: string): boolean => /^(?:m|qr|r)?([|#/%~!@{]).*(?:\1|\})[a-z]*$/.test(pattern);

describe('a ruleset that looks for several patterns in one slot', () => {
  const templates = [{ name: 'call', slots: ['kind', 'text'].map((name) => ({ name, type: 'string' })) }];
  const condition = (pattern: string, index: number) => {
    const negated = index % 3 === 2;
    const matches = { slot: 'text', expression: `${negated ? 'not_matches' : 'matches'}(${pattern})` };
    return {
      negated,
      conditions: index % 2 === 0 ? [matches] : [{ slot: 'kind', expression: 'equals(x)' }, matches],
    };
  };

  it('fires the rules whose pattern RE2 finds, in evaluations that are taken back and in others', () => {
    // Verbatim arguments of an operator must not end its argument list.
    const plain = patterns.filter(
      (pattern) => /^[^'"(),\s][^'"\s]*$/.test(pattern) && balanced(pattern) && !isDelimited(pattern),
    );
    // A pattern with text after its end is refused, since it never matches: operators.md says when.
    const accepted = plain.filter(
      (pattern) =>
        !neverMatches(pattern) &&
        (/\[|\\Q|\(\?[a-z]*m/i.test(pattern) || !/\$\w(?![?*{])/.test(pattern.replace(/\\[^]/g, ''))),
    );
    fc.assert(
      fc.property(fc.array(accepted, { minLength: 2, maxLength: 5 }), some, (given, drawn) => {
        const rules = given.map((pattern, i) => ({
          name: `r${i}`,
          when: [{ template: 'call', conditions: condition(pattern, i).conditions }],
          then: { action: 'allow', reason: 'r' },
        }));
        const compiled = compileDocument({ templates, ruleset: 'patterns', rules });
        expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        const ruleset = loadRuleset(compiled.javascript());
        const references = given.map((pattern) => RE2JS.compile(pattern));
        for (const text of drawn)
          for (const kind of ['x', 'y']) {
            const expected = given.flatMap((_, i) => {
              const asked = i % 2 === 0 || kind === 'x';
              return asked && references[i]!.test(text) !== condition('', i).negated ? [`MAIN::r${i}`] : [];
            });
            const engine = new Engine(ruleset);
            const fact = { template: 'call', data: { kind, text } };
            expect(engine.evaluate({ scoped: true, facts: [fact] }).ruleTrace.toSorted()).toEqual(expected);
            engine.assertFacts([fact]);
            expect(engine.evaluate().ruleTrace.toSorted()).toEqual(expected);
          }
      }),
      { numRuns: full(60, 20) },
    );
  });
});

describe('a ruleset that looks for several patterns in the items of a list', () => {
  it('fires each rule for the items that it looks for', () => {
    const rule = (name: string, pattern: string) => ({
      name,
      when: [
        { template: 'call', conditions: [{ slot: 'tags', each: '?tag', expression: `matches(${pattern})` }] },
      ],
      then: { action: 'allow', reason: `${name} {tag}` },
    });
    const compiled = compileDocument({
      ruleset: 'items',
      templates: [{ name: 'call', slots: [{ name: 'tags', type: 'string', list: true }] }],
      rules: [rule('ends', 'b$'), rule('begins', '^a'), rule('holds', 'ab')],
    });
    expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const engine = new Engine(loadRuleset(compiled.javascript()));
    const facts = [{ template: 'call', data: { tags: ['xb', 'ab', 'c', 'ax'] } }];
    const { firings } = engine.evaluate({ scoped: true, facts, include: ['firings'] });
    expect(firings!.map(({ reason }) => reason).toSorted()).toEqual([
      'begins ab',
      'begins ax',
      'ends ab',
      'ends xb',
      'holds ab',
    ]);
  });
});

function balanced(pattern: string): boolean {
  let depth = 0;
  for (const character of pattern) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}
