/** Reports conditions written beside patterns instead of inside one. */
import type { ReadContext } from './context.ts';
import { writeNode } from './write-node.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

const OF_CONDITION = ['slot', 'expression', 'bind', 'test', 'now'];
const OF_GROUP = ['not', 'exists', 'any', 'forall', 'count', 'sum', 'min', 'max', 'collect'];

/**
 * True (reported) for an entry of `when` that is a condition, or a pattern with the keys of one.
 *
 * @param before the entry above, whose pattern the condition probably belongs to
 */
export function refuseLooseCondition(node: YamlNode, before: YamlNode | null, context: ReadContext): boolean {
  const text = writeNode(node);
  const entries = text === null ? null : meantEntries(node);
  if (text !== null && entries !== null) {
    context.report.add('written-otherwise', node.at, { text, meant: entries });
    return true;
  }
  const condition = conditionOf(node);
  if (condition === null || text === null) return false;
  const owner = node.kind === 'map' && patternOf(node) !== null ? node : before;
  const pattern = (owner?.kind === 'map' ? patternOf(owner) : null) ?? 'template: NAME';
  context.report.add('written-otherwise', node.at, {
    text,
    meant: `{ ${pattern}, conditions: [${condition}] }`,
  });
  return true;
}

/** True (reported) for a branch of `any` that is one entry and no list. */
export function refuseBareBranch(branch: YamlNode, context: ReadContext): boolean {
  const text = branch.kind === 'map' ? writeNode(branch) : null;
  if (text === null) return false;
  context.report.add('written-otherwise', branch.at, { text, meant: `[${text}]` });
  return true;
}

/** `{ all: [...] }`, and a name alone: what was meant, or null. */
function meantEntries(node: YamlNode): string | null {
  if (node.kind === 'scalar')
    return /^[A-Za-z_][\w-]*$/.test(node.scalar.text) ? `{ template: ${node.scalar.text} }` : null;
  const all = node.kind === 'map' ? (node.entries.get('all') ?? node.entries.get('and'))?.value : undefined;
  return all?.kind === 'list' ? (writeNode(all)?.slice(1, -1) ?? null) : null;
}

/** Returns a condition outside a pattern, as YAML; null if it is not one. */
function conditionOf(node: YamlNode): string | null {
  if (node.kind === 'scalar')
    return node.scalar.text.startsWith('(') ? `{ test: ${JSON.stringify(node.scalar.text)} }` : null;
  if (node.kind !== 'map' || OF_GROUP.some((key) => node.entries.has(key))) return null;
  const entries = new Map([...node.entries].filter(([key]) => OF_CONDITION.includes(key)));
  const isCondition = entries.has('test') || entries.has('now') || entries.has('slot');
  return isCondition ? writeNode({ ...node, entries }) : null;
}

/** The keys of an entry that make it a pattern; null if it is none. */
function patternOf({ entries, at }: YamlMap): string | null {
  const own = new Map([...entries].filter(([key]) => ['template', 'relation', 'alias'].includes(key)));
  if (!own.has('template') && !own.has('relation')) return null;
  return writeNode({ kind: 'map', entries: own, at })?.slice(2, -2) ?? null;
}
