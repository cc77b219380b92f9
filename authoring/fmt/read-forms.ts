/** A ruleset as it is written, and as it is lowered, with its parts by the place of their names. */
import type { TableSyntax } from '../../compiler/tables-syntax.ts';
import type { Source, Span } from '../../compiler/diagnostics/position.ts';
import { createReport, type Diagnostic } from '../../compiler/diagnostics/report.ts';
import { lowerShort } from '../../compiler/lower/lower.ts';
import { readVocabulary, type Vocabulary } from '../../compiler/lower/vocabulary.ts';
import { readLayers } from '../../compiler/read/read-layers.ts';
import type { WrittenRuleSyntax, WrittenSyntax, WrittenTableSyntax } from '../../compiler/short-syntax.ts';
import type { RuleSyntax, Syntax, TemplateSyntax } from '../../compiler/syntax.ts';

/** File and offset of a name. */
export type Place = string;

export const placeOf = (file: string, offset: number): Place => `${file} ${offset}`;
const placeAt = ({ file, start }: Span): Place => placeOf(file, start);

export interface Forms {
  readonly written: WrittenSyntax;
  readonly lowered: Syntax;
  readonly vocabulary: Vocabulary;
  readonly rules: ReadonlyMap<Place, { readonly written: WrittenRuleSyntax; readonly lowered: RuleSyntax }>;
  readonly tables: ReadonlyMap<
    Place,
    { readonly written: WrittenTableSyntax; readonly lowered: TableSyntax }
  >;
  readonly templates: ReadonlyMap<Place, TemplateSyntax>;
}

type ReadForms =
  | { readonly ok: true; readonly forms: Forms }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function readForms(sources: readonly Source[]): ReadForms {
  const report = createReport();
  const { syntax: written, sources: all } = readLayers(sources, [], report);
  const lowered = lowerShort(written, all, report);
  if (report.hasErrors()) return { ok: false, diagnostics: report.sorted() };
  const rules = new Map<Place, { written: WrittenRuleSyntax; lowered: RuleSyntax }>();
  const tables = new Map<Place, { written: WrittenTableSyntax; lowered: TableSyntax }>();
  written.ruleGroups.forEach((group, i) => {
    const other = lowered.ruleGroups[i];
    group.rules.forEach((rule, j) => {
      const long = other?.rules[j];
      if (long !== undefined) rules.set(placeAt(rule.rule.name.at), { written: rule, lowered: long });
    });
    group.tables.forEach((table, j) => {
      const long = other?.tables[j];
      if (long !== undefined) tables.set(placeAt(long.name.at), { written: table, lowered: long });
    });
  });
  const templates = new Map(written.templates.map((template) => [placeAt(template.name.at), template]));
  return {
    ok: true,
    forms: { written, lowered, vocabulary: readVocabulary(written), rules, tables, templates },
  };
}
