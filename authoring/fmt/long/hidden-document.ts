import { isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { fold, mapNode, nodeOf, pairOf } from '../nodes.ts';
import type { Forms } from '../read-forms.ts';
import { writeInput, writeTemplate } from './write-declarations.ts';

/** The hidden templates and elements that lowering adds, as a document; null if there are none. */
export function hiddenDocument({
  written,
  lowered,
}: Forms): { readonly file: string; readonly contents: YAMLMap<Scalar, Node> } | null {
  const templates = lowered.templates.slice(written.templates.length);
  const inputs = lowered.inputs.slice(written.inputs.length);
  const [first] = [...templates, ...inputs];
  if (first === undefined) return null;
  const contents = mapNode([
    pairOf('templates', nodeOf(templates.map(writeTemplate), 1_000)),
    pairOf('input', nodeOf(inputs.map(writeInput), 1_000)),
  ]);
  for (const { value } of contents.items)
    if (isSeq(value)) {
      value.flow = false;
      for (const item of value.items) fold(item as Node, 4);
    }
  return { file: first.at.file, contents };
}
