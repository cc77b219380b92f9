import type { SlotType } from '../../../compiler/values.ts';
import type { ScalarPlace } from '../places/place.ts';
import { callSlips } from './call.ts';
import { cellSlips } from './cell.ts';
import { inputPathSlips } from './input-path.ts';
import { literalSlips } from './literal.ts';
import { aliasSlips, aroundWord, bindSlips, referenceNameSlips } from './name.ts';
import { parseCall } from './parse-call.ts';
import { referenceSlips } from './reference.ts';
import { slips, type Slip } from './slip.ts';
import { testSlips } from './test.ts';
import { timeCallSlips } from './time-call.ts';
import { flagSlips, integerSlips, wordSlips } from './word.ts';

/** Returns the texts that a newcomer, a spreadsheet or a language model writes instead of a single value. */
export function slipsOf(place: ScalarPlace): readonly Slip[] {
  const { role, text, slot } = place;
  switch (role) {
    case 'expression':
      return expressionSlips(place);
    case 'test':
    case 'body':
      return named(`${role}: `, testSlips(text, role === 'body'));
    case 'cell':
      return named('cell: ', cellSlips(text, slot));
    case 'word':
      return named('word: ', wordSlips(text));
    case 'flag':
      return named('word: ', flagSlips(text));
    case 'integer':
      return named('word: ', /^\d+$/.test(text) ? integerSlips(text) : []);
    case 'alias':
      return named('name: ', aliasSlips(text));
    case 'variable':
      return named('name: ', bindSlips(text));
    case 'reference':
      return named('name: ', referenceNameSlips(text));
    case 'name':
      return named('name: ', slips('signs around names', aroundWord(text)));
    case 'column':
      return named('column: ', columnSlips(text));
    case 'path':
      return named('path: ', inputPathSlips(text));
    case 'filled':
      return named('text: ', place.key === 'reason' ? namesInText(text) : namesInData(text));
    case 'slot-value':
    case 'output':
      return named('value: ', slotValueSlips(place));
    case 'value':
    case 'constant':
    case 'relation-cell':
      return named('value: ', literalsOf(place, typeOfText(place)));
    case 'text':
      return [];
  }
}

function named(prefix: string, all: readonly Slip[]): readonly Slip[] {
  return all.map(({ kind, text }) => ({ kind: prefix + kind, text }));
}

/** Type that YAML gives to a value of no slot. */
function typeOfText({ text, style }: ScalarPlace): SlotType {
  if (style !== 'plain') return 'STRING';
  if (/^-?\d+$/.test(text)) return 'INTEGER';
  if (/^-?\d+\.\d+$/.test(text)) return 'FLOAT';
  return /^(?:true|false)$/i.test(text) ? 'BOOLEAN' : 'STRING';
}

/** Operators that compare numbers of both types. */
const ORDERS = new Set(['less_than', 'at_most', 'greater_than', 'at_least', 'between']);

function expressionSlips(place: ScalarPlace): readonly Slip[] {
  const call = parseCall(place.text, place.slot);
  if (call === null) return [];
  const inLeaves = call.leaves.flatMap(({ kind, text, start, end, type }): readonly Slip[] => {
    const isNamed = kind === 'reference' || kind === 'variable';
    const own = isNamed
      ? referenceSlips(text, 'argument')
      : type === null
        ? []
        : literalSlips(text, type, 'argument').filter(
            // `1e3` compares as 1000 does.
            (slip) => !ORDERS.has(call.name) || Number(slip.text) !== Number(text),
          );
    return own.map((slip) => ({
      ...slip,
      text: place.text.slice(0, start) + slip.text + place.text.slice(end),
    }));
  });
  const nothing = /^(?:not_)?equals\((?:"")?\)$/.test(place.text)
    ? [
        'null',
        'None',
        'nil',
        'undefined',
        '~',
        "''",
        'NULL',
        'N/A',
        '\u201c\u201d',
        '<empty>',
        '()',
        '[]',
        '{}',
      ].map((one) => `${call.name}(${one})`)
    : [];
  return named('condition: ', [
    ...callSlips(call, place),
    ...timeCallSlips(call),
    ...inLeaves,
    ...slips('nothing', nothing),
  ]);
}

function columnSlips(text: string): readonly Slip[] {
  if (/^[$?]/.test(text))
    return [...referenceSlips(text, 'value'), ...slips('signs around names', aroundWord(text))];
  const part = text.replace(/^\S+\s+/, '');
  const cases = [
    text.toUpperCase(),
    text.charAt(0).toUpperCase() + text.slice(1),
    // Keys of metadata are free names.
    ...(text.startsWith('metadata.') ? [] : [`${text}s`]),
    text.replace('.', ': '),
    text.replace('.', ' '),
    text.replace('.', '_'),
    text.replace(/\s+/, '.'),
    text.replace(/\s+/, ': '),
    part,
    `${text}:`,
    `set ${text}`,
    `then.${text}`,
    `$${text}`,
    `?${text}`,
  ];
  return slips('columns', [...cases.filter((one) => one !== text), ...aroundWord(text)]);
}

/** In metadata and scopes, other braces are those of JSON and of templates that the caller fills in. */
function namesInData(text: string): readonly Slip[] {
  return namesInText(text).filter((slip) => !/[{}]/.test(slip.text));
}

/** Each `{name}` of a text as other languages write it. */
function namesInText(text: string): readonly Slip[] {
  return [...text.matchAll(/\{([\w-]+(?:\.[\w-]+)?)\}/g)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const own = referenceSlips(name.includes('.') ? `$${name}` : `?${name}`, 'filled');
    return own.map((slip) => ({
      ...slip,
      text: text.slice(0, index) + slip.text + text.slice(index + whole.length),
    }));
  });
}

/** Slips in a literal. Without a slot, both `10` and `10.0` are numbers as their author wrote them, and `10 USD` and `:10` are texts. */
function literalsOf({ text, slot }: ScalarPlace, usual: SlotType): readonly Slip[] {
  const isSame = (other: string): boolean => other.trim() !== '' && Number(other) === Number(text);
  return literalSlips(text, slot?.type ?? usual, 'yaml').filter(
    (slip) => slot !== null || !(isSame(slip.text) || WITH_UNIT.test(slip.text)),
  );
}

const WITH_UNIT = /^(?::\d+|\d+(?: USD|[%\u20acnL]))$/;

function slotValueSlips(place: ScalarPlace): readonly Slip[] {
  const { text, role, slot, style } = place;
  if (/^\(/.test(text)) return testSlips(text, true);
  if (/^[$?]/.test(text)) return referenceSlips(text, 'value');
  // A parameter of a graph, and signs around it, are text.
  if (text.startsWith('${')) return [];
  const inText = namesInText(text);
  if (inText.length > 0) return /^\{[^{}]*\}$/.test(text) ? inText : namesInData(text);
  if (role === 'output' && slot === null)
    return /^(?:allow|deny|escalate|route|scope)$/.test(text) ? wordSlips(text) : [];
  const type = style === 'plain' && /^-?\d+$/.test(text) ? 'INTEGER' : 'STRING';
  return literalsOf(place, type);
}
