import type { Template } from './ruleset.ts';
import type { Literal } from './values.ts';

/** A constant table that patterns match. Outside the matcher its rows are not facts. */
export interface Relation {
  readonly name: string;
  /** The hidden template that patterns name: see relationTemplate; a slot a column. */
  readonly template: Template;
  /** Each differs from those before it; a value a slot, as in a literal of the slot's type. */
  readonly rows: readonly (readonly Literal['value'][])[];
}

/** The hidden templates of relations. No name that an author declares begins so. */
const PREFIX = '__relation_';

export function relationTemplate(relation: string): string {
  return PREFIX + relation;
}

/** The relation whose rows a template is for; null: it is for facts. */
export function relationOf(template: string): string | null {
  return template.startsWith(PREFIX) ? template.slice(PREFIX.length) : null;
}

/** A value in JSON. An INTEGER beyond the safe ones is text, and a FLOAT keeps the sign of zero. */
function jsonOf(value: Literal['value']): string {
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

/**
 * The rows as a JSON array of arrays, one per column: as a text in a module they are parsed in a fraction of the time that
 * as many literals take.
 */
export function columnsText({ rows, template }: Relation): string {
  const columns = template.slots.map((_, i) => rows.map((row) => jsonOf(row[i] ?? '')).join(','));
  return `[${columns.map((column) => `[${column}]`).join(',')}]`;
}
