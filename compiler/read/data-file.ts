import type { Source } from '../diagnostics/position.ts';
import type { ReadContext } from './context.ts';
import { isRowsFile } from './data-file-names.ts';
import { readText } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

/** The path of a file that is named in another one; null when it leads out of the ruleset. */
export function resolvePath(from: string, to: string): string | null {
  if (to === '' || to.startsWith('/') || to.includes('\\') || to.includes('\0')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '..') {
      // An imported file is at `../…`: what it names is below the root, or it is not there.
      const last = parts.pop();
      if (last === undefined || last === '..') return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The source that a `file:` names; null (reported) when it is not among those given. */
export function findDataFile(node: YamlNode | null, context: ReadContext): Source | null {
  const name = readText(node, context);
  if (name === null) return null;
  const path = isRowsFile(name.value) ? resolvePath(context.source.path, name.value) : null;
  const found = path === null ? null : (context.files.get(path) ?? null);
  if (found === null) context.report.add('unknown-file', name.at, { name: name.value });
  return found;
}
