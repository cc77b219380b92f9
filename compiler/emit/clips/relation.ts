import type { Relation } from '../../relation.ts';
import type { Literal } from '../../values.ts';
import { clipsLiteral } from './atoms.ts';
import { clipsName } from './names.ts';
import { emitTemplate } from './template.ts';
import { ROWS_IN_CONSTRUCT } from '../../thresholds.ts';

/** The hidden template of a relation and its rows, which (reset) asserts before any fact comes in. */
export function emitRelation({ template, rows }: Relation): readonly string[] {
  const name = clipsName(template.name);
  const slots = template.slots.map((slot) => clipsName(slot.name));
  const constructs = [emitTemplate(template)];
  for (let from = 0; from < rows.length; from += ROWS_IN_CONSTRUCT) {
    const lines = rows.slice(from, from + ROWS_IN_CONSTRUCT).map((row) => {
      const cells = row.map((value, i) => {
        const literal = { type: template.slots[i]?.type, value } as Literal;
        return ` (${slots[i]} ${clipsLiteral(literal)})`;
      });
      return `\n  (${name}${cells.join('')})`;
    });
    constructs.push(`(deffacts MAIN::${name}-${from / ROWS_IN_CONSTRUCT + 1}${lines.join('')})`);
  }
  return constructs;
}
