/** Lists for operators on texts, texts that conditions make, and patterns. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const HEAD = `
constants:
  words: [apk, curl]
  patterns: { a: "^x+$", b: "y" }
  pattern: "^z"
  more: ["^p", "q$"]
templates: { run: { line: string, other: string, count: integer, done: boolean, word: symbol } }
default: none
`;
const short = (condition: string, action = 'allow'): string =>
  `${HEAD}rules:\n  one: { ${action}: true, if: '${condition}' }\n`;
const long = (operator: string): string =>
  `${HEAD}rules:\n  - name: one\n    when: [{ template: run, conditions: [{ slot: line, expression: '${operator}' }] }]\n    then: { action: allow }\n`;

async function fires(text: string, line: string, input: unknown = {}): Promise<boolean> {
  const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });
  const facts = [{ template: 'run', data: { line, other: 'o', count: 5, done: true, word: 'ab-5' } }];
  const { decision } = engine.evaluate({
    scoped: true,
    facts,
    ...(text.includes('input.') ? { input } : {}),
  });
  return decision !== null && decision !== 'none';
}

const problemsOf = (text: string): readonly string[] =>
  compileSources([{ path: 'policy.yaml', text }]).diagnostics.map(({ code }) => code);

const OPERATORS: readonly (readonly [operator: string, args: string, line: string, holds: boolean])[] = [
  ['contains', '["apk", "curl"]', 'run curl', true],
  ['contains', '["apk", "curl"]', 'run wget', false],
  ['contains', '[]', 'x', false],
  ['starts_with', '["a", "b"]', 'box', true],
  ['starts_with', '["a", "b"]', 'cab', false],
  ['ends_with', '["aa", "b"]', 'xaa', true],
  ['ends_with', '["aa", "b"]', 'a', false],
  ['glob', '["a*", "*z"]', 'az', true],
  ['glob', '["a*", "*z"]', 'zb', false],
  ['glob', '[]', 'zb', false],
];

describe('operators on texts with a list', () => {
  test.each(OPERATORS)('%s(%s) of %s', async (operator, args, line, holds) => {
    expect(await fires(long(`${operator}(${args})`), line)).toBe(holds);
    expect(await fires(long(`not_${operator}(${args})`), line)).toBe(!holds);
    expect(await fires(short(`run.line.${operator}(${args})`), line)).toBe(holds);
    expect(await fires(short(`run.other == "o" and not run.line.${operator}(${args})`), line)).toBe(!holds);
    // In a test.
    expect(await fires(short(`run.line.${operator}(${args}) or run.count < 0`), line)).toBe(holds);
    expect(await fires(short(`input.line.${operator}(${args})`), line, { line })).toBe(holds);
    expect(await fires(short(`not input.line.${operator}(${args})`), line, { line })).toBe(!holds);
  });

  test('takes a constant list', async () => {
    expect(await fires(long('contains($const.words)'), 'curl')).toBe(true);
    expect(await fires(short('run.line.contains(const.words) or run.count < 0'), 'curl')).toBe(true);
    expect(await fires(short('run.line.contains(const.words)'), 'wget')).toBe(false);
  });

  test('takes values of the request', async () => {
    const text = short('run.line.contains([run.other, input.x])');
    expect(await fires(text, 'abc', { x: 'b' })).toBe(true);
    expect(await fires(text, 'abc', {})).toBe(false);
  });
});

describe('text(…)', () => {
  test.each<readonly [condition: string, input: unknown, holds: boolean]>([
    ['run.line == text("a-{input.x}")', { x: 5 }, true],
    ['run.line == text("a-{input.x}")', { x: 5.5 }, false],
    ['run.line == text("a-{input.x}")', { x: '5' }, true],
    ['run.line == text("a-{input.x}")', {}, false],
    ['run.line != text("a-{input.x}")', {}, false],
    ['run.line == text("a-{input.x ?? 5}")', {}, true],
    ['run.line == text("a-{run.count}")', {}, true],
    ['run.word == text("ab-{run.count}")', {}, true],
    ['text("{run.done}") == "true"', {}, true],
    ['run.line in [text("b-{input.x}"), text("a-{input.x}")]', { x: 5 }, true],
    ['run.line.ends_with(text("-{input.x}"))', { x: 5 }, true],
    ['run.count == 5 and not run.line.ends_with(text("-{input.x}"))', { x: 6 }, true],
    ['run.count == 5 and not run.line.ends_with(text("-{input.x}"))', { x: [6] }, false],
    ['run.line == text("a-5")', {}, true],
  ])('%s for %j', async (condition, input, holds) => {
    expect(await fires(short(`${condition} and not has(input.never)`), 'a-5', input)).toBe(holds);
  });

  test('is unknown in a rule that closes if a path is missing', async () => {
    expect(await fires(short('input.y == text("{input.x}")', 'deny'), '', { y: 'a' })).toBe(true);
    expect(await fires(short('input.y == text("{input.x}")', 'deny'), '', { y: 'a', x: 'b' })).toBe(false);
  });

  test.each([
    ['run.line == text(input.x)', 'short-arguments'],
    ['run.line == text("{input}")', 'short-argument'],
    ['run.line == text("{const.words}")', 'short-argument'],
  ])('%s is refused', (condition, code) => {
    expect(problemsOf(short(condition))).toContain(code);
  });
});

describe('matches', () => {
  test.each<readonly [condition: string, line: string, holds: boolean]>([
    ['run.line.matches(["^a", "b$"])', 'xb', true],
    ['run.line.matches(["^a", "b$"])', 'bx', false],
    ['run.count == 5 and not run.line.matches(["^a", "b$"])', 'bx', true],
    ['run.line.matches(const.pattern)', 'zx', true],
    ['run.line.matches(const.more)', 'xq', true],
    ['run.line.matches(const.patterns[input.k])', 'xx', true],
    ['run.line.matches(const.patterns[input.k])', 'y', false],
    ['not run.line.matches(const.patterns[input.k]) and run.count == 5', 'y', true],
    ['run.line.matches(const.patterns[input.none])', 'xx', false],
    ['not run.line.matches(const.patterns[input.none]) and run.count == 5', 'xx', false],
  ])('%s of %s', async (condition, line, holds) => {
    expect(await fires(short(condition), line, { k: 'a', none: 'c' })).toBe(holds);
  });

  test.each(['input.x', 'run.other', '[run.other]', 'text("{run.other}")'])('refuses %s', (pattern) => {
    expect(problemsOf(short(`run.line.matches(${pattern})`))).toEqual(['short-dynamic-pattern']);
  });
});
