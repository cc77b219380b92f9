import { isMap, isScalar, isSeq, visit, type Node, type YAMLMap } from 'yaml';
import type { Ruleset, Slot } from '../../../compiler/ruleset.ts';

/** Names that a rule or table gives to patterns and slots. */
export interface Scope {
  /** Templates and relations by alias, without `$`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Slots by variable, without `?`. */
  readonly variables: ReadonlyMap<string, Slot>;
}

export const NO_SCOPE: Scope = { aliases: new Map(), variables: new Map() };

/** Looks up a slot of a template or relation; null if there is none. */
export type FindSlot = (template: string, slot: string) => Slot | null;

/** Finds the slots of a checked ruleset. */
export function slotFinder({ templates, relations }: Pick<Ruleset, 'templates' | 'relations'>): FindSlot {
  const slots = new Map([
    ...templates.map((one) => [one.name, one.slots] as const),
    ...relations.map((one) => [one.name, one.template.slots] as const),
  ]);
  return (template, name) => slots.get(template)?.find((slot) => slot.name === name) ?? null;
}

export function textIn(map: YAMLMap, key: string): string | null {
  const node = map.get(key, true);
  return isScalar(node) && typeof node.source === 'string' ? node.source : null;
}

/** The names that the patterns below a node give. */
export function scopeOf(node: Node, findSlot: FindSlot): Scope {
  const aliases = new Map<string, string>();
  const variables = new Map<string, Slot>();
  visit(node, {
    Map(_, map) {
      const template = textIn(map, 'template') ?? textIn(map, 'relation');
      if (template === null) return;
      const alias = textIn(map, 'alias');
      if (alias !== null) aliases.set(alias.replace(/^\$/, ''), template);
      const conditions = map.get('conditions', true);
      for (const condition of isSeq(conditions) ? conditions.items : []) {
        if (!isMap(condition)) continue;
        const bound = textIn(condition, 'bind') ?? textIn(condition, 'each');
        const slot = findSlot(template, textIn(condition, 'slot') ?? '');
        if (bound !== null && slot !== null) variables.set(bound.replace(/^\$?\?/, ''), slot);
      }
    },
  });
  return { aliases, variables };
}

/** The slot that a column of a table names: `$alias.slot` or `?variable`. */
export function slotOfColumn(column: string, { aliases, variables }: Scope, findSlot: FindSlot): Slot | null {
  const [, alias = '', slot = ''] = /^\$([\w-]+)\.([\w-]+)$/.exec(column) ?? [];
  const template = aliases.get(alias);
  if (template !== undefined) return findSlot(template, slot);
  return variables.get(column.replace(/^\$?\?/, '')) ?? null;
}
