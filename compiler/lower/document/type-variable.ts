/**
 * Type of a document path, as far as it is known: union-find over all uses, in the order in which rules mention them. A
 * weak type (`text`, `number`) is the type of a literal that several slot types accept.
 */
import type { Span } from '../../diagnostics/position.ts';
import type { TypeWord } from '../vocabulary.ts';

export interface TypeVariable {
  /** The variable that this one was joined with. */
  parent: TypeVariable | null;
  hard: TypeWord | null;
  weak: WeakType | null;
  /** Where the type was found first. */
  at: Span | null;
  /** It is the type of a path, which uses may set; otherwise it is fixed. */
  isOpen: boolean;
}

export type WeakType = 'text' | 'number';

/** A use that contradicts an earlier one. */
export interface TypeClash {
  readonly found: string;
  readonly other: string;
  readonly otherAt: Span | null;
}

const TAKES: Readonly<Record<WeakType, readonly TypeWord[]>> = {
  text: ['string', 'symbol', 'time'],
  number: ['integer', 'float'],
};

export const typeVariable = (known: Partial<TypeVariable> = {}): TypeVariable => ({
  parent: null,
  hard: null,
  weak: null,
  at: null,
  isOpen: false,
  ...known,
});

export function find(variable: TypeVariable): TypeVariable {
  let root = variable;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** Sets a type of slots; returns the clash if the path has another one. */
export function giveType(variable: TypeVariable, type: TypeWord, at: Span): TypeClash | null {
  const root = find(variable);
  if (!root.isOpen) return null;
  if (root.hard === type) return null;
  if (root.hard !== null || (root.weak !== null && !TAKES[root.weak].includes(type)))
    return clash(root, type);
  root.hard = type;
  root.at = at;
  return null;
}

/** Sets the sort of a literal; returns the clash if the path cannot hold it. */
export function giveSort(variable: TypeVariable, sort: WeakType, at: Span): TypeClash | null {
  const root = find(variable);
  if (!root.isOpen) return null;
  const isClash =
    root.hard !== null ? !TAKES[sort].includes(root.hard) : root.weak !== null && root.weak !== sort;
  if (isClash) return clash(root, sort);
  root.weak ??= sort;
  root.at ??= at;
  return null;
}

/** Makes both of one type, as a comparison demands; returns the clash. */
export function join(first: TypeVariable, second: TypeVariable, at: Span): TypeClash | null {
  const [from, into] = [find(first), find(second)];
  if (from === into || !(from.isOpen || into.isOpen)) return null;
  into.isOpen ||= from.isOpen;
  from.parent = into;
  const hard = from.hard === null ? null : giveType(into, from.hard, from.at ?? at);
  return hard ?? (from.weak === null ? null : giveSort(into, from.weak, from.at ?? at));
}

function clash({ hard, weak, at }: TypeVariable, found: string): TypeClash {
  return { found, other: hard ?? weak ?? '', otherAt: at };
}

/** True if no use says the type: any single value fits, as its text. */
export function isUntyped(variable: TypeVariable): boolean {
  const { hard, weak } = find(variable);
  return hard === null && weak === null;
}

/** A number alone is a float, a text a string. */
export function finalType(variable: TypeVariable): TypeWord {
  const { hard, weak } = find(variable);
  return hard ?? (weak === 'number' ? 'float' : 'string');
}
