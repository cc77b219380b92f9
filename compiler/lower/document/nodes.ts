/**
 * The paths of the document that rules mention, in the order of first mention. Each becomes a hidden template or a slot
 * of one (elements.ts).
 */
import type { Span } from '../../diagnostics/position.ts';
import type { ShapeSyntax, ValueSyntax } from '../../short-syntax.ts';
import type { TypeVariable } from './type-variable.ts';

/** A member name, or an index; below 0 it counts from the end. */
export type Key = string | number;

/** A path of the document or of an item. Several flags grow while rules are read. */
export interface PathNode {
  readonly kind: 'path';
  /** `$.a.b`, or `$.a[*]@.c` below an item: equal for equal paths. */
  readonly id: string;
  readonly owner: ListNode | null;
  readonly keys: readonly Key[];
  /** `input.a.b`, for messages. */
  readonly shown: string;
  readonly at: Span;
  readonly type: TypeVariable;
  /** The declared shape (default: `any`). */
  readonly shape: ShapeSyntax;
  /** The single value that is declared, or that of the items of a declared list. */
  readonly declared: ValueSyntax | null;
  /** Its type follows from its uses: another value gives no fact instead of refusing the document. */
  readonly isInferred: boolean;
  /** It always leads to something, or to its default. */
  readonly isPresent: boolean;
  /** Its value is a slot of its owner: it is never missing. */
  readonly isDefinite: boolean;
  /** It is a declared list or map without `!`: missing is empty. */
  readonly isEmptyWhenMissing: boolean;
  /** `null` until a use says whether it holds one value or a list. */
  isList: boolean | null;
  /** A use takes its items as single values. */
  hasValues: boolean;
  /** Steps written after a dot, by index: they are members, never keys of a map. */
  readonly dotted: Set<number>;
  /** Names of hidden templates, `null` until they are needed. */
  presentTemplate: string | null;
  valueTemplate: string | null;
  /** Required members of the object, demanded where it is present. */
  readonly demands: Map<string, DocumentSlot>;
}

/** A list or map that is gone through. */
export interface ListNode {
  readonly kind: 'items';
  readonly id: string;
  readonly owner: ListNode | null;
  readonly keys: readonly Key[];
  /** The path of the list itself. */
  readonly path: PathNode;
  /** Shape of an item. */
  readonly item: ShapeSyntax;
  readonly template: string;
  /** It is never missing. */
  readonly isDefinite: boolean;
  /** 0 for a list of the document. */
  readonly depth: number;
  readonly slots: Map<string, DocumentSlot>;
}

/** A slot of a hidden template. */
export interface DocumentSlot {
  readonly name: string;
  readonly keys: readonly Key[];
  readonly holds: 'value' | 'text' | 'list';
  readonly node: PathNode;
  /** Value if the path is missing; `null` for that of the declaration. */
  readonly initial: string | number | boolean | null;
}
