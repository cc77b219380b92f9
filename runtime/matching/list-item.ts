import type { ItemData, SlotTypeName } from '../description.ts';
import type { TemplateOperations } from '../abi.ts';
import type { PartialMatch } from './partial-match.ts';
import type { Fact, FieldValue, FloatValue, SymbolValue } from '../values/values.ts';

/**
 * A fact with one item of its list, for a pattern that matches the items one by one (clips-order.md, 12). It appears in
 * matches in the place of the fact, and is gone when the fact is. All matches of a fact are in one list, those of its
 * items among them.
 */
export class ListItem<F extends Fact, I extends ItemData> implements Fact {
  /** The fact, or its view with the item of another list. */
  readonly of: F;
  readonly item: I;
  /** From 0. */
  readonly position: number;
  /** Flags are of facts. */
  sets0 = 0;
  sets1 = 0;

  constructor(of: F, item: I, position: number) {
    this.of = of;
    this.item = item;
    this.position = position;
  }

  get itself(): Fact {
    return this.of.itself;
  }

  get gone(): boolean {
    return this.of.gone;
  }

  get index(): number {
    return this.of.index;
  }

  get assertedAt(): number {
    return this.of.assertedAt;
  }

  get matches(): PartialMatch | null {
    return this.of.matches;
  }

  set matches(newest: PartialMatch | null) {
    this.of.matches = newest;
  }

  get template(): string {
    return this.of.template;
  }

  get operations(): TemplateOperations {
    return this.of.operations;
  }
}

/** Values of a list of symbols, in the form of a slot of the type. */
export function symbolItem(item: FieldValue): string {
  return (item as SymbolValue).name;
}

export function floatItem(item: FieldValue): number {
  return (item as FloatValue).value;
}

export function booleanItem(item: FieldValue): boolean {
  return (item as SymbolValue).name === 'TRUE';
}

/** An item of a list of some type. */
export function plainItem(type: SlotTypeName, item: FieldValue): ItemData {
  switch (type) {
    case 'SYMBOL':
      return symbolItem(item);
    case 'FLOAT':
      return floatItem(item);
    case 'BOOLEAN':
      return booleanItem(item);
    default:
      return item as ItemData;
  }
}
