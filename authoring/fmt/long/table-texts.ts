import { visit, type Node, type Scalar, type YAMLMap } from 'yaml';
import type { TableOutputSyntax } from '../../../compiler/tables-syntax.ts';
import type { ShortTableSyntax } from '../../../compiler/short-syntax.ts';
import type { ReasonPartSyntax } from '../../../compiler/syntax.ts';
import { textNode } from '../nodes.ts';
import type { Forms } from '../read-forms.ts';
import { reasonText, valueText } from './write-then.ts';

/** Replaces the texts in the cells and the default of a table by their long form. */
export function replaceTexts(
  table: YAMLMap<Scalar, Node>,
  { table: written, texts }: ShortTableSyntax,
  lowered: Forms['lowered']['ruleGroups'][number]['tables'][number],
): void {
  const replaced = new Map<number, string>();
  const note = (
    parts: readonly ReasonPartSyntax[],
    long: readonly ReasonPartSyntax[],
    isReason: boolean,
  ): void => {
    const text = texts.get(parts);
    if (text !== undefined) replaced.set(text.at.start, isReason ? reasonText(long) : valueText(long));
  };
  const compare = (short: TableOutputSyntax, long: TableOutputSyntax): void => {
    note(short.then.reason, long.then.reason, true);
    short.then.metadata.forEach(({ parts }, i) => {
      note(parts, long.then.metadata[i]?.parts ?? [], false);
    });
  };
  written.rows.forEach((row, i) => {
    const long = lowered.rows[i];
    if (long !== undefined) compare(row, long);
  });
  if (written.default !== null && lowered.default !== null) compare(written.default, lowered.default);
  visit(table, {
    Scalar: (_, scalar) => {
      const text = scalar.range ? replaced.get(scalar.range[0]) : undefined;
      return text === undefined || text === scalar.value ? undefined : textNode(text);
    },
  });
}
