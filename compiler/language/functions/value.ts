import { BOOLEAN, FLOAT, INTEGER, LEXEME, NUMBER, STRING, unionOf } from '../static-type.ts';
import { rowsOf } from './row.ts';

const row = rowsOf('value');
const ANY_NUMBER = unionOf(NUMBER, LEXEME);

/**
 * Functions on values, which both forms have. CLIPS lacks them, so the constructs define them, under names that no function
 * of CLIPS has; rulesets write what `written` says.
 */
export const VALUE_ROWS = [
  row('value-lower', [1, 1], [LEXEME], STRING, { written: 'lower' }),
  row('value-upper', [1, 1], [LEXEME], STRING, { written: 'upper' }),
  row('value-trim', [1, 1], [LEXEME], STRING, { written: 'trim' }),
  row('value-replace', [3, 3], [LEXEME], STRING, { written: 'replace' }),
  row('value-part', [3, 3], [LEXEME, LEXEME, INTEGER], STRING, { written: 'part' }),
  row('value-part-readable', [3, 3], [LEXEME, LEXEME, INTEGER], BOOLEAN, { written: 'part-readable' }),
  row('value-number', [1, 1], [ANY_NUMBER], FLOAT, { written: 'number' }),
  row('value-number-readable', [1, 1], [ANY_NUMBER], BOOLEAN, { written: 'number-readable' }),
  row('value-quantity', [1, 1], [ANY_NUMBER], FLOAT, { written: 'quantity' }),
  row('value-quantity-readable', [1, 1], [ANY_NUMBER], BOOLEAN, { written: 'quantity-readable' }),
  row('value-time', [1, 1], [LEXEME], INTEGER, { written: 'time' }),
  row('value-time-readable', [1, 1], [LEXEME], BOOLEAN, { written: 'time-readable' }),
  // The compiler writes these for a zone other than UTC.
  row('value-zone-time', [2, 2], [LEXEME], INTEGER, { written: 'time' }),
  row('value-zone-time-readable', [2, 2], [LEXEME], BOOLEAN, { written: 'time-readable' }),
] as const;

/** The functions by the names that rulesets write. */
export const VALUE_FUNCTIONS: ReadonlyMap<string, string> = new Map(
  VALUE_ROWS.filter(({ name }) => !name.startsWith('value-zone-')).map(({ name, written = name }) => [
    written,
    name,
  ]),
);
