/** Positions of the nodes of a map: modules are lanes in focus order, laid out by dagre. */
import { graphlib, layout } from '@dagrejs/dagre';
import type { RulesetMap } from '../../protocol/messages.ts';
import {
  endsOf,
  idOf,
  shownName,
  type Lane,
  type PlacedMap,
  type PlacedNode,
  type PlacedNodeName,
} from './graph.ts';

const HEIGHT = 28;
const WIDTH_OF_LETTER = 6.9;
const PADDING = 22;
const LANE_PADDING = 14;
/** Space for the names of the lanes. */
const TOP = 40;

export function layoutMap({ modules, templates, rules, decisions, edges }: RulesetMap): PlacedMap {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 10, edgesep: 4, ranksep: 56, marginx: 20, marginy: TOP });
  graph.setDefaultEdgeLabel(() => ({}));
  const nodes: PlacedNodeName[] = [];
  const add = (kind: PlacedNode['kind'], name: string, module: string | null): void => {
    const text = shownName({ kind, name, module });
    const width = Math.max(60, text.length * WIDTH_OF_LETTER + PADDING);
    nodes.push({ id: idOf(kind, name), kind, name, module, width, height: HEIGHT });
    graph.setNode(idOf(kind, name), { width, height: HEIGHT });
  };
  for (const name of templates) add('template', name, null);
  for (const { name, module } of rules) add('rule', name, module);
  for (const name of decisions) add('decision', name, null);
  // Borders between the lanes: every rule lies between the two of its module.
  const used = modules.filter((module) => rules.some((rule) => rule.module === module));
  const border = (at: number): string => `border ${at}`;
  for (let at = 0; at <= used.length; at++) graph.setNode(border(at), { width: 1, height: 1 });
  used.forEach((module, at) => {
    graph.setEdge(border(at), border(at + 1), { weight: 0, minlen: 2 }, 'lane');
    for (const rule of rules) {
      if (rule.module !== module) continue;
      graph.setEdge(border(at), idOf('rule', rule.name), { weight: 0 }, 'lane');
      graph.setEdge(idOf('rule', rule.name), border(at + 1), { weight: 4 }, 'lane');
    }
  });
  for (const name of decisions)
    graph.setEdge(border(used.length), idOf('decision', name), { weight: 0 }, 'lane');
  for (const edge of edges) {
    const [from, to] = endsOf(edge);
    graph.setEdge(from, to, {}, edge.kind);
  }
  layout(graph);
  const placed = nodes.map((node): PlacedNode => {
    const { x = 0, y = 0 } = graph.node(node.id) as { x?: number; y?: number };
    return { ...node, x, y };
  });
  const { width = 0, height = 0 } = graph.graph();
  return {
    nodes: placed,
    edges: edges.map((edge) => {
      const [from, to] = endsOf(edge);
      return { ...edge, points: graph.edge(from, to, edge.kind).points ?? [] };
    }),
    lanes: used.map((module) => laneOf(module, placed)),
    width,
    height,
  };
}

function laneOf(module: string, placed: readonly PlacedNode[]): Lane {
  const own = placed.filter((node) => node.module === module);
  return {
    module,
    left: Math.min(...own.map(({ x, width }) => x - width / 2)) - LANE_PADDING,
    right: Math.max(...own.map(({ x, width }) => x + width / 2)) + LANE_PADDING,
  };
}
