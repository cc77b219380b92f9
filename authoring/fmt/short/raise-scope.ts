import type { SlotInfo, Vocabulary } from '../../../compiler/lower/vocabulary.ts';
import type { PatternSyntax } from '../../../compiler/syntax.ts';
import { primary, type Fragment } from './fragment.ts';
import { freshName, refuse } from './raise-names.ts';
import {
  hiddenOf,
  hiddenSlotText,
  nameHidden,
  type DocumentScope,
  type HiddenPattern,
} from './raise-hidden.ts';

/** A pattern of the long form under the name that the short form gives it. */
export interface NamedPattern {
  readonly name: string;
  readonly pattern: PatternSyntax;
  /** A fact of the document; null for others. */
  readonly hidden: HiddenPattern | null;
}

/** Names of one rule while its halves are written in the short form. */
export interface RaiseScope {
  readonly vocabulary: Vocabulary;
  /** True beside a long left half, whose aliases and variables are names as they are. */
  readonly isLong: boolean;
  /** Text of each variable: a slot, an item or a value of `let`. */
  readonly variables: Map<string, Fragment>;
  /** Patterns by alias. */
  readonly aliases: Map<string, NamedPattern>;
  readonly taken: Set<string>;
  /** Facts that `for` or an earlier condition names. */
  readonly mentioned: Set<string>;
  /** Shared with the scopes inside. */
  readonly state: { hasFailed: boolean; namesDocument: boolean };
  /** Templates of the document, which become paths; null if none do. */
  readonly document: DocumentScope | null;
}

export function createRaiseScope(
  vocabulary: Vocabulary,
  document: DocumentScope | null,
  isLong = false,
): RaiseScope {
  return {
    vocabulary,
    document,
    isLong,
    variables: new Map(),
    aliases: new Map(),
    taken: new Set(),
    mentioned: new Set(),
    state: { hasFailed: false, namesDocument: false },
  };
}

/** The scope of a quantifier: what it names stays inside. */
export const innerScope = (scope: RaiseScope): RaiseScope => ({
  ...scope,
  variables: new Map(scope.variables),
  aliases: new Map(scope.aliases),
  taken: new Set(scope.taken),
  mentioned: new Set(scope.mentioned),
});

export function namePattern(scope: RaiseScope, pattern: PatternSyntax): NamedPattern {
  const hidden = hiddenOf(scope, pattern);
  const named: NamedPattern =
    hidden === null
      ? { name: freshName(scope, pattern.alias?.value ?? pattern.template.value), pattern, hidden }
      : { ...nameHidden(scope, pattern, hidden), pattern };
  if (pattern.alias !== null) scope.aliases.set(pattern.alias.value, named);
  return named;
}

export const slotInfo = (scope: RaiseScope, { pattern }: NamedPattern, slot: string): SlotInfo | null =>
  scope.vocabulary.templates.get(pattern.template.value)?.slots.get(slot) ?? null;

export function slotText(scope: RaiseScope, named: NamedPattern, slot: string): Fragment {
  const { name, hidden } = named;
  return hidden === null ? primary(`${name}.${slot}`, [name]) : hiddenSlotText(scope, { name, hidden }, slot);
}

/** `$alias.slot` */
export function referenceText(scope: RaiseScope, alias: string, slot: string): Fragment {
  if (alias === 'const' || scope.isLong) return primary(`${alias}.${slot}`);
  const named = scope.aliases.get(alias);
  return named === undefined ? refuse(scope) : slotText(scope, named, slot);
}

export const variableText = (scope: RaiseScope, name: string): Fragment =>
  scope.variables.get(name) ?? (scope.isLong ? primary(name) : refuse(scope));
