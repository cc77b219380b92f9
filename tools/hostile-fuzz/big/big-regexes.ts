import { pattern, rules, times, type BigText } from './big-text.ts';

const matching = (name: string, regex: (n: number) => string): BigText =>
  rules(name, (n) => pattern(`{slot: s, expression: 'matches(${regex(n)})'}`));
const long = (piece: string, length = 900): string => piece.repeat(Math.floor(length / piece.length));

/** Regular expressions: few characters that compile to many steps. */
export const BIG_REGEXES: readonly BigText[] = [
  matching('regexes', (n) => `^a${n}$`),
  matching('long regexes', (n) => `${long('ab*')}${n}`),
  matching('alternatives of regexes', (n) => `(${times(150, (i) => `w${i + n}`, '|')})`),
  matching('groups in groups', (n) => `${'('.repeat(400)}a${n}${')'.repeat(400)}`),
  matching('unclosed groups', () => '('.repeat(900)),
  matching('counts', (n) => `(a{900}b${n})`),
  matching('counts in counts', (n) => `((a{9}b${n}){9}c){9}`),
  matching('too large counts', (n) => `((a{99}b${n}){99}c){99}`),
  matching('classes of letters', (n) => `(?i)\\p{L}+${n}\\P{Lu}`),
  matching('many classes of letters', (n) => `(?i)${long('\\p{L}')}${n}`),
  matching(
    'classes of all kinds',
    (n) => `[^\\p{Lu}\\p{Greek}\\p{Han}${String.fromCodePoint(0x4e00 + (n % 20_000))}]+`,
  ),
  matching(
    'classes of one character',
    (n) => `[${times(200, (i) => String.fromCodePoint(0x4e00 + ((2 * i + n) % 20_000)))}]`,
  ),
  matching('folded classes', (n) => `(?i)[a-z${String.fromCodePoint(0x4e00 + (n % 20_000))}]{50}`),
  matching('stars in stars', () => `${'('.repeat(100)}a${')*'.repeat(100)}`),
  matching('plus upon plus', () => `a${'+'.repeat(500)}`),
  matching('dots', (n) => `.*${long('.?')}${n}`),
  matching('words and ends', (n) => `${long('\\b$^')}${n}`),
  matching('escapes of regexes', (n) => `${long('\\x{10FFFF}')}${n}`),
  matching('empty alternatives', (n) => `(${'|'.repeat(900)})${n}`),
  matching('regexes that are none', () => long('[a')),
];
