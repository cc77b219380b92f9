import type { TableCellSyntax } from '../tables-syntax.ts';
import type { ArgumentSyntax, OperatorSyntax, SourceText } from '../syntax.ts';
import { parseArguments } from './argument.ts';
import type { ReadContext } from './context.ts';
import { UNSEEN } from './csv.ts';
import { DECIMAL_COMMA, DIGIT_GROUPS } from '../language/grouped-number.ts';
import { isForeignQuoted, quotedText } from '../language/foreign-quotes.ts';
import { readList, readScalar, readSource } from './fields.ts';
import { isNothingWord } from './nothing-word.ts';
import { parseOperator } from './operator.ts';
import type { YamlNode } from './yaml-node.ts';

const CALL = /^[A-Za-z_][A-Za-z0-9_-]*\(.*\)$/s;
const NOT = /^not\s*\((.*)\)$/s;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const COMPARISON = /^(<=|>=|<|>)\s*(.+)$/s;
const INTERVAL = /^([[(\]])\s*(\S+?)\s*\.\.\s*(\S+?)\s*([\])[])$/;

const ORDER: ReadonlyMap<string, string> = new Map([
  ['<', 'less_than'],
  ['<=', 'at_most'],
  ['>', 'greater_than'],
  ['>=', 'at_least'],
]);

/** An input cell: the operators that its value must pass. `null` if it was reported. */
export function readCell(node: YamlNode, context: ReadContext): TableCellSyntax | null {
  const { at } = node;
  if (node.kind === 'list') {
    const items = readList(node, context, (item) => readSource(item, context));
    const [first] = items;
    if (first !== undefined && items.length === 1 && /\.\./.test(first.text)) {
      context.report.add('table-interval', at, { text: first.text });
      return null;
    }
    const [low, high] = items.map(({ text }) => (NUMBER.test(text) ? Number(text) : NaN));
    if (items.length === 2 && low !== undefined && high !== undefined && low < high) {
      const meant = `\`"[${low}..${high}]"\` for the interval, or \`"${low}, ${high}"\` for one of both`;
      context.report.add('table-cell-sign', at, { text: `[${low}, ${high}]`, meant });
      return null;
    }
    if (first === undefined) context.report.add('empty-list', at);
    const args = items.map((item): ArgumentSyntax => ({ kind: 'bare', text: item.text, at: item.at }));
    for (const { text, at } of items.filter(({ text }) => isForeignQuoted(text)))
      context.report.add('foreign-quotes', at, { text, meant: quotedText(text) });
    return first === undefined ? null : { tests: [oneOf('in', args, at)], at };
  }
  const scalar = readScalar(node, context);
  if (scalar === null) return null;
  if (scalar.scalar.kind === 'null' || scalar.scalar.text === '' || scalar.scalar.text === '-') {
    return { tests: [], at };
  }
  const source = readSource(node, context);
  const tests = source && parseCell(source, context);
  return tests && { tests, at };
}

const ANY = '`-` for any value, or the text in double quotes';

