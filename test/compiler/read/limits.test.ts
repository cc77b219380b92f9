import { describe, expect, test } from 'vitest';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../../../compiler/read/limits.ts';
import { read, readAll } from './read.ts';

function limits(changed: Partial<ReadLimits>): ReadLimits {
  return { ...DEFAULT_READ_LIMITS, ...changed };
}

const sources = ['a', 'b', 'c'].map((name) => ({ path: name, text: `modules: [{ name: ${name} }]` }));
const namesRead = (result: ReturnType<typeof readAll>) => result.syntax.modules.map(({ name }) => name.value);

describe('size', () => {
  test('a source that is too long is not read, the others are', () => {
    const long = { path: 'b', text: `# ${'é'.repeat(40)}` };
    const result = readAll([long, ...sources.slice(2)], limits({ sourceBytes: 80 }));
    expect(result.found).toEqual(['1:1 source-too-long']);
    expect(result.messages).toEqual(['the file has 82 bytes, more than 80']);
    expect(namesRead(result)).toEqual(['c']);
  });

  test('sources together', () => {
    const result = readAll(sources, limits({ totalBytes: 40 }));
    expect(result.found).toEqual(['1:1 sources-too-long']);
    expect(namesRead(result)).toEqual(['a']);
  });

  test('number of sources', () => {
    const result = readAll(sources, limits({ sources: 2 }));
    expect(result.found).toEqual(['1:1 too-many-sources']);
    expect(namesRead(result)).toEqual(['a', 'b']);
  });

  test('number of rules, over all documents', () => {
    const rule = (name: string) =>
      `rules: [{ name: ${name}, when: [{ template: t }], then: { log: summary } }]\n`;
    const result = read(['a', 'b', 'c', 'd'].map(rule).join('---\n'), limits({ rules: 2 }));
    expect(result.found).toEqual(['5:9 too-many-rules']);
    expect(result.syntax.ruleGroups.flatMap((group) => group.rules)).toHaveLength(2);
  });

  test('number of tokens', () => {
    expect(read('[a, b]', limits({ tokens: 100 })).found).toEqual(['1:1 wrong-kind']);
    expect(read(`[${'a,'.repeat(100)}]`, limits({ tokens: 100 })).found).toEqual(['1:67 too-many-tokens']);
  });

  test('length of a text', () => {
    const text = 'modules: [{ name: abcdef }, { name: abcde }]';
    const result = read(text, limits({ textLength: 11 }));
    expect(result.found).toEqual([]);
    expect(read(text.replace('abcdef', 'a'.repeat(12)), limits({ textLength: 11 })).found).toEqual([
      '1:19 text-too-long',
    ]);
  });
});

describe('nesting', () => {
  const nested = (levels: number) => `{ templates: ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)} }`;

  test('up to the limit', () => {
    expect(read(nested(8), limits({ depth: 8 })).found).not.toContain('1:21 nesting-too-deep');
  });

  test('the place where the limit is passed', () => {
    expect(read(nested(9), limits({ depth: 8 })).found).toEqual(['1:21 nesting-too-deep']);
  });

  test.each([
    ['flow lists', '['.repeat(200_000)],
    ['flow maps', '{a: '.repeat(200_000)],
    ['lists on one line', '- '.repeat(200_000)],
    ['explicit keys', '? '.repeat(200_000)],
    ['indented maps', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('%s', (_name, text) => {
    expect(read(text).found.map((line) => line.split(' ')[1])).toEqual(['nesting-too-deep']);
  });
});

describe('aliases', () => {
  test('expand to what they name', () => {
    const { syntax, found } = read('modules: [&m { name: m }, *m]');
    expect(found).toEqual([]);
    expect(syntax.modules.map((module) => module.name.at.start)).toEqual([21, 21]);
  });

  test('of text may be a key, and a key may have an anchor', () => {
    const { syntax, found } = read('&k ruleset: a\nmodules: [{ name: &n module }, { name: *k }]\n*n : b\n');
    expect(found).toEqual([]);
    expect(syntax.modules.map((module) => module.name.value)).toEqual(['module', 'ruleset']);
    expect(syntax.ruleGroups[0]?.module?.value).toBe('b');
  });

  test('a part repeated by aliases is wrong once', () => {
    expect(read('modules: [&m { name: 1st }, *m, *m]').found).toEqual(['1:22 bad-identifier']);
  });

  test.each([
    ['without anchor', 'modules: [*m]', ['1:11 yaml-alias-unknown']],
    ['before its anchor', 'modules: [*m, &m { name: a }]', ['1:11 yaml-alias-unknown']],
    ['of another document', 'modules: [&m { name: a }]\n---\nmodules: [*m]', ['3:11 yaml-alias-unknown']],
    ['within its anchor', 'modules: &m [*m]', ['1:14 yaml-alias-cycle']],
    ['of a list as a key', 'modules: &m []\n*m : 1', ['2:1 yaml-key']],
    ['as a merge', 'modules: [&m { name: a }, { <<: *m, name: b }]', ['1:29 yaml-merge-key']],
  ])('%s', (_name, text, found) => {
    expect(read(text).found).toEqual(found);
  });

  test('too many', () => {
    const text = `modules:\n- &m { name: m }\n${'- *m\n'.repeat(5)}`;
    expect(read(text, limits({ aliases: 5 })).found).toEqual([]);
    expect(read(text, limits({ aliases: 3 })).found).toEqual(['6:3 too-many-aliases']);
  });

  test('a few that expand to very much', () => {
    const tenTimes = (name: string) => `[${Array.from({ length: 10 }, () => `*${name}`).join()}]`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const lines = names.map((name, i) => `- &${name} ${i === 0 ? '[x]' : tenTimes(names[i - 1] ?? '')}`);
    const codes = read(`focus_order:\n${lines.join('\n')}\n`).found.map((line) => line.split(' ')[1]);
    expect(codes).toContain('too-many-aliases');
    expect(codes.filter((code) => code === 'too-many-aliases')).toHaveLength(1);
  });

  test('that nest too deeply', () => {
    const text = 'focus_order:\n- &a [[x]]\n- &b [[*a]]\n- &c [[*b]]\n- [[*c]]\n';
    expect(read(text, limits({ depth: 6 })).found).toContain('4:8 nesting-too-deep');
  });
});
