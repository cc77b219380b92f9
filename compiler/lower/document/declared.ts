import type { ShapeSyntax } from '../../short-syntax.ts';
import { isShellStep } from '../../../runtime/values/shell-step.ts';
import { shellShape } from './shell-shape.ts';
import type { Key } from './nodes.ts';

/** Declaration of a path. */
export interface Declared {
  readonly shape: ShapeSyntax;
  readonly isRequired: boolean;
  /** Only objects are around it. */
  readonly isBelowObjects: boolean;
  /** Every object around it is required. */
  readonly isChain: boolean;
}

/** Why nothing can be declared there. */
type Undeclared =
  | { readonly problem: 'unknown'; readonly key: string; readonly known: readonly string[] }
  | { readonly problem: 'list'; readonly key: string }
  | { readonly problem: 'value'; readonly key: string };

/**
 * Follows the keys from a shape; a path below `any` is `any`.
 *
 * @param isKnown false if nothing of the value may be there
 */
export function findDeclared(from: ShapeSyntax, keys: readonly Key[], isKnown = true): Declared | Undeclared {
  let shape = from;
  let isRequired = true;
  let isBelowObjects = true;
  let isChain = isKnown;
  for (const [i, key] of keys.entries()) {
    if (isShellStep(key)) {
      const slot = shape.kind === 'single' ? shape.slot : null;
      if (slot === null ? shape.kind !== 'any' : slot.type.value !== 'string')
        return { problem: 'value', key: 'shell' };
      shape = shellShape(shape.at, slot?.sensitive ?? false);
      // Unknown commands are a list that is missing, not one that is empty.
      isRequired = true;
      isBelowObjects = false;
      isChain = false;
      continue;
    }
    if (i > 0 && !isRequired) isChain = false;
    if (shape.kind === 'any' && keys.slice(i).some(isShellStep)) continue;
    if (shape.kind === 'any') return { shape, isRequired: false, isBelowObjects: false, isChain: false };
    if (shape.kind === 'list' && typeof key === 'string') return { problem: 'list', key };
    if (shape.kind === 'list' || shape.kind === 'map') {
      if (shape.kind === 'map' && typeof key === 'number') return { problem: 'value', key: String(key) };
      shape = shape.item;
      isRequired = false;
      isBelowObjects = false;
      continue;
    }
    if (shape.kind === 'single') return { problem: 'value', key: String(key) };
    const member = shape.members.find(({ name }) => name.value === key);
    if (member === undefined) {
      if (shape.isOpen)
        return {
          shape: { kind: 'any', at: shape.at },
          isRequired: false,
          isBelowObjects: false,
          isChain: false,
        };
      return { problem: 'unknown', key: String(key), known: shape.members.map(({ name }) => name.value) };
    }
    shape = member.shape;
    isRequired = member.isRequired;
  }
  return { shape, isRequired, isBelowObjects, isChain };
}
