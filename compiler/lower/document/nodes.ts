/**
 * The paths of the document that rules mention, in the order of first mention. Each becomes a hidden template or a slot
 * of one (elements.ts).
 */
import type { Step } from '../../../runtime/values/shell-step.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { ShapeSyntax, ValueSyntax } from '../../short-syntax.ts';
import type { TypeVariable } from './type-variable.ts';

/** A member name, an index (below 0 it counts from the end), or the step to the commands of a command line. */
export type Key = Step;

/** Two names or more of `object["a", "b"]`, which is the lists that exist, as one. */
export type Union = readonly [string, string, ...string[]] | null;

/** A path of the document or of an item. Several flags grow while rules are read. */
export interface PathNode {
  readonly kind: 'path';
  /** `$.a.b`, or `$.a[*]@.c` below an item: equal for equal paths. */
  readonly id: string;
  readonly owner: ListNode | null;
  readonly keys: readonly Key[];
  /** Names of the lists of a union, members of the object that the keys lead to; `null` for one path. */
  readonly union: Union;
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
  /** Names of the lists that are gone through; their items have the name of their list as a key before their own. */
  readonly union: Union;
  /** The path of the list itself. */
  readonly path: PathNode;
  /** Shape of an item. */
  readonly item: ShapeSyntax;
  readonly template: string;
  /** It is never missing. */
  readonly isDefinite: boolean;
  /** Its items are the commands of a command line. */
  readonly isShell: boolean;
  /** The member of a command that says if all of its arguments are known; null in other lists. */
  dynamic: PathNode | null;
  /** The member of a command that exists if all of its arguments are known; null in other lists. */
  allArgs: PathNode | null;
  /** An item may be one of which nothing is known, in the place of unknown commands. */
  readonly hasUnknown: boolean;
  /** The last of its keys, from 0: one for each list around it and for itself, two for a union. */
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
