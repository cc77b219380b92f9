import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberText } from '../../../runtime/values/number-text.ts';
import { parseJson, writeJson } from '../../../library/json.ts';

describe('parseJson', () => {
  it.each([
    ['1', 1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1.5', 1.5],
    ['1e+21', 1e21],
    ['[1.25, "2024-01-01T10:00:00.000Z"]', [1.25, '2024-01-01T10:00:00.000Z']],
  ])('%s is a plain value', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['1.50', '1.0', '1e2', '-0', '-0.0', '1E400', '123456789012345678901'])(
    'keeps the text of %s',
    (text) => {
      expect(parseJson(`{"a": [${text}]}`)).toEqual({ a: [new NumberText(text)] });
    },
  );

  it('makes __proto__ a key like any other', () => {
    for (const text of ['{"__proto__": {"x": 1}}', '{"__proto__": {"x": 1.0}}']) {
      const value = parseJson(text) as object;
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  it('takes the last of equal keys', () => {
    expect(parseJson('{"a": 1, "a": 2}')).toEqual({ a: 2 });
    expect(parseJson('{"a": 1.0, "a": 2}')).toEqual({ a: 2 });
  });

  it.each(['', '{', '[1.0,]', '01', '1.', '{"a" 1.0}', '[1.0] x', '[NaN, 1.0]', '\u00a01.0'])(
    'refuses %j with a SyntaxError',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('refuses nesting that would exhaust the stack', () => {
    expect(() => parseJson('[1.0,'.repeat(200_000))).toThrow(SyntaxError);
  });

  it('agrees with JSON.parse on everything but the digits of numbers', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, slow) => {
        const text = slow ? `[1.0,${json}]` : json;
        expect(JSON.parse(writeJson(parseJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('writeJson', () => {
  it('writes what parseJson read, digit by digit', () => {
    const text = '{"a":[1.50,-0,9007199254740993,1E400,"é\\n"],"b":null,"c":true}';
    expect(writeJson(parseJson(text))).toBe(text);
  });

  it('refuses a value without JSON text', () => {
    expect(() => writeJson({ a: [() => 1] })).toThrow(TypeError);
  });
});
