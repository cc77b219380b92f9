/**
 * Patterns over the items of a list (clips-order.md, 12). A fact matches such a pattern once per position, and the entry
 * for it in a match is the fact with that position: a template of its own to the phases behind this one, which has the
 * slots of the fact and those of the position.
 */
import type { Constraint, Field } from '../ruleset.ts';
import { splitSlots } from '../left-side.ts';

/** `doc[tags]`: facts of `doc`, each with one item of its `tags`. */
export function itemTemplate(template: string, slot: string): string {
  return `${template}[${slot}]`;
}

/** The template of the facts themselves. */
export function factTemplate(template: string): string {
  const end = template.indexOf('[');
  return end < 0 ? template : template.slice(0, end);
}

/** Number of positions in the name of the template. */
export function itemDepth(template: string): number {
  return template.split('[').length - 1;
}

/** The slot that holds the item. No declared name has brackets. */
export function itemSlot(slot: string): string {
  return `${slot}[]`;
}

/** The slot that holds its position. */
export function positionSlot(slot: string): string {
  return `${slot}[#]`;
}

/** Entry that represents a fact in the matches of a pattern with these fields. */
export function matchedTemplate(template: string, fields: readonly Field[]): string {
  return fields.reduce(
    (before, { slot, each }) => (each === undefined ? before : itemTemplate(before, slot)),
    template,
  );
}

/** A part of a pattern that CLIPS analyses by itself. */
export interface PatternPart {
  /** `tests` of what a slot holds, or of an item; `each`: the positions of a list; `rest`: what is behind an item. */
  readonly kind: 'tests' | 'each' | 'rest';
  readonly slot: string;
  readonly constraints: readonly Constraint[];
  /** Slot of the position, for `rest`, whose variable names the whole list. */
  readonly around?: string;
}

/** `(tags $?before ?item $?after)` are three parts, of which the last says what is said of the whole list. */
export function partsOf(fields: readonly Field[]): readonly PatternPart[] {
  const split = splitSlots(fields);
  return fields.flatMap(({ slot, each, constraints }): readonly PatternPart[] => {
    if (each === undefined) return split.has(slot) ? [] : [{ kind: 'tests', slot, constraints }];
    const whole = fields.find((other) => other.slot === slot && other.each === undefined);
    return [
      { kind: 'each', slot, constraints: [] },
      { kind: 'tests', slot: itemSlot(slot), constraints },
      { kind: 'rest', slot, constraints: whole?.constraints ?? [], around: positionSlot(slot) },
    ];
  });
}
