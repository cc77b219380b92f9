import type { Source } from '../diagnostics/position.ts';
import type { ReadContext } from './context.ts';
import { resolvePath } from './data-file.ts';
import { isRowsFile } from './data-file-names.ts';
import { readText } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

/** The source that a `file:` names; null (reported) when it is not among those given. */
export function findDataFile(node: YamlNode | null, context: ReadContext): Source | null {
  const name = readText(node, context);
  if (name === null) return null;
  const path = isRowsFile(name.value) ? resolvePath(context.source.path, name.value) : null;
  const found = path === null ? null : (context.files.get(path) ?? null);
  if (found === null) context.report.add('unknown-file', name.at, { name: name.value });
  return found;
}
