import type { AlphaNode, Network } from '../order/network.ts';

/** All nodes of the pattern network, in order of creation: a node's id is its place. */
export function allNodes(network: Network): readonly AlphaNode[] {
  const nodes: AlphaNode[] = [];
  const visit = (node: AlphaNode): void => {
    nodes[node.id] = node;
    node.children.forEach(visit);
  };
  [...network.roots.values()].forEach(visit);
  return nodes;
}
