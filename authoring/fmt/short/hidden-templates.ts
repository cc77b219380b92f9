/** The templates and elements of `input` that lowering generates for a document, as the paths that they represent. */
import type { InputSlotSyntax, InputSyntax } from '../../../compiler/input-syntax.ts';
import type { SlotSyntax, Syntax, TemplateSyntax } from '../../../compiler/syntax.ts';

/** A member, an index, or at the end the names of a union of lists. */
export type Key = string | number | readonly string[];

/** Content of a slot of a hidden template. */
export interface HiddenSlot {
  /** Below the fact: empty for the value of the path or the item itself. */
  readonly keys: readonly Key[];
  /** `level`: the key of an item. */
  readonly holds: 'value' | 'text' | 'kind' | 'level';
  /** A value of another type gives no fact: nothing is declared there. */
  readonly skips: boolean;
  readonly slot: SlotSyntax;
}

export interface HiddenTemplate {
  readonly name: string;
  /** The document, a path, or an item of a list or map. */
  readonly kind: 'document' | 'path' | 'item';
  /** The list whose items hold it, as `$.items[*]`; `null` for the document. */
  readonly owner: string | null;
  /** Below the owner. */
  readonly keys: readonly Key[];
  /** The keys of the lists that are gone through on the way to it. */
  readonly above: readonly (readonly Key[])[];
  /** The level of an item's own key; of others, the number of levels above. A union has a level of its own. */
  readonly depth: number;
  readonly slots: ReadonlyMap<string, HiddenSlot>;
  readonly template: TemplateSyntax;
  readonly element: InputSyntax;
}

export interface HiddenTemplates {
  readonly byName: ReadonlyMap<string, HiddenTemplate>;
  /** Lists and maps that are gone through, as `$.items`. */
  readonly lists: ReadonlySet<string>;
}

/** The hidden templates of the long form; null if there is no document, or if lowering never generates such a document. */
export function hiddenTemplates({
  templates,
  inputs,
}: Pick<Syntax, 'templates' | 'inputs'>): HiddenTemplates | null {
  const ofDocument = templates.filter(({ from }) => from?.value === 'document');
  const byName = new Map<string, HiddenTemplate>();
  for (const template of ofDocument) {
    const elements = inputs.filter((input) => input.template.value === template.name.value);
    const [element, another] = elements;
    if (element === undefined || another !== undefined) return null;
    const hidden = readHidden(template, element);
    if (hidden === null) return null;
    byName.set(hidden.name, hidden);
  }
  if (byName.get('input')?.kind !== 'document') return null;
  const items = [...byName.values()].filter(({ kind }) => kind === 'item');
  return { byName, lists: new Set(items.map(pathId)) };
}

/** `$.a.b`, or `$.items[*]@.p` below an item. */
export const pathId = ({ owner, keys }: Pick<HiddenTemplate, 'owner' | 'keys'>): string => idOf(owner, keys);

const idOf = (owner: string | null, keys: readonly Key[]): string =>
  `${owner === null ? '$' : `${owner}@`}${keysText(keys)}`;

function readHidden(template: TemplateSyntax, element: InputSyntax): HiddenTemplate | null {
  const name = template.name.value;
  const slots = new Map<string, HiddenSlot>();
  for (const filled of element.slots) {
    const slot = template.slots.find((one) => one.name.value === filled.slot.value);
    const read = slot === undefined ? null : readSlot(slot, filled);
    if (read === null) return null;
    slots.set(read.slot.name.value, read);
  }
  const each = joinedSteps(element.each.map(({ text }) => text));
  const lists = each.map((path) => (isItems(path) ? readKeys(path.slice(0, -'[*]'.length)) : null));
  const rest = { name, slots, template, element };
  // A list that is empty if it is missing is a slot of what is around it.
  const value = slots.get('value');
  if (name !== 'input' && value !== undefined && value.keys.length > 0 && lists.every(isKnown)) {
    const slotsOfPath = new Map(slots).set('value', { ...value, keys: [] });
    return { ...rest, kind: 'path', ...placeBelow(lists), keys: value.keys, slots: slotsOfPath };
  }
  const last = each.at(-1);
  if (last === undefined) return { ...rest, kind: 'document', ...placeBelow([]), keys: [] };
  const above = lists.slice(0, -1);
  const keys = lists.at(-1) ?? readKeys(last);
  if (keys === null || !above.every(isKnown)) return null;
  const place = placeBelow(above);
  if (!isItems(last)) return { ...rest, kind: 'path', ...place, keys };
  return { ...rest, kind: 'item', ...place, keys, depth: place.depth + (isUnion(keys) ? 1 : 0) };
}

