import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { isHostWithin, readDomain } from '../../../runtime/values/host-within.ts';
import { readVersionRange, versionSatisfies } from '../../../runtime/values/version-range.ts';
import { createDice } from '../../../tools/judge/dice.ts';

const hostWithin = (domain: string, text: string) => isHostWithin(readDomain(domain), text);
const satisfies = (range: string, text: string) => versionSatisfies(readVersionRange(range), text);

describe('host_within', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'EXAMPLE.com', true],
    ['Example.COM.', 'a.b.example.com', true],
    ['example.com', 'example.com.', true],
    ['example.com', 'example.com:8080', true],
    ['example.com', 'https://api.example.com/x?y#z', true],
    ['example.com', 'HTTP://API.EXAMPLE.COM:99', true],
    ['example.com', 'badexample.com', false],
    ['example.com', 'example.com.evil.org', false],
    ['example.com', 'com', false],
    ['example.com', 'https://example.com@evil.org/', false],
    ['example.com', 'https://evil.org/example.com', false],
    ['example.com', 'https://evil.org#.example.com', false],
    ['example.com', 'https://evil.org?.example.com', false],
    ['example.com', 'https://evil.org\\@example.com', false],
    ['example.com', 'https://example.com\\@evil.org', false],
    ['evil.org', 'https://example.com@evil.org/', false],
    ['evil.org', 'https://@evil.org/', false],
    ['evil.org', 'https://evil.org/a@b', true],
    ['example.com', 'user@example.com', false],
    ['example.com', 'example.com/path', false],
    ['example.com', 'evil.org#.example.com', false],
    ['example.com', 'ftp://example.com', false],
    ['example.com', 'javascript://example.com', false],
    ['example.com', '//example.com', false],
    ['example.com', 'https:example.com', false],
    ['example.com', 'https:/example.com', false],
    ['example.com', 'https:///example.com', false],
    ['example.com', 'https://exa\nmple.com', false],
    ['example.com', 'https://exa\tmple.com', false],
    ['example.com', ' example.com', false],
    ['example.com', 'example.com\0', false],
    ['example.com', 'example.com\0.evil.org', false],
    ['example.com', 'example%2ecom', false],
    ['example.com', 'a..example.com', false],
    ['example.com', '.example.com', false],
    ['example.com', 'example.com..', false],
    ['example.com', 'api。example。com', true],
    ['example.com', 'ｅxample．com', true],
    ['example.com', 'ехample.com', false],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'https://www.BÜCHER.example', true],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '0177.0.0.1', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['127.0.0.1', 'http://0x7f.1/', true],
    ['0.0.1', '127.0.0.1', false],
    ['127.0.0.1', 'x.127.0.0.1', false],
    ['[::1]', 'http://[::1]:80/', true],
    ['[::1]', '[0:0:0:0:0:0:0:1]', true],
    ['example.com', '', false],
    ['example.com', 'https://', false],
  ])('%j, %j: %j', (domain, text, expected) => {
    expect(hostWithin(domain, text)).toBe(expected);
  });

  it.each([
    '',
    '.',
    'a..b',
    '*.example.com',
    'example.com:80',
    'https://example.com',
    'a b',
    'a/b',
    'a@b',
    '::1',
  ])('%j is not a domain', (domain) => {
    expect(readDomain(domain)).toBe(null);
  });
});

describe('semver_satisfies', () => {
  it.each([
    ['>=1.2 <2', '1.9.0', true],
    ['>=1.2 <2', '2.0.0-rc.1', false],
    ['^1.2.3-beta', '1.2.3-beta.2', true],
    ['^1.2.3-beta', '1.3.0-beta.2', false],
    ['^0.2.3', '0.3.0', false],
    ['~1.2', '1.2.99', true],
    ['1.x || >=3.0.0', '3.1.0', true],
    ['*', '1.0.0-alpha', false],
    ['*', 'not a version', false],
    ['*', '1.2', false],
    ['*', '01.2.3', false],
    ['*', '9007199254740993.0.0', false],
    ['', '1.2.3', true],
    ['>1.2.3 nonsense', '2.0.0', false],
    ['1.2.3', '1.2.3+build.7', true],
    ['1.2.3', 'v1.2.3', true],
  ])('%j, %j: %j', (range, version, expected) => {
    expect(satisfies(range, version)).toBe(expected);
    expect(semver.satisfies(version, range)).toBe(expected);
  });

  it('means what npm means by drawn ranges', () => {
    let state = 7;
    const nextInt = (min: number, max: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return min + ((state >>> 8) % (max - min + 1));
    };
    const dice = createDice({ nextInt });
    const number = () => dice.pick(['0', '0', '1', '2', '3', '10']);
    const tail = () =>
      dice.percent(30) ? dice.pick(['-0', '-a', '-alpha.1', '-1.2', '-a-b', '+b', '-rc.1+b']) : '';
    const part = () => (dice.percent(15) ? dice.pick(['x', 'X', '*']) : number());
    const partial = () => {
      const parts = [part(), part(), part()].slice(0, dice.int(1, 3));
      return parts.join('.') + (parts.length === 3 ? tail() : '');
    };
    const sign = () =>
      dice.pick(['', '', '=', '<', '<=', '>', '>=', '^', '^', '~', '~>', '>= ', '^ ', '=v', '>>', '==']);
    const alternative = () =>
      dice.percent(20)
        ? `${partial()} - ${partial()}`
        : Array.from({ length: dice.int(0, 3) }, () => sign() + partial()).join(' ');
    for (let i = 0; i < 20_000; i++) {
      const range = Array.from({ length: dice.int(1, 2) }, alternative).join(dice.pick(['||', ' || ']));
      const version = `${number()}.${number()}.${number()}${tail()}`;
      expect([range, version, satisfies(range, version)]).toEqual([
        range,
        version,
        semver.satisfies(version, range),
      ]);
    }
  });
});
