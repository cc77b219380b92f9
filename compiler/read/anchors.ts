import type { Span } from '../diagnostics/position.ts';
import type { ReadContext } from './context.ts';
import type { YamlNode } from './yaml-node.ts';

/** A node with what aliases to it would cost. */
export interface Built {
  readonly node: YamlNode;
  /** Nodes it consists of, aliases counted in full. */
  readonly size: number;
  /** Collections within each other, this one included. */
  readonly depth: number;
}

/**
 * The anchors of one document. An alias is the same node (nothing is copied), and the size of all aliases
 * together is bounded, because the readers walk it in full each time.
 */
export interface Anchors {
  readonly open: (name: string) => void;
  readonly close: (name: string, built: Built) => void;
  /**
   * Reports an alias that has no anchor, is inside its own anchor or exceeds a limit. `level` collections
   * enclose it: its content counts towards the depth.
   */
  readonly resolve: (name: string, level: number, at: Span) => Built;
}

export function createAnchors({ report, limits }: ReadContext): Anchors {
  const anchors = new Map<string, Built | 'open'>();
  let aliases = 0;
  let nodes = 0;

  function withinBounds(target: Built, level: number, at: Span): boolean {
    if (level + target.depth > limits.depth) {
      report.add('nesting-too-deep', at, { limit: limits.depth });
      return false;
    }
    aliases++;
    nodes += target.size;
    if (aliases <= limits.aliases && nodes <= limits.aliasNodes) return true;
    // Only the alias that passes the bound is reported, not every one after it.
    const before = aliases - 1 <= limits.aliases && nodes - target.size <= limits.aliasNodes;
    if (before) report.add('too-many-aliases', at, { aliases: limits.aliases, nodes: limits.aliasNodes });
    return false;
  }

  return {
    open: (name) => anchors.set(name, 'open'),
    close: (name, built) => anchors.set(name, built),
    resolve(name, level, at) {
      const target = anchors.get(name);
      if (target === undefined) report.add('yaml-alias-unknown', at, { name });
      else if (target === 'open') report.add('yaml-alias-cycle', at, { name });
      else if (withinBounds(target, level, at)) return target;
      return { node: { kind: 'broken', at }, size: 1, depth: 0 };
    },
  };
}
