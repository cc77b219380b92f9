/** Types of items of a union: a path of them has the type of the same path of each of its lists. */
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Documents } from './documents.ts';
import { keysText } from './names.ts';
import type { Key, ListNode, PathNode, Union } from './nodes.ts';
import { find, isUntyped, join, typeVariable, type TypeVariable } from './type-variable.ts';

/** Joins the types that uses gave to items of unions with those of their lists, in the order of first mention. */
export function joinUnions(documents: Documents, placeOf: (at: Span) => string, report: Report): void {
  /** Types of paths that no rule names alone: two unions may share them. */
  const unnamed = new Map<string, TypeVariable>();
  for (const node of documents.paths.values()) {
    const ids = node.owner === null || !isBelowUnion(node.owner) ? [] : pathIds(node);
    const known = ids.map((id) => documents.paths.get(id)).filter((path) => path?.isInferred !== false);
    if (!node.isInferred || known.length < ids.length) continue;
    const types = ids.map((id, i) => known[i]?.type ?? typeAt(unnamed, id));
    // Lists whose items have several types, of which the union takes any value.
    if (isUntyped(node.type) && !areAlike(types)) continue;
    for (const path of known) joinForms(node, path);
    for (const type of types) {
      const clash = join(type, node.type, node.at);
      if (clash === null) continue;
      const { found, other, otherAt } = clash;
      const place = otherAt === null ? 'the declared `input`' : placeOf(otherAt);
      report.add('short-input-type', node.at, { path: node.shown, found, other, place });
    }
  }
}

/** One value or a list, if only the uses of one of both say it. */
function joinForms(node: PathNode, path: PathNode | undefined): void {
  if (path === undefined) return;
  node.isList ??= path.isList;
  path.isList ??= node.isList;
}

function typeAt(unnamed: Map<string, TypeVariable>, id: string): TypeVariable {
  const type = unnamed.get(id) ?? typeVariable({ isOpen: true });
  unnamed.set(id, type);
  return type;
}

/** True if no two of the types exclude each other. */
function areAlike(types: readonly TypeVariable[]): boolean {
  const whole = typeVariable({ isOpen: true });
  return types.every((type) => {
    const { hard, weak, at } = find(type);
    return join(typeVariable({ hard, weak, at, isOpen: true }), whole, at ?? NOWHERE) === null;
  });
}

const NOWHERE: Span = { file: '', start: 0, end: 0 };

const isBelowUnion = (list: ListNode): boolean =>
  list.union !== null || (list.owner !== null && isBelowUnion(list.owner));

/** The ids of the path below each list of its unions. INVARIANT: it has an owner. */
const pathIds = ({ owner, keys, union, id }: PathNode): readonly string[] =>
  / (?:text|entry)$/.test(id) || union !== null ? [] : idsBelow(owner, keys, null);

const idsBelow = (owner: ListNode | null, keys: readonly Key[], union: Union): readonly string[] => {
  const roots =
    owner === null ? ['$'] : idsBelow(owner.owner, owner.keys, owner.union).map((id) => `${id}[*]@`);
  const paths = union === null ? [keys] : union.map((name) => [...keys, name]);
  return roots.flatMap((root) => paths.map((path) => root + keysText(path)));
};
