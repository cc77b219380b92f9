import type { Document, Pair, YAMLMap } from 'yaml';
import type { Form } from '../places/grammar.ts';
import type { PairPlace } from '../places/place.ts';

/** Changes a pair of a map in a document. */
export type Make = (document: Document, pair: Pair, map: YAMLMap) => void;

const EMPTY: Readonly<Record<string, unknown>> = {
  'no value': null,
  text: '',
  space: ' ',
  list: [],
  map: {},
  'list of nothing': [null],
  'list of a text': [''],
  'list of a map': [{}],
};

/**
 * Without those that an author means: an empty list or map for nothing, an empty text for no reason, a space as a text, an
 * empty text as the default of a slot.
 */
export function emptiesOf(
  { owner, key }: Pick<PairPlace, 'owner' | 'key'>,
  form: Form | undefined,
  value: PairPlace['value'],
): readonly (readonly [string, Make])[] {
  const forms = form?.kind === 'either' ? form.forms : form === undefined ? [] : [form];
  const roles = forms.flatMap((one) => (one.kind === 'scalar' ? [one.role] : []));
  if (roles.includes('text')) return [];
  const meant = [
    ...(value === 'scalar' ? [] : ['list', 'map']),
    ...(roles.includes('filled') ? ['text', 'space'] : []),
    ...(roles.includes('value') ? ['space'] : []),
    ...(roles.includes('slot-value') || isDefaultOfSlot({ owner, key })
      ? ['text', 'space', 'list of a text']
      : []),
  ];
  return Object.entries(EMPTY).flatMap(([name, content]) =>
    meant.includes(name) ? [] : [[`empty: ${name}`, put(content)] as const],
  );
}

export function isDefaultOfSlot({ owner, key }: Pick<PairPlace, 'owner' | 'key'>): boolean {
  return owner === 'slot' && key === 'default';
}

function put(value: unknown): Make {
  return (document, pair) => {
    pair.value = document.createNode(value);
  };
}
