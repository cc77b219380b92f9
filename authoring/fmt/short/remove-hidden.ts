/** Removes what a document is lowered to; its declaration takes the place. */
import { isMap, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { findPair, nodeOf, pairsOf, scalarText, valueAt } from '../nodes.ts';
import type { RaisedDocument } from './halves.ts';

type Body = YAMLMap<Scalar, Node>;

export function removeHidden(contents: Body, { templates, declared }: RaisedDocument): void {
  const isHidden = (name: string | null): boolean => name !== null && templates.byName.has(name);
  const keyOf = (item: Node, key: string): string | null =>
    isMap(item) ? scalarText(valueAt(item as Body, key)) : null;
  const section = findPair(contents, 'templates');
  if (isSeq(section?.value))
    section.value.items = section.value.items.filter((item) => !isHidden(keyOf(item as Node, 'name')));
  if (isMap(section?.value))
    section.value.items = pairsOf(section.value).filter(({ key }) => !isHidden(scalarText(key)));
  const input = findPair(contents, 'input');
  if (isSeq(input?.value)) {
    const holdsDocument = input.value.items.some((item) => keyOf(item as Node, 'template') === 'input');
    input.value.items = input.value.items.filter((item) => !isHidden(keyOf(item as Node, 'template')));
    if (input.value.items.length === 0 && holdsDocument && declared.shape !== null)
      input.value = nodeOf(declared.shape, 'input: '.length);
  }
  const isEmpty = (value: Node | null): boolean => (isSeq(value) || isMap(value)) && value.items.length === 0;
  contents.items = contents.items.filter(
    ({ key, value }) => !['templates', 'input'].includes(String(key.value)) || !isEmpty(value),
  );
}
