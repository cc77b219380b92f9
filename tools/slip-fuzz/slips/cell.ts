import type { Slot } from '../../../compiler/ruleset.ts';
import { literalSlips } from './literal.ts';
import { slips, type Slip } from './slip.ts';

/** Input cells as spreadsheets and other table languages write them. */
export function cellSlips(text: string, slot: Slot | null): readonly Slip[] {
  if (text === '-' || text === '') return slips('any value', ANY);
  const comparison = /^(<=|>=|<|>)\s*(\S+)$/.exec(text);
  if (comparison !== null) return comparisonSlips(comparison[1] ?? '', comparison[2] ?? '');
  const interval = /^([[(\]])(\S+)\.\.(\S+?)([\])[])$/.exec(text);
  if (interval !== null) return intervalSlips(interval.slice(1));
  const list = /^(not\()?([^()]+?)\)?$/.exec(text);
  const words = (list?.[2] ?? '').split(/\s*,\s*/);
  if (list?.[1] !== undefined) return slips('negated cell', notOf(words));
  if (words.length > 1) return slips('several values in a cell', listOf(words));
  if (/\(/.test(text)) return [];
  return [...literalSlips(text, slot?.type ?? 'STRING', 'cell'), ...slips('spreadsheet', valueOf(text))];
}

const ANY = [
  '*',
  '**',
  '\u2013',
  '\u2014',
  '\u2212',
  '\u2010',
  '\u2011',
  '\u2015',
  '\u00ad',
  '\ufe63',
  '\uff0d',
  '--',
  '---',
  '-.',
  '- ',
  ' -',
  '\u00a0',
  '\u00a0-',
  ' ',
  '#N/A',
  '#REF!',
  '#NAME?',
  '#VALUE!',
  'n/a',
  'N/A',
  'null',
  'NULL',
  'None',
  '_',
  "'-",
  '="-"',
  '\u2022',
  '\u2026',
  '?',
  '.',
  '\u200b',
  '[-]',
  '(-)',
  '%',
  '.*',
  '[]',
  '{}',
  '()',
  'not()',
  '-,',
];

function comparisonSlips(sign: string, value: string): readonly Slip[] {
  const other = { '<': '\uff1c', '<=': '\u2264', '>': '\uff1e', '>=': '\u2265' }[sign] ?? sign;
  const turned = { '<=': '=<', '>=': '=>' }[sign] ?? `${sign} =`;
  const words = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }[sign] ?? '';
  const clipped = { '<': 'lt', '<=': 'max.', '>': 'gt', '>=': 'min.' }[sign] ?? '';
  return [
    ...slips('comparison in a cell', [
      `${other} ${value}`,
      `${turned} ${value}`,
      `${words} ${value}`,
      `${clipped} ${value}`,
      `${value} ${sign}`,
      `${value}${sign}`,
      `x ${sign} ${value}`,
      `$${sign} ${value}`,
      `${sign}${value}`,
      `${sign}  ${value}`,
      `${sign}\u00a0${value}`,
      `'${sign}${value}`,
      `=${sign}${value}`,
      `"${sign} ${value}"`,
      `${sign} "${value}"`,
      `${sign} '${value}'`,
      `${sign} ${value} `,
      `&lt; ${value}`,
      `${sign} ${value};`,
      `${sign} ${value} and ${sign} ${value}`,
      `${sign} ${value}, ${sign} ${value}`,
      `${sign} ${value} ${sign} ${value}`,
      `not ${sign} ${value}`,
      `(${sign} ${value})`,
      `${sign}(${value})`,
      `[${sign} ${value}]`,
      `${sign}${sign} ${value}`,
    ]),
    // `1e3` compares as 1000 does.
    ...literalSlips(value, 'INTEGER', 'cell')
      .filter(({ text }) => Number(text) !== Number(value))
      .map(({ kind, text }) => ({ kind: `${kind} in a comparison`, text: `${sign} ${text}` })),
  ];
}

