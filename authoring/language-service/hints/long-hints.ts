import type { PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';
import type { TemplateFacts } from '../completion/vocabulary.ts';
import { aggregatesIn, patternsIn } from '../names/patterns.ts';
import type { Hint } from './hint.ts';

type Templates = ReadonlyMap<string, TemplateFacts>;

/** Types of the variables that a long left half binds, and the slots that one variable joins. */
export function longHints(when: readonly WhenSyntax[], templates: Templates): readonly Hint[] {
  const patterns = patternsIn(when);
  const aliases = new Map(
    patterns.flatMap(({ alias, template }) =>
      alias === null ? [] : [[alias.value, template.value] as const],
    ),
  );
  const bound = new Map<string, string>();
  return [
    ...patterns.flatMap((pattern) => hintsOfPattern(pattern, templates, bound)),
    ...aggregatesIn(when).flatMap((one) => hintsOfAggregate(one, templates, aliases)),
  ];
}

function hintsOfPattern(
  { template, conditions }: PatternSyntax,
  templates: Templates,
  bound: Map<string, string>,
): readonly Hint[] {
  return conditions.flatMap(({ slot, bind, each }) => {
    const facts = slot === null ? undefined : templates.get(template.value)?.slots.get(slot.value);
    return [bind, each].flatMap((name): readonly Hint[] => {
      if (name === null || slot === null || facts === undefined) return [];
      const place = { file: name.at.file, offset: name.at.end, side: 'behind' } as const;
      const first = bound.get(name.value);
      if (first !== undefined)
        return [{ ...place, label: `= ${first}`, tooltip: `Both are ?${name.value}: the facts are joined.` }];
      bound.set(name.value, `${template.value}.${slot.value}`);
      const type = facts.isList && name === bind ? `[${facts.type}]` : facts.type;
      return [{ ...place, label: `: ${type}`, kind: 1 }];
    });
  });
}

function hintsOfAggregate(
  { fold, as, of }: AggregateSyntax,
  templates: Templates,
  aliases: ReadonlyMap<string, string>,
): readonly Hint[] {
  if (as === null) return [];
  const slot =
    of?.kind === 'reference' ? templates.get(aliases.get(of.alias) ?? '')?.slots.get(of.slot) : undefined;
  const type = fold === 'count' || fold === 'distinct' ? 'integer' : (slot?.type ?? null);
  if (type === null) return [];
  const label = `: ${fold === 'collect' ? `[${type}]` : type}`;
  return [{ file: as.at.file, offset: as.at.end, side: 'behind', label, kind: 1 }];
}
