import { closestName } from '../../compiler/diagnostics/suggest.ts';
import { jsonText } from '../../runtime/values/json-text.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import type { Complain, Path } from './suite.ts';

/** Values by name. */
type Row = Readonly<Record<string, unknown>>;

const PLACE = /\{\{|\}\}|\{([\w-]+)\}/g;
const WHOLE = /^\{([\w-]+)\}$/;

/**
 * A value with `{x}` in its texts filled in from a row. A text that is nothing but `{x}` becomes the value itself;
 * `{{` and `}}` are braces.
 */
export function fillRow(value: unknown, row: Row, path: Path, complain: Complain): unknown {
  if (typeof value === 'string') return fillText(value, row, path, complain);
  if (Array.isArray(value)) return value.map((item, i) => fillRow(item, row, [...path, i], complain));
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillRow(item, row, [...path, key], complain)]),
  );
}

function fillText(text: string, row: Row, path: Path, complain: Complain): unknown {
  const valueOf = (name: string): unknown => {
    if (Object.hasOwn(row, name)) return row[name];
    const meant = closestName(name, Object.keys(row))();
    complain(path, `no row value is called '${name}'${meant === null ? '' : ` (did you mean '${meant}'?)`}`);
    return null;
  };
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole);
  return text.replace(PLACE, (found, name: string | undefined) =>
    name === undefined ? found.slice(1) : textOf(valueOf(name)),
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return jsonText(value) ?? '';
}
