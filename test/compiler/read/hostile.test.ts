import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read } from './read.ts';
import { full } from '../../full.ts';

const codes = (text: string) => read(text).found.map((line) => line.replace(/ \(.*$/, ''));

describe('hostile YAML is reported, never thrown', () => {
  test.each([
    ['a tab as indentation', 'rules:\n\t- a\n', ['2:1 yaml-syntax']],
    ['a quote never closed', 'module: "a\n', ['2:1 yaml-syntax']],
    ['a bracket never closed', 'focus_order: [a\nrules: []\n', ['2:1 yaml-syntax']],
    ['a second colon', 'module: a: b\n', ['1:9 yaml-syntax']],
    ['an unknown escape', 'module: "\\d"\n', ['1:10 yaml-syntax']],
    ['a key without colon', 'rules\nmodule: a\n', ['1:1 yaml-syntax']],
    ['a huge key', `${'k'.repeat(70_000)}: 1\n`, ['1:1 yaml-syntax']],
    ['a huge quoted key', `? "${'k'.repeat(70_000)}"\n: 1\n`, ['1:3 text-too-long']],
    ['NUL', 'module: a\0b\n', ['1:10 bad-character']],
    ['an escaped NUL', 'module: "a\\0"\n', ['1:9 bad-character']],
    ['half of a surrogate pair', 'module: "\\uD800"\n', ['1:9 bad-character']],
    ['a control character', 'module: "\u001b[31m"\n', ['1:10 bad-character']],
    ['the key __proto__', '__proto__: { rules: [] }\n', ['1:1 unknown-key']],
    [
      'the key constructor',
      'rules: [{ constructor: x }]\n',
      ['1:9 missing-key', '1:9 missing-key', '1:9 missing-key', '1:11 unknown-key'],
    ],
    ['a tag of its own', 'module: !js/function "x"\n', ['1:22 yaml-tag']],
    ['a tag on a list', 'rules: !mine []\n', ['1:14 yaml-tag']],
    ['binary', 'module: !!binary aGk=\n', ['1:18 yaml-tag']],
    ['a tag that does not fit', 'module: !!int abc\n', ['1:15 yaml-tag']],
    ['YAML 1.1', '%YAML 1.1\n---\nmodule: yes\n', ['2:1 yaml-version']],
  ])('%s', (_name, text, found) => {
    expect(codes(text)).toEqual(found);
  });

  test('a tag of the core schema is none of this', () => {
    expect(codes('module: !!str 5\nrules: !!seq []\n')).toEqual([]);
  });

  test('__proto__ is a key like any other', () => {
    const text = 'rules: [{ name: r, when: [{ template: t }], then: { metadata: { __proto__: x, a: y } } }]';
    const { syntax, found } = read(text);
    expect(found).toEqual([]);
    const metadata = syntax.ruleGroups[0]?.rules[0]?.then.metadata;
    expect(metadata?.map(({ key }) => key.value)).toEqual(['__proto__', 'a']);
  });

  test('a byte order mark and Windows line ends change no column', () => {
    expect(codes('\uFEFFrule: []\r\nmodules:\r\n  - name: 1st\r\n')).toEqual([
      '1:1 unknown-key',
      '3:11 bad-identifier',
    ]);
  });

  test('a document with a syntax error does not hide the next one', () => {
    const { syntax, found } = read('module: a: b\n---\nmodules: [{ name: m }]\n');
    expect(found).toEqual(['1:9 yaml-syntax']);
    expect(syntax.modules).toHaveLength(1);
  });

  test('syntax errors are reported once per line and not without end', () => {
    expect(read('}'.repeat(1_000)).found).toEqual(['1:1 yaml-syntax']);
    expect(read('}\n'.repeat(1_000)).found).toHaveLength(20);
    const broken = 'a: &x &x "\\q"\n';
    expect(read(broken.repeat(1_000)).found).toHaveLength(10);
    const { syntax } = read(`modules: [{ name: m }]\n---\n${broken.repeat(1_000)}`);
    expect(syntax.modules).toHaveLength(1);
  });

  test('megabytes of errors', () => {
    const size = full(600_000, 60_000);
    for (const error of ['"', '}', '&a ', '!a ', 'a: "\\q"\n']) {
      expect(read(error.repeat(size / error.length)).found.length).toBeLessThanOrEqual(20);
    }
    expect(read(`a: "${'\\q'.repeat(full(2_500_000, 500_000))}"`).found).toEqual(['1:5 yaml-syntax']);
  });

  test('tens of thousands of keys', () => {
    const text = Array.from({ length: full(100_000, 20_000) }, (_, i) => `a${i}: 1`).join('\n');
    expect(read(text).found.slice(-1)).toEqual(['10001:1 too-many-problems']);
  });
});

describe('no text makes the reader throw', () => {
  const word = fc.constantFrom(
    ...['templates', 'rules', 'name', 'when', 'then', 'slots', 'any', 'not', 'forall', 'each', 'levels'],
    ...[
      'conditions',
      'expression',
      'assert',
      'reason',
      'metadata',
      '<<',
      '__proto__',
      'null',
      '0x1F',
      '1e999',
    ],
  );
  const piece = fc.oneof(
    word,
    word.map((key) => `${key}: `),
    fc.constantFrom(
      '\n',
      '\n  ',
      '\n    ',
      '- ',
      '? ',
      ': ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '|\n',
      '>-\n',
      '#',
    ),
    fc.constantFrom(
      '---\n',
      '...\n',
      '%YAML 1.1\n',
      '&a ',
      '*a',
      '!!int ',
      '!x ',
      '\t',
      '\r\n',
      '\0',
      '\uFEFF',
      '\\',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );

  test('made of pieces of YAML', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { syntax } = read(pieces.join(''));
        expect(syntax.templates).toBeInstanceOf(Array);
      }),
      { numRuns: full(3000, 1000) },
    );
  });

  /** A value of the language's shapes with anything in any place. */
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(word, tie('tree'), { maxKeys: 5 }),
    ),
  }));

  test('made of values in any place', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const { syntax } = read(JSON.stringify(value) ?? '');
        expect(syntax.templates).toBeInstanceOf(Array);
      }),
      { numRuns: full(3000, 1000) },
    );
  });
});
