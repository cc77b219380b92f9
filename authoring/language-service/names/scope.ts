import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Collector } from './name-index.ts';

/** The meaning of a name in a rule. */
export type Meaning =
  /** A fact. `id` is the template's own where the rule has no other name for it. */
  | { readonly kind: 'fact'; readonly template: string; readonly id: string; readonly own: boolean }
  /** The document or a part of it. */
  | { readonly kind: 'path'; readonly prefix: string; readonly id: string }
  | { readonly kind: 'value'; readonly id: string };

/** The names of a ruleset, as far as a rule needs them. */
export interface Names {
  readonly collector: Collector;
  readonly templates: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  readonly definitions: ReadonlySet<string>;
  /** Hierarchies by each of their levels. */
  readonly levels: ReadonlyMap<string, readonly string[]>;
  readonly hierarchies: ReadonlySet<string>;
}

/** The names of one rule. Those of inner parts end with them. */
export interface Scope {
  readonly names: Names;
  /** Begins the ids of the rule's own names. */
  readonly owner: string;
  readonly bound: ReadonlyMap<string, Meaning>;
}

export const templateId = (name: string): string => `template:${name}`;
export const levelId = (hierarchy: string, level: string): string => `level:${hierarchy}:${level}`;
export const slotId = (template: string, name: string): string => `slot:${template}.${name}`;

export const scopeOf = (names: Names, owner: string): Scope => ({ names, owner, bound: new Map() });

/** The scope with a name more. */
export function withName(scope: Scope, name: string, meaning: Meaning): Scope {
  return { ...scope, bound: new Map([...scope.bound, [name, meaning]]) };
}

export const ownId = (scope: Scope, sort: 'alias' | 'variable', name: string, at?: Span): string =>
  `${sort}:${scope.owner}:${at === undefined ? '' : at.start}:${name}`;

/** The meaning of a name at the head of a path. */
export function meaningOf(scope: Scope, name: string): Meaning | null {
  // A short right half names the variables of a long left half without their sign.
  const own = scope.bound.get(name) ?? scope.bound.get(`?${name}`);
  if (own !== undefined) return own;
  if (scope.names.templates.has(name))
    return { kind: 'fact', template: name, id: templateId(name), own: false };
  if (name === 'input') return { kind: 'path', prefix: 'input', id: '' };
  return null;
}
