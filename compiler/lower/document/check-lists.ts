/** Members after a dot of what is a list elsewhere. */
import type { Report } from '../../diagnostics/report.ts';
import { idOf, listProblem, shownOf, type Documents } from './documents.ts';
import type { PathNode } from './nodes.ts';

/** Reports members after a dot of what is gone through or indexed as a list elsewhere. */
export function checkLists(documents: Documents, report: Report): void {
  for (const node of documents.paths.values()) {
    const place = [...node.dotted].find((i) => i > 0 && isIndexed(documents, node, i));
    if (place === undefined) continue;
    const list = shownOf(node.owner, node.keys.slice(0, place));
    report.add('short-path', node.at, { problem: listProblem(list, String(node.keys[place])) });
  }
}

/** True if the part of the path before a step is a list elsewhere. */
function isIndexed(documents: Documents, node: PathNode, step: number): boolean {
  const before = node.keys.slice(0, step);
  const list = documents.lists.get(`${idOf(node.owner, before)}[*]`);
  if (list !== undefined && list.path.shape.kind !== 'map') return true;
  return [...documents.paths.values()].some(
    (other) =>
      other.owner === node.owner &&
      typeof other.keys[step] === 'number' &&
      before.every((key, i) => other.keys[i] === key),
  );
}
