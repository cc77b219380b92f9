import { FUNCTIONS } from '../../../compiler/language/functions/table.ts';
import type { FunctionRow } from '../../../compiler/language/functions/row.ts';
import { OPERATOR_TABLE, TEMPORAL_TABLE } from '../../../compiler/language/operators/table.ts';
import { FUNCTION_TEXTS } from './functions.ts';
import { OPERATOR_TEXTS } from './operators.ts';
import { OPERATOR_PARAMETERS } from './parameters.ts';
import { WRITTEN } from './written.ts';

/** Functions by the names that rulesets write. */
export const FUNCTION_ROWS: ReadonlyMap<string, FunctionRow> = new Map(
  [...FUNCTIONS.values()].flatMap((row) =>
    [row.written ?? row.name, row.name, ...(row.aliases ?? [])].map((name) => [name, row] as const),
  ),
);

/**
 * Markdown about an operator, a function or a form that looks like one; `null` for other names.
 *
 * @param isMethod true behind a dot, where only an operator can be
 */
export function documentationOf(name: string, isMethod = false): string | null {
  const written = isMethod ? undefined : WRITTEN.get(name);
  if (written !== undefined) {
    const { parameters, documentation, example } = written;
    return `\`${name}(${parameters.join(', ')})\`\n\n${documentation}${code('yaml', example)}`;
  }
  return operatorText(name) ?? functionText(name);
}

function operatorText(name: string): string | null {
  const text = OPERATOR_TEXTS[name];
  const parameters = OPERATOR_PARAMETERS.get(name);
  if (text === undefined || parameters === undefined) return null;
  const { meaning, long, short } = text;
  const example = [`expression: ${long}`, ...(short === null ? [] : [`if: ${short}`])].join('\n');
  return `\`${name}(${parameters.join(', ')})\`${slotsOf(name)}\n\n${meaning}${code('yaml', example)}`;
}

/** The slots that an operator is for. */
function slotsOf(name: string): string {
  const operator = OPERATOR_TABLE.get(name);
  if (operator === undefined || TEMPORAL_TABLE.has(name)) return '';
  if (operator.lists === 'only') return ', for lists';
  const types = operator.slotTypes.map((type) => type.toLowerCase());
  return types.length > 4 ? '' : `, for ${types.join(' and ')}`;
}

function functionText(name: string): string | null {
  const row = FUNCTION_ROWS.get(name);
  const text = row === undefined ? undefined : FUNCTION_TEXTS[row.written ?? row.name];
  if (text === undefined) return null;
  return `\`(${row?.written ?? name} …)\`\n\n${text.meaning}${code('clips', `${text.call}  ; ${text.gives}`)}`;
}

const code = (language: string, text: string): string => `\n\n\`\`\`${language}\n${text}\n\`\`\``;
