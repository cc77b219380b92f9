import type { SlotType } from '../../../compiler/values.ts';
import { slips, type Slip } from './slip.ts';

/** Place of a literal: its quotes and signs mean different things in an argument, a cell and a YAML value. */
type LiteralPlace = 'argument' | 'cell' | 'yaml' | 'csv';

const isQuotedCell = (text: string, place: LiteralPlace): boolean => place === 'csv' && text.includes(',');

const FULL_WIDTH = 0xfee0;

function fullWidth(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + FULL_WIDTH));
}

/** The literal in quotes of other languages, of word processors and of spreadsheets. */
function otherQuotes(text: string, place: LiteralPlace): readonly string[] {
  const around = [
    `\u201c${text}\u201d`,
    `\u201e${text}\u201c`,
    `\u2018${text}\u2019`,
    `\u00ab${text}\u00bb`,
    `\`${text}\``,
    `\u00b4${text}\u00b4`,
    `''${text}''`,
    `\\"${text}\\"`,
    `\uff02${text}\uff02`,
  ];
  // A name in a quoted cell of a CSV file may begin with an apostrophe.
  const open = [
    ...(isQuotedCell(text, place) ? [] : [`'${text}`]),
    `\u2018${text}`,
    `${text}\u201d`,
    `\`${text}`,
  ];
  const plain =
    place === 'yaml' ? [`"'${text}'"`, `'"${text}"'`] : [`'${text}'`, `""${text}""`, `"${text}`, `${text}"`];
  return [...around, ...open, ...plain];
}

/** The literal as pasted from a clipboard: with invisible characters. */
function unseen(text: string): readonly string[] {
  const [first = '', ...rest] = [...text];
  const inside = `${first}\u200b${rest.join('')}`;
  return [
    `\u00a0${text}`,
    `${text}\u00a0`,
    `${text}\u200b`,
    `\u200e${text}`,
    `${text}\u00ad`,
    `\ufeff${text}`,
    `\u2060${text}`,
    `${text}\u202f`,
    ...(rest.length > 0 ? [inside] : []),
    ...(text.includes(' ') ? [text.replace(' ', '\u00a0')] : []),
  ];
}

/** Signs of other languages behind and in front of a value. A semicolon within the quotes of a CSV cell is one of its text. */
function stray(text: string, place: LiteralPlace): readonly string[] {
  const both = [
    ...(isQuotedCell(text, place) ? [] : [`${text};`]),
    `${text} // only this`,
    `${text} /* only this */`,
    `= ${text}`,
    `== ${text}`,
    `=${text}`,
  ];
  return place === 'yaml'
    ? [...both, `${text},`, `${text} -- only this`, `:${text}`]
    : [...both, `!= ${text}`];
}

/** The value with itself, joined as other languages join two. */
function twice(text: string): readonly string[] {
  return ['or', 'OR', '|', '||', 'and', '&&', ';', 'oder']
    .map((word) => `${text} ${word} ${text}`)
    .concat(`${text}|${text}`);
}

/** Words for no value. `nil` is a symbol of CLIPS. */
const NOTHING = [
  'null',
  'NULL',
  'Null',
  'None',
  'undefined',
  '~',
  'N/A',
  'n/a',
  '#N/A',
  'NaN',
  '<null>',
  '(null)',
  '\\N',
];

