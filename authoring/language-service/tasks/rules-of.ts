import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Document } from '../documents/document.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

/** A rule where it is written. */
interface WrittenRule {
  /** `module::name`. */
  readonly rule: string;
  readonly name: Span;
  readonly start: number;
  readonly end: number;
}

/** The rules that a document holds, as far as they could be read. */
export function rulesIn({ analysis }: RulesetOfDocument, document: Document): readonly WrittenRule[] {
  const groups = analysis.readings.get(document)?.written.ruleGroups ?? [];
  return groups.flatMap(({ module, rules }) =>
    rules.map(({ rule: { name, at } }) => ({
      rule: `${module?.value ?? 'MAIN'}::${name.value}`,
      name: name.at,
      start: Math.min(name.at.start, at.start),
      end: Math.max(name.at.end, at.end),
    })),
  );
}

/** The rule, or row of a table, around a place; null outside of all. */
export function ruleAt(ruleset: RulesetOfDocument, document: Document, offset: number): string | null {
  const { analysis } = ruleset;
  const rows = (analysis.ruleset?.rules ?? [])
    .filter(({ at }) => analysis.byPath.get(at.file) === document)
    .map(({ module, name, at }) => ({ rule: `${module}::${name}`, start: at.start, end: at.end }));
  const around = [...rulesIn(ruleset, document), ...rows].filter(
    ({ start, end }) => start <= offset && offset <= lineEnd(document, end),
  );
  const [nearest] = around.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  return nearest?.rule ?? null;
}

/** A rule goes on to the end of its last line. */
function lineEnd({ lines }: Document, offset: number): number {
  return lines.endOf(lines.positionAt(offset).line);
}