function intervalSlips([open = '', low = '', high = '', close = '']: readonly string[]): readonly Slip[] {
  const signs = [
    '...',
    ',',
    ', ',
    ';',
    '; ',
    '-',
    ' - ',
    '\u2013',
    ' to ',
    ':',
    '\u2026',
    '\u2025',
    ' bis ',
    ' and ',
    '|',
    ' .. ',
    '~',
  ].map((sign) => `${open}${low}${sign}${high}${close}`);
  const bare = ['..', '-', ' - ', ' to ', '\u2013', '...'].map((sign) => `${low}${sign}${high}`);
  const more = [
    `>= ${low}, <= ${high}`,
    `>= ${low} and <= ${high}`,
    `${low} <= x <= ${high}`,
    `${low}+`,
    `between ${low} and ${high}`,
    `${open}${high}..${low}${close}`,
    `${open}${low}..${high}`,
    `${low}..${high}${close}`,
    `${open} ${low} .. ${high} ${close}`,
    `<${low}..${high}>`,
    `{${low}..${high}}`,
    `not ${open}${low}..${high}${close}`,
    `${open}${low}..${close}`,
    `${open}..${high}${close}`,
    `'${open}${low}..${high}${close}`,
    `\uff3b${low}..${high}\uff3d`,
  ];
  return slips('interval in a cell', [...signs, ...bare, ...more]);
}

function notOf(words: readonly string[]): readonly string[] {
  const all = words.join(', ');
  const each = words.map((word) => `not(${word})`);
  return [
    `not ${all}`,
    `Not(${all})`,
    `NOT(${all})`,
    `NOT ${all}`,
    `!${all}`,
    `! ${all}`,
    `!= ${all}`,
    `<> ${all}`,
    `\u2260 ${all}`,
    `~${all}`,
    `-${all}`,
    `\u00ac${all}`,
    `not: ${all}`,
    `not in ${all}`,
    `not in (${all})`,
    `not[${all}]`,
    `not(${words.join('; ')})`,
    `not(${words.join(' | ')})`,
    `not(${words.join(' or ')})`,
    `not(${words.join(' and ')})`,
    `not([${all}])`,
    `not(in([${all}]))`,
    `not (${all})`,
    `not(${words.map((word) => `'${word}'`).join(', ')})`,
    `not(${words.map((word) => `"${word}"`).join(', ')})`,
    `not(${all}`,
    `not ${all})`,
    `not((${all}))`,
    `not(${all}),`,
    `except ${all}`,
    `all but ${all}`,
    `none of ${all}`,
    `not_(${all})`,
    `not_in([${all}])`,
    `not_in(${all})`,
    each.join(' and '),
    each.join(', '),
    each.join(' '),
    `not(not(${all}))`,
    `'not(${all})`,
    `not\u00a0(${all})`,
    `=not(${all})`,
    `not(= ${all})`,
    `not(!${all})`,
    `nicht(${all})`,
  ];
}

function listOf(words: readonly string[]): readonly string[] {
  const joins = [
    ' or ',
    ' OR ',
    ' | ',
    '|',
    ' || ',
    '; ',
    ';',
    ' and ',
    ' & ',
    ' && ',
    '\u3001',
    '\uff0c ',
    '\u201a ',
    '\n',
  ].map((sign) => words.join(sign));
  // Not between double quotes: that is a text with a comma.
  const all = words.join(', ');
  return [
    ...joins,
    words.join(','),
    words.join(' , '),
    `${all},`,
    `, ${all}`,
    `[${all}]`,
    `(${all})`,
    `{${all}}`,
    `in ${all}`,
    `in(${all})`,
    `in [${all}]`,
    `in([${all}])`,
    `= ${all}`,
    `'${all}`,
    `'${all}'`,
    words.map((word) => `'${word}'`).join(', '),
    words.map((word) => `"${word}"`).join(', '),
    words.map((word) => `= ${word}`).join(', '),
    words.map((word) => `=${word}`).join(' or '),
    `one of ${all}`,
    `any of: ${all}`,
    `${all}.`,
    `${all}\u200b`,
    `\u00a0${all}`,
  ];
}

function valueOf(text: string): readonly string[] {
  return [
    `="${text}"`,
    `=${text}`,
    `=T("${text}")`,
    `in(${text})`,
    `[${text}]`,
    `(${text})`,
    `{${text}}`,
    `<${text}>`,
    `is ${text}`,
    `only ${text}`,
    `equals ${text}`,
    `equals(${text})`,
    `"${text}"`,
    `not(not(${text}))`,
    `!!${text}`,
    `${text},`,
    `${text}?`,
    `${text}*`,
  ];
}
