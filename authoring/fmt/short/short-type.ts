/** Slots and columns of the long form as types of the short one. */
import type { Located, ScalarValue, SlotSyntax } from '../../../compiler/syntax.ts';
import { quoted } from './fragment.ts';

const WORD = /^[A-Za-z_][\w.-]*$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'sensitive', 'any']);

/** The type of a slot as one text; null if it needs the keys of the long form. */
export function shortType(
  slot: Omit<SlotSyntax, 'name' | 'at'>,
): { readonly text: string; readonly isList: boolean } | null {
  const { type, list, maxItems, required, sensitive, allowed } = slot;
  const initial = slot.default;
  if (maxItems !== null || (required && initial !== null)) return null;
  const kind = allowed === null ? kindOf(type.value) : setOf(type.value, allowed.value);
  if (kind === null) return null;
  const suffix = sensitive ? ' sensitive' : '';
  if (list) return initial !== null || allowed !== null ? null : { text: kind + suffix, isList: true };
  if (initial === null) return { text: kind + suffix, isList: false };
  const value = 'kind' in initial.value ? valueText(initial.value, type.value) : null;
  return value === null ? null : { text: `${kind} = ${value}${suffix}`, isList: false };
}

const KINDS: ReadonlySet<string> = new Set(['string', 'symbol', 'integer', 'float', 'boolean', 'time']);
const kindOf = (type: string): string | null => (KINDS.has(type) ? type : null);

/** Two or more values of one sort. */
function setOf(type: string, values: readonly Located<ScalarValue>[]): string | null {
  if (values.length < 2) return null;
  const texts = values.map(({ value }) => valueText(value, type));
  return texts.every((text) => text !== null) && !texts.some((text) => RESERVED.has(text))
    ? texts.join(' | ')
    : null;
}

function valueText(value: ScalarValue, type: string): string | null {
  const { text } = value;
  switch (type) {
    case 'symbol':
      return value.kind === 'string' && WORD.test(text) && !RESERVED.has(text) ? text : null;
    case 'string':
      return value.kind === 'string' && !/[\n\r\t`]/.test(text) && !text.includes('\\') ? quoted(text) : null;
    case 'boolean':
      return value.kind === 'boolean' && (text === 'true' || text === 'false') ? text : null;
    case 'integer':
      return value.kind === 'integer' && NUMBER.test(text) ? text : null;
    case 'float':
      return (value.kind === 'float' || value.kind === 'integer') && NUMBER.test(text) ? text : null;
    default:
      return null;
  }
}
