/** Paths of the document as conditions write them. */
import type { Selector } from '../../compiler/language/input/input-path.ts';
import type { DocumentPart } from '../../compiler/document-parts.ts';

type Data = Readonly<Record<string, unknown>>;

/** `.a["b c"][0]` */
export function keysText(keys: readonly Selector[]): string {
  return keys
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}

const STEP = /\.(?<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?:(?<index>-?\d+)|(?<text>"(?:[^"\\]|\\.)*"))\]/gy;

/** The keys of `input.a["b c"][0]`; `null` for the path of every item of a list, or of a union. */
export function keysOfPath(path: string): readonly Selector[] | null {
  const keys: Selector[] = [];
  STEP.lastIndex = 'input'.length;
  while (STEP.lastIndex < path.length) {
    const groups = STEP.exec(path)?.groups;
    if (groups === undefined) return null;
    const { name, index, text } = groups;
    keys.push(name ?? (index === undefined ? (JSON.parse(text ?? '""') as string) : Number(index)));
  }
  return keys;
}

/** `input.items[2].price`; without the data of a fact, `input.items[*].price`. */
export function partText({ levels, unions }: DocumentPart, data?: Data): string {
  return levels
    .map((keys, level) => {
      const before = level === 0 ? 'input' : itemText(data?.[`at${level - 1}`], unions[level - 1] ?? null);
      return before + keysText(keys);
    })
    .join('');
}

/** A key of a map is written as a member, an index of a list in brackets, a union with its names. */
function itemText(key: unknown, union: readonly string[] | null): string {
  if (typeof key !== 'string' || key === '')
    return union === null ? '[*]' : `[${union.map((name) => JSON.stringify(name)).join(', ')}]`;
  return /^\d+$/.test(key) ? `[${key}]` : keysText([key]);
}

/** The path of a slot; null for one that holds no value of the document. */
export function slotText(part: DocumentPart, name: string, data?: Data): string | null {
  const slot = part.slots.get(name);
  if (slot === undefined || slot.kind === 'key') return null;
  return partText(part, data) + keysText(slot.keys);
}

/** The values of a fact by their paths below it; `value` for its own. Without keys, kinds and texts. */
export function shownData(part: DocumentPart, data: Data): Data {
  const shown = Object.entries(data).flatMap(([name, value]) => {
    const slot = part.slots.get(name);
    if (slot?.kind !== 'value' && !isUntyped(part, name)) return [];
    const key = keysText(slot?.keys ?? []).replace(/^\./, '');
    return [[key === '' ? 'value' : key, value] as const];
  });
  return Object.fromEntries(shown);
}

/** A value of which nothing says the type is held as its text, with its kind beside it. */
export function isUntyped({ slots }: DocumentPart, name: string): boolean {
  return name === 'value' && slots.get(name)?.kind === 'text' && slots.get('kind')?.kind === 'kind';
}
