import { aroundWord } from './name.ts';
import { slips, wordTable, type Slip } from './slip.ts';

/** Words of other systems, and the language's own in another case. */
const SYNONYMS = wordTable({
  string: 'str text varchar STRING String char string? string[] list<string> Text',
  symbol: 'enum atom word keyword SYMBOL Symbol symbol[] :symbol',
  integer: 'int number long INTEGER Integer int64 bigint integer? numeric',
  float: 'double decimal number FLOAT Float real money',
  boolean: 'bool flag BOOLEAN Boolean yes/no bit',
  time: 'date datetime timestamp TIME Time instant date-time',
  allow: 'permit Allow ALLOW allowed yes grant accept pass EFFECT_ALLOW true approve',
  deny: 'Deny DENY block forbid denied no reject refuse EFFECT_DENY false drop deny-all',
  escalate: 'ask review ESCALATE Escalate approval escalated confirm human escalation',
  route: 'Route ROUTE forward redirect routed',
  scope: 'Scope limit narrow scoped',
  none: 'None NONE null nothing ~ nil',
  'deny-overrides':
    'deny_overrides denyOverrides DENY-OVERRIDES Deny-Overrides deny_overrides denyoverrides deny deny-override most-restrictive',
  'allow-overrides': 'allow_overrides permit-overrides allow Allow-Overrides',
  first: 'First FIRST f F 1 first-applicable firstMatch first-match priority',
  last: 'Last LAST latest last-match',
  unique: 'Unique UNIQUE u U single one',
  any: 'Any ANY a A all',
  collect: 'Collect COLLECT c C all C+',
  host: 'Host HOST hosts server system',
  caller: 'Caller client anyone callers',
  session: 'Session sessions SESSION request',
  fleet: 'Fleet FLEET global shared',
  full: 'Full FULL all verbose true',
  summary: 'Summary SUMMARY short',
  raw: 'Raw RAW clips code',
  classification: 'Classification hierarchy class levels',
});

/** A word of the language, misspelled or as another system has it. */
export function wordSlips(text: string): readonly Slip[] {
  return [
    ...slips('words', SYNONYMS.get(text) ?? [text.toUpperCase()]),
    ...slips('signs around words', aroundWord(text)),
    ...slips('forms of words', [
      `[${text}]`,
      `"[${text}]"`,
      `{ ${text}: true }`,
      `!${text}`,
      `:${text}`,
      `${text}()`,
    ]),
  ];
}

export function flagSlips(text: string): readonly Slip[] {
  const isTrue = /^true$/i.test(text);
  const words = isTrue
    ? [
        'True',
        'TRUE',
        'yes',
        'Yes',
        'YES',
        'on',
        'On',
        '1',
        'y',
        't',
        'T',
        '"true"',
        "'true'",
        'true,',
        'true;',
        'true // yes',
        ':true',
        'enabled',
        'required',
        '!!bool true',
        '!!str true',
        'tru',
        '[true]',
        '{ value: true }',
        'wahr',
      ]
    : [
        'False',
        'FALSE',
        'no',
        'No',
        'off',
        '0',
        'n',
        'f',
        '"false"',
        "'false'",
        'false,',
        'never',
        '!true',
        'nil',
        '~',
        'null',
        '',
      ];
  return slips('flags', words);
}

export function integerSlips(text: string): readonly Slip[] {
  return slips('whole numbers', [
    `"${text}"`,
    `'${text}'`,
    `${text}.0`,
    `${text},`,
    `${text};`,
    `+${text}`,
    `0${text}`,
    `${text}e0`,
    `0x${BigInt(text).toString(16)}`,
    `${text}%`,
    `${text}_0`,
    `${text} // high`,
    `\u201c${text}\u201d`,
    `${text}\u00a0`,
    `${text}n`,
    `high`,
    `"high"`,
    `[${text}]`,
    `.${text}`,
    `${text}.`,
    `- ${text}`,
    `>${text}`,
    `${text},0`,
    `1_${text}`,
    `int ${text}`,
    `!!str ${text}`,
    `!!int "${text}"`,
    `~`,
    `0b1`,
    `${text}k`,
  ]);
}
