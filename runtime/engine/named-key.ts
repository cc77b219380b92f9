/** The texts of a key that a rule names in brackets, for `missing` of a result. */
import { valueOfCall } from '../values/text-call.ts';
import type { NamedKey, NamedValue } from './named-value.ts';

/** A key with its text as it is shown. */
interface KeyText {
  readonly text: string;
  readonly isSensitive: boolean;
}

/** The texts of a value, and the keys of its items. */
export interface KeySource {
  readonly textsOf: (value: NamedValue) => readonly string[];
  readonly namesOf: (value: NamedValue) => readonly string[];
}

/** More keys than this add nothing for a reader. */
const MOST_KEYS = 100;

const plain = (text: string): KeyText => ({ text, isSensitive: false });

/** The keys that are meant; none if the key itself is not known. */
export function textsOfKey(key: NamedKey, source: KeySource): readonly KeyText[] {
  switch (key.kind) {
    case 'names':
      return key.names.map(plain);
    case 'text':
      return [plain(key.text)];
    case 'value':
      return source
        .textsOf(key.value)
        .slice(0, MOST_KEYS)
        .map((text) => ({ text, isSensitive: key.isSensitive }));
    case 'keys':
      return source.namesOf(key.of).slice(0, MOST_KEYS).map(plain);
    case 'lookup':
      return mapKeys(textsOfKey(key.key, source), (text) => new Map(key.map).get(text) ?? null);
    case 'call':
      return mapKeys(textsOfKey(key.of, source), (text) => valueOfCall(key.call, text));
    case 'joined':
      return key.parts
        .map((part) => textsOfKey(part, source))
        .reduce<readonly KeyText[]>(
          (made, part) =>
            made.flatMap((first) => part.map((second) => joined(first, second))).slice(0, MOST_KEYS),
          [plain('')],
        );
  }
}

const joined = (first: KeyText, second: KeyText): KeyText => ({
  text: first.text + second.text,
  isSensitive: first.isSensitive || second.isSensitive,
});

function mapKeys(
  keys: readonly KeyText[],
  map: (text: string) => string | number | null,
): readonly KeyText[] {
  return keys.flatMap(({ text, isSensitive }) => {
    const value = map(text);
    return value === null ? [] : [{ text: String(value), isSensitive }];
  });
}

/** True for a value that a fact of the match holds, or that a key of one leads to. */
export const isOfMatch = (value: NamedValue): boolean =>
  value.kind === 'slot' ||
  value.item !== null ||
  value.keys?.some((key) => key !== null && isKeyOfMatch(key)) === true;

function isKeyOfMatch(key: NamedKey): boolean {
  switch (key.kind) {
    case 'names':
    case 'text':
      return false;
    case 'value':
      return isOfMatch(key.value);
    case 'keys':
      return isOfMatch(key.of);
    case 'call':
      return isKeyOfMatch(key.of);
    case 'lookup':
      return isKeyOfMatch(key.key);
    case 'joined':
      return key.parts.some(isKeyOfMatch);
  }
}
