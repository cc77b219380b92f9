import { describe, expect, test } from 'vitest';
import { read } from './read.ts';

/** The body of a function, written as `scalar`. */
function readBody(scalar: string) {
  const file = `functions:\n  - name: f\n    type: raw\n    body: ${scalar}\n`;
  const { syntax, found } = read(file);
  const body = syntax.functions[0]?.body;
  if (!body || found.length > 0) throw new Error(`the function did not read: ${found.join(', ')}`);
  /** Text in the file at the position that the source text gives for `part`. */
  const locate = (part: string) => {
    const start = body.text.indexOf(part);
    const span = body.spanOf(start, start + part.length);
    return file.slice(span.start, span.end);
  };
  const whole = file.slice(body.at.start, body.at.end);
  return { text: body.text, locate, whole };
}

describe('spanOf is exact', () => {
  test.each([
    ['plain', '(f ?x)'],
    ['with a comment behind', '(f ?x) # comment'],
    ['double-quoted', '"(f ?x)"'],
    ['single-quoted', "'(f ?x)'"],
    ['behind escapes in double quotes', '"(\\"\\t\\x41\\u00e9\\U0001F600 f ?x)"'],
    ['behind a doubled single quote', "'('' f ?x)'"],
    ['in a literal block', '|\n      (f\n        ?x)'],
    ['in a literal block with empty lines', '|\n\n      (f\n\n        ?x)\n'],
    ['in a literal block with an indentation indicator', '|2-\n        (f\n      ?x)'],
    ['in a literal block with Windows line ends', '|\r\n      (f\r\n        ?x)\r'],
    ['behind an anchor and a tag', '&a !!str "(f ?x)"'],
  ])('%s', (_name, scalar) => {
    const { locate } = readBody(scalar);
    expect([locate('?x'), locate('f')]).toEqual(['?x', 'f']);
  });

  test('an escape is found as it is written', () => {
    expect(readBody('"a\\U0001F600b"').locate('\u{1F600}')).toBe('\\U0001F600');
    expect(readBody("'a''b'").locate("'")).toBe("''");
  });

  test('the end of the text is a place', () => {
    const { locate, text } = readBody('|\n      (f)\n');
    expect(text).toBe('(f)\n');
    expect(locate(')\n')).toBe(')\n');
  });
});

describe('spanOf returns the whole scalar', () => {
  test.each([
    ['folded', '>\n      (f\n      ?x)'],
    ['plain over two lines', '(f\n      ?x)'],
    ['double-quoted over two lines', '"(f\n      ?x)"'],
    ['double-quoted with a continued line', '"(f \\\n      ?x)"'],
  ])('%s', (_name, scalar) => {
    const { locate, whole } = readBody(scalar);
    expect(locate('?x')).toBe(whole);
  });

  test('for a range beyond the text', () => {
    const { syntax } = read('functions: [{ name: f, type: raw, body: (g) }]');
    const body = syntax.functions[0]?.body;
    expect(body?.spanOf(2, 99)).toEqual(body?.at);
  });
});