const isItems = (path: string): boolean => path.endsWith('[*]');
const isKnown = (keys: readonly Key[] | null): keys is readonly Key[] => keys !== null;

/** True for the keys of a union of lists. */
export const isUnion = (keys: readonly Key[]): boolean => typeof keys.at(-1) === 'object';

/** `$["a","b"]` and the step to what is not null behind it, as one step. */
function joinedSteps(each: readonly string[]): readonly string[] {
  const steps: string[] = [];
  for (const step of each) {
    const before = steps.at(-1);
    const ofUnion = before === undefined || isItems(before) ? null : readKeys(before);
    if (before !== undefined && ofUnion !== null && isUnion(ofUnion) && /^@(?:\[\*\])?$/.test(step))
      steps.splice(-1, 1, `${before}${step.slice(1)}`);
    else steps.push(step);
  }
  return steps;
}

/** `$.items[*]`, with the lists within it behind. */
function placeBelow(above: readonly (readonly Key[])[]): Pick<HiddenTemplate, 'owner' | 'above' | 'depth'> {
  const steps = above.map((keys, i) => `${i === 0 ? '$' : '@'}${keysText(keys)}[*]`);
  const depth = above.length + above.filter(isUnion).length;
  return { owner: steps.length === 0 ? null : steps.join(''), above, depth };
}

function readSlot(slot: SlotSyntax, { path, as, mismatch }: InputSlotSyntax): HiddenSlot | null {
  const skips = mismatch !== null;
  if (/^#\^*$/.test(path.text)) return { keys: [], holds: 'level', skips, slot };
  const keys = readKeys(path.text);
  if (keys === null) return null;
  const holds = as === null ? 'value' : as.value;
  // A value of any type is its text.
  if (holds === 'text' && skips) return { keys, holds: 'value', skips, slot };
  return holds === 'value' || holds === 'text' || holds === 'kind' ? { keys, holds, skips, slot } : null;
}

const STEP = /\.([A-Za-z_]\w*)|\[(-?\d+)\]|\[("(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*)\]/y;

/** The keys of `$.a["b c"][0]`; null for anything else. */
export function readKeys(path: string): readonly Key[] | null {
  if (!/^[$@]/.test(path)) return null;
  const keys: Key[] = [];
  STEP.lastIndex = 1;
  let end = 1;
  for (let step = STEP.exec(path); step !== null; step = STEP.exec(path)) {
    const [, member, index, quoted] = step;
    const names = JSON.parse(`[${quoted ?? ''}]`) as [string, ...string[]];
    keys.push(member ?? (index === undefined ? (names.length > 1 ? names : names[0]) : Number(index)));
    end = STEP.lastIndex;
  }
  return end === path.length ? keys : null;
}

/** `.a["b c"][0]` */
const keysText = (keys: readonly Key[]): string => keys.map(keyText).join('');

function keyText(key: Key): string {
  if (typeof key === 'number') return `[${key}]`;
  if (typeof key === 'object') return `[${key.map((name) => JSON.stringify(name)).join(', ')}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Keys as a rule writes them: those of a map that is gone through are in brackets. */
export function writtenKeys({ lists }: HiddenTemplates, owner: string | null, keys: readonly Key[]): string {
  return keys
    .map((key, i) =>
      typeof key === 'string' && lists.has(idOf(owner, keys.slice(0, i)))
        ? `[${JSON.stringify(key)}]`
        : keyText(key),
    )
    .join('');
}