function ofInteger(text: string): readonly string[] {
  const digits = text.replace(/^[+-]/, '');
  const groups = (sign: string): string => digits.replace(/\B(?=(\d{3})+$)/g, sign);
  const grouped =
    digits.length > 3 ? [',', '.', ' ', '_', "'", '\u00a0', '\u202f', '\u2019'].map(groups) : [];
  const decimals = [`${groups(',')}.00`, `${groups('.')},00`, `${digits},0`, `${digits}.0`];
  const signs = [
    `+${digits}`,
    `0${digits}`,
    `${digits}%`,
    `$${digits}`,
    `${digits}\u20ac`,
    `\u20ac ${digits}`,
    `${digits} USD`,
  ];
  const forms = [
    `${digits}e0`,
    `${digits}E+00`,
    `0x${BigInt(digits).toString(16)}`,
    `0o${BigInt(digits).toString(8)}`,
  ];
  const words = [
    fullWidth(digits),
    `${digits}n`,
    `${digits}L`,
    `int(${digits})`,
    `${digits} `,
    `#${digits}`,
    `${digits}.`,
  ];
  const thousands = /000$/.test(digits)
    ? [`${digits.slice(0, -3)}k`, `${digits.slice(0, -3)}K`, `${digits.slice(0, -3)}e3`]
    : [];
  const own = [...grouped, ...decimals, ...signs, ...forms, ...words, ...thousands];
  return text.startsWith('-')
    ? [
        ...own.map((one) => `-${one}`),
        `\u2212${digits}`,
        `\u2013${digits}`,
        `(${digits})`,
        `- ${digits}`,
        `${digits}-`,
      ]
    : own;
}

function ofFloat(text: string): readonly string[] {
  const comma = text.replace('.', ',');
  return [
    comma,
    `${text}%`,
    `${text}f`,
    `$${text}`,
    `+${text}`,
    fullWidth(text),
    text.replace('.', '\u00b7'),
    `${text}0`,
    `0${text}`,
  ];
}

function ofBoolean(text: string): readonly string[] {
  if (text === '') return [];
  return text === 'true'
    ? [
        'True',
        'TRUE',
        'yes',
        'Yes',
        'YES',
        'on',
        '1',
        't',
        'y',
        'T',
        'Y',
        'wahr',
        'WAHR',
        '#t',
        'enabled',
        '\u2713',
        'x',
      ]
    : [
        'False',
        'FALSE',
        'no',
        'No',
        'NO',
        'off',
        '0',
        'f',
        'n',
        'F',
        'N',
        'falsch',
        'FALSCH',
        '#f',
        'disabled',
        '\u2717',
        '-1',
      ];
}

function ofTime(text: string): readonly string[] {
  const [, year = '', month = '', day = '', rest = ''] = /^(\d{4})-(\d\d)-(\d\d)(.*)$/.exec(text) ?? [];
  if (year === '') return [];
  const dates = [
    `${day}.${month}.${year}`,
    `${month}/${day}/${year}`,
    `${day}/${month}/${year}`,
    `${year}/${month}/${day}`,
    `${year}${month}${day}`,
    `${day}-${month}-${year}`,
    `${year}-${month}-${day}`,
    `Jan ${day}, ${year}`,
    `${day}. Januar ${year}`,
  ];
  const withoutZone = text.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  return [
    ...dates,
    withoutZone,
    text.replace('T', ' '),
    `${withoutZone} UTC`,
    `date(${text})`,
    `${year}-${month}-${day}${rest.toLowerCase()}`,
  ];
}

/** Slips in one literal of a type. `text` has no quotes. */
export function literalSlips(text: string, type: SlotType, place: LiteralPlace): readonly Slip[] {
  const general = [
    ...slips('quotes', otherQuotes(text, place)),
    ...slips('unseen characters', unseen(text)),
    ...slips('stray signs', stray(text, place)),
  ];
  switch (type) {
    case 'INTEGER':
      return [...general, ...(/^[+-]?\d+$/.test(text) ? slips('numbers', ofInteger(text)) : [])];
    case 'FLOAT':
      return [...general, ...slips('numbers', /^-?\d+$/.test(text) ? ofInteger(text) : ofFloat(text))];
    case 'BOOLEAN':
      return [...general, ...slips('truth values', ofBoolean(text))];
    case 'TIME':
      return [...general, ...slips('times', ofTime(text))];
    default:
      return [
        ...general,
        ...(place === 'yaml' ? [] : slips('joined', twice(text))),
        ...(text === '' ? slips('nothing', NOTHING) : []),
      ];
  }
}
