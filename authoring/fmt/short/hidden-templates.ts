/** The templates and elements of `input` that lowering generates for a document, as the paths that they represent. */
import type { InputSlotSyntax, InputSyntax } from '../../../compiler/input-syntax.ts';
import type { SlotSyntax, Syntax, TemplateSyntax } from '../../../compiler/syntax.ts';

export type Key = string | number;

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
  /** Lists that are gone through on the way to it. */
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
  const each = element.each.map(({ text }) => text);
  const rest = { name, slots, template, element };
  // A list that is empty if it is missing is a slot of what is around it.
  const value = slots.get('value');
  if (name !== 'input' && value !== undefined && value.keys.length > 0 && each.every(isItems)) {
    const slotsOfPath = new Map(slots).set('value', { ...value, keys: [] });
    return {
      ...rest,
      kind: 'path',
      owner: ownerOf(each),
      keys: value.keys,
      depth: each.length,
      slots: slotsOfPath,
    };
  }
  const last = each.at(-1);
  if (last === undefined) return { ...rest, kind: 'document', owner: null, keys: [], depth: 0 };
  const above = each.slice(0, -1);
  const keys = readKeys(isItems(last) ? last.slice(0, -'[*]'.length) : last);
  if (keys === null || !above.every(isItems)) return null;
  const place = { owner: ownerOf(above), keys, depth: above.length };
  return { ...rest, ...place, kind: isItems(last) ? 'item' : 'path' };
}

const isItems = (path: string): boolean => path.endsWith('[*]');

/** `$.items[*]`, with the lists within it behind. */
function ownerOf(each: readonly string[]): string | null {
  return each.length === 0 ? null : each.join('');
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

const STEP = /\.([A-Za-z_]\w*)|\[(-?\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The keys of `$.a["b c"][0]`; null for anything else. */
export function readKeys(path: string): readonly Key[] | null {
  if (!/^[$@]/.test(path)) return null;
  const keys: Key[] = [];
  STEP.lastIndex = 1;
  let end = 1;
  for (let step = STEP.exec(path); step !== null; step = STEP.exec(path)) {
    const [, member, index, quoted] = step;
    keys.push(member ?? (index === undefined ? (JSON.parse(quoted ?? '""') as string) : Number(index)));
    end = STEP.lastIndex;
  }
  return end === path.length ? keys : null;
}

/** `.a["b c"][0]` */
const keysText = (keys: readonly Key[]): string => keys.map(keyText).join('');

function keyText(key: Key): string {
  if (typeof key === 'number') return `[${key}]`;
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
