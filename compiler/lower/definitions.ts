/** The definitions of a ruleset: which names they may have, that none uses itself, and that each is used. */
import type { Report } from '../diagnostics/report.ts';
import { FORMS, FUNCTIONS } from '../language/functions/table.ts';
import { VALUE_FUNCTIONS } from '../language/functions/value.ts';
import type { DefinitionSyntax } from '../short-syntax.ts';
import { QUANTIFIERS } from '../short-tree.ts';
import { METHODS, WRITTEN_OTHERWISE } from './operators.ts';
import { rootsIn } from './tree-roots.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Definitions {
  readonly byName: ReadonlyMap<string, DefinitionSyntax>;
  /** Those that a rule or table uses. */
  readonly used: Set<DefinitionSyntax>;
  /** Parts that expanding made in the whole ruleset. */
  expanded: number;
}

/** Names that expressions give a meaning of their own. */
const WORDS: ReadonlySet<string> = new Set([
  ...[
    'input',
    'const',
    'now',
    'has',
    'key',
    'list',
    'size',
    'if',
    'symbol',
    'text',
    'and',
    'or',
    'not',
    'in',
  ],
  ...QUANTIFIERS,
]);

/** Those with a name of their own that do not use themselves; problems are reported. */
export function readDefinitions(
  written: readonly DefinitionSyntax[],
  vocabulary: Vocabulary,
  report: Report,
): Definitions {
  const byName = new Map<string, DefinitionSyntax>();
  for (const definition of written) {
    const { value: name, at } = definition.name;
    const known = byName.get(name);
    const taken = takenBy(name, vocabulary);
    if (known !== undefined)
      report.add('duplicate-name', at, { kind: 'definition', name, file: known.name.at.file });
    else if (taken !== null) report.add('short-define-name', at, { name, taken });
    else byName.set(name, definition);
  }
  for (const definition of refuseCycles(byName, report)) byName.delete(definition.name.value);
  return { byName, used: new Set(), expanded: 0 };
}

/** Another thing of this name; `null` if none has it. */
function takenBy(name: string, { templates, functions }: Vocabulary): string | null {
  const template = templates.get(name);
  if (template !== undefined) return template.isRelation ? 'a relation' : 'a template';
  if (METHODS.includes(name) || WRITTEN_OTHERWISE.has(name)) return 'an operator';
  if (functions.has(name) || FUNCTIONS.has(name) || VALUE_FUNCTIONS.has(name)) return 'a function';
  if (FORMS.some((form) => form === name)) return 'a function';
  return WORDS.has(name) ? 'a word of expressions' : null;
}

/** Reports definitions that use themselves, directly or through others, and returns them. */
function refuseCycles(
  byName: ReadonlyMap<string, DefinitionSyntax>,
  report: Report,
): ReadonlySet<DefinitionSyntax> {
  const cyclic = new Set<DefinitionSyntax>();
  const done = new Set<DefinitionSyntax>();
  const visit = (definition: DefinitionSyntax, around: readonly DefinitionSyntax[]): void => {
    const start = around.indexOf(definition);
    if (start >= 0) {
      const circle = around.slice(start);
      for (const member of circle) cyclic.add(member);
      const path = [...circle, definition].map(({ name }) => `\`${name.value}\``).join(' → ');
      report.add('short-define-cycle', definition.name.at, { name: definition.name.value, path });
      return;
    }
    if (done.has(definition)) return;
    done.add(definition);
    for (const used of usesOf(definition, byName)) visit(used, [...around, definition]);
  };
  for (const definition of byName.values()) visit(definition, []);
  return cyclic;
}

function usesOf(
  { body, parameters }: DefinitionSyntax,
  byName: ReadonlyMap<string, DefinitionSyntax>,
): readonly DefinitionSyntax[] {
  const own = new Set((parameters ?? []).map(({ value }) => value));
  return [...rootsIn(body)].flatMap((name) => (own.has(name) ? [] : (byName.get(name) ?? [])));
}

/** Warns of definitions that nothing uses. */
export function warnUnused({ byName, used }: Definitions, report: Report): void {
  const reached = new Set<DefinitionSyntax>();
  const reach = (definition: DefinitionSyntax): void => {
    if (reached.has(definition)) return;
    reached.add(definition);
    for (const inner of usesOf(definition, byName)) reach(inner);
  };
  for (const definition of used) reach(definition);
  for (const definition of byName.values()) {
    if (reached.has(definition)) continue;
    report.add('short-define-unused', definition.name.at, { name: definition.name.value });
  }
}
