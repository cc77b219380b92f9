/** Documents made of the values that rules compare paths with: one of each path at a time, and then several at once. */
import { isShellStep } from '../../runtime/values/shell-step.ts';
import type { Ruleset } from '../../compiler/ruleset.ts';
import { onlySelector } from '../../compiler/language/input/input-path.ts';
import { readComparedSlots } from '../../library/constants/compared-slots.ts';
import { slotConstants } from '../../library/explain/flips/slot-values.ts';

type Draft = Record<string, unknown>;

interface DrawnPath {
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
}

const MOST_DRAWN = 200;

/** Always the same documents of a ruleset; none if it takes no document. */
export function drawDocuments(checked: Ruleset): readonly unknown[] {
  const paths = pathsOf(checked);
  if (paths.length === 0) return [];
  const documents: Draft[] = [{}];
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  while (documents.length < MOST_DRAWN) {
    const document: Draft = {};
    for (const { keys, values } of paths) if (next(8) > 0) set(document, keys, values[next(values.length)]);
    documents.push(document);
  }
  return documents;
}

/** Paths of members that lead to one value, or to a list of values. */
function pathsOf(checked: Ruleset): readonly DrawnPath[] {
  const constants = slotConstants(readComparedSlots([checked]));
  const templates = new Map(checked.templates.map((template) => [template.name, template]));
  const found = new Map<string, DrawnPath>();
  for (const { template: name, each, slots } of checked.input) {
    const template = templates.get(name);
    const [from, deeper] = each;
    if (template === undefined || deeper !== undefined) continue;
    for (const { slot: slotName, path, as } of slots) {
      const slot = template.slots.find((one) => one.name === slotName);
      if (slot === undefined || as !== 'value' || path.root === '#') continue;
      const selectors = [...(from?.segments ?? []), ...path.segments].map(onlySelector);
      const keys = selectors.flatMap((selector) => (typeof selector === 'string' ? [selector] : []));
      const values = constants.valuesOf(name, slot);
      if (selectors.some(isShellStep)) continue;
      if (keys.length < selectors.length || keys.length === 0 || values.length === 0) continue;
      found.set(JSON.stringify(keys), { keys, values });
    }
  }
  return [...found.values()];
}

/** Sets a member below objects. Leaves the document unchanged if a value on the way is not an object. */
function set(document: Draft, keys: readonly string[], value: unknown): void {
  let at = document;
  for (const key of keys.slice(0, -1)) {
    const inner = (at[key] ??= {});
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return;
    at = inner as Draft;
  }
  at[keys.at(-1) ?? ''] ??= value;
}