/** Notations of other programs in a cell, with the notation of the language. */
const SIGNS: readonly (readonly [pattern: RegExp, meant: (rest: string) => string])[] = [
  [
    /^(?:[\u2010-\u2015\u2212\ufe63\uff0d\u2022\u2026_?.%]|-\.|\*+|--+|#(?:REF|VALUE|NULL|DIV\/0|NUM)!|#NAME\?|null|Null|NULL)()$/,
    () => ANY,
  ],
  [/^==?\s*(.*)$/s, (rest) => `\`${rest}\` alone to compare for equality`],
  [/^not\s*[[{]([^\]}]*)[\]}]?$/is, (rest) => `\`not(${rest})\``],
  [/^(?:!=|<>|\u2260|\u00ac|!|(?:is\s+)?not\s+(?!\()|not\s*:)\s*(.*)$/is, (rest) => `\`not(${rest})\``],
  [
    /^(?:except|excluding|other than|anything but|all but|without|none of|neither|nicht|au\u00dfer)\s+(?=\S)(.*)$/is,
    (rest) => `\`not(${rest})\``,
  ],
  [
    /^(?:(?:is )?equal to|is|equals?|only|just|exactly)\s+(?=\S)(.*)$/is,
    (rest) => `\`${rest}\` alone to compare for equality`,
  ],
  [/^(?:in|one of|any of)\s*:?\s+(?=\S)([^,]+,.*)$/is, (rest) => `\`${rest}\` alone for one of several`],
  [/^[~-]\s*(?=[A-Za-z])([^,]*(?:,\s*[^-~\s,][^,]*)+)$/, (rest) => `\`not(${rest})\``],
  [/^(?=.*[A-Za-z])([\w ,-]+)[.?]$/, (rest) => `\`${rest}\` alone, or the text in double quotes`],
  [
    /^(?=[^"(]*(?:\n| [&+] ))([^"(]*)$/,
    (rest) => `\`${rest.split(/\s*[\n&+]\s*/).join(', ')}\` for one of several, or the text in double quotes`,
  ],
  [/^\u2264\s*(.*)$/s, (rest) => `\`<= ${rest}\``],
  [/^\u2265\s*(.*)$/s, (rest) => `\`>= ${rest}\``],
  [/^&lt;(?!=)\s*(.*)$/s, (rest) => `\`< ${rest}\``],
  [/^&gt;(?!=)\s*(.*)$/s, (rest) => `\`> ${rest}\``],
  [/^&(?:lt;=|le;)\s*(.*)$/s, (rest) => `\`<= ${rest}\``],
  [/^&(?:gt;=|ge;)\s*(.*)$/s, (rest) => `\`>= ${rest}\``],
];

const EACH_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** True if a cell is written as in another program (reported). */
function reportsSign({ text, at }: SourceText, report: ReadContext['report']): boolean {
  if (isNothingWord(text.trim())) {
    report.add('table-cell-sign', at, { text, meant: ANY });
    return true;
  }
  if (UNSEEN.test(text) && !text.includes('"')) {
    const meant = `\`${text.replace(EACH_UNSEEN, '')}\`, or the text in double quotes`;
    report.add('table-cell-sign', at, { text, meant });
    return true;
  }
  for (const [pattern, meant] of SIGNS) {
    const [, rest] = pattern.exec(text.trim()) ?? [];
    if (rest === undefined) continue;
    report.add('table-cell-sign', at, { text, meant: meant(rest) });
    return true;
  }
  const number = text.trim().replace(/^(?:<=|>=|<|>)\s*/, '');
  const isDecimal = DECIMAL_COMMA.test(number) && !DIGIT_GROUPS.test(number);
  if (!isDecimal && !DIGIT_GROUPS.test(number)) return false;
  report.add('digit-groups', at, { text: number, meant: number.replaceAll(',', isDecimal ? '.' : '') });
  return true;
}

function parseCell(source: SourceText, { report }: ReadContext): readonly OperatorSyntax[] | null {
  const { text, at } = source;
  if (reportsSign(source, report)) return null;
  const bare = (value: string): ArgumentSyntax => ({ kind: 'bare', text: value, at });
  const [, negated] = NOT.exec(text) ?? [];
  if (negated !== undefined) {
    const start = text.indexOf('(') + 1;
    const items = parseArguments(source, start, start + negated.length, report);
    return items && [oneOf('not_in', items, at)];
  }
  if (CALL.test(text)) {
    const call = parseOperator(source, report);
    return call && [call];
  }
  const [, sign = '', compared] = COMPARISON.exec(text) ?? [];
  if (compared !== undefined) return [operator(ORDER.get(sign) ?? '', [bare(compared)], at)];
  const [, opening, low = '', high = '', closing] = INTERVAL.exec(text) ?? [];
  if (opening !== undefined) {
    return [
      operator(opening === '[' ? 'at_least' : 'greater_than', [bare(low)], at),
      operator(closing === ']' ? 'at_most' : 'less_than', [bare(high)], at),
    ];
  }
  const items = parseArguments(source, 0, text.length, report);
  return items && [oneOf('in', items, at)];
}

/** One item is compared with, so that truth values can be, too. */
function oneOf(
  name: 'in' | 'not_in',
  items: readonly ArgumentSyntax[],
  at: SourceText['at'],
): OperatorSyntax {
  if (items.length !== 1) return operator(name, [{ kind: 'list', items, at }], at);
  return operator(name === 'in' ? 'equals' : 'not_equals', items, at);
}

function operator(name: string, args: readonly ArgumentSyntax[], at: SourceText['at']): OperatorSyntax {
  return { operator: { value: name, at }, args, raw: { value: '', at }, at };
}
