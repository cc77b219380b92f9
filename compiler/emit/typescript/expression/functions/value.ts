import {
  argumentAt,
  asInteger,
  asLexeme,
  asValue,
  type ArgumentForm,
  type FunctionCode,
} from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

/** A function of the runtime; `written` is its name in rulesets, for errors. */
const by =
  (written: string, name: RuntimeName, ...forms: readonly ArgumentForm[]): FunctionCode =>
  (args, scope) =>
    call(scope, name, ...forms.map((form, i) => form(argumentAt(args, i), written, i + 1, scope)));

export const VALUES = {
  'value-lower': by('lower', 'lowerText', asLexeme),
  'value-upper': by('upper', 'upperText', asLexeme),
  'value-trim': by('trim', 'trimText', asLexeme),
  'value-replace': by('replace', 'replaceAll', asLexeme, asLexeme, asLexeme),
  'value-part': by('part', 'partOf', asLexeme, asLexeme, asInteger),
  'value-part-readable': by('part-readable', 'hasPart', asLexeme, asLexeme, asInteger),
  'value-number': by('number', 'toNumber', asValue),
  'value-number-readable': by('number-readable', 'isNumeric', asValue),
  'value-quantity': by('quantity', 'toQuantity', asValue),
  'value-quantity-readable': by('quantity-readable', 'isQuantity', asValue),
  'value-time': by('time', 'toTime', asLexeme),
  'value-time-readable': by('time-readable', 'isTimeText', asLexeme),
  'value-zone-time': by('time', 'toZoneTime', asLexeme, asLexeme),
  'value-zone-time-readable': by('time-readable', 'isTimeText', asLexeme),
} satisfies Record<string, FunctionCode>;
