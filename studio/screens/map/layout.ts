/** Positions of the nodes of a map, by dagre. */
import { graphlib, layout } from '@dagrejs/dagre';
import type { MapEdge, RulesetMap } from '../../protocol/messages.ts';

export interface PlacedNode {
  readonly id: string;
  readonly kind: 'template' | 'rule' | 'decision';
  readonly name: string;
  readonly module: string | null;
  /** The centre, with the size of the box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge extends MapEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface PlacedMap {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const HEIGHT = 30;
const WIDTH_OF_LETTER = 7.2;
const PADDING = 22;

export const idOf = (kind: PlacedNode['kind'], name: string): string => `${kind} ${name}`;

/** The ends of an edge: facts flow from templates to rules, and from rules to templates and decisions. */
export function endsOf({ kind, rule, other }: MapEdge): readonly [from: string, to: string] {
  const own = idOf('rule', rule);
  if (kind === 'decides') return [own, idOf('decision', other)];
  const template = idOf('template', other);
  return kind === 'asserts' || kind === 'retracts' ? [own, template] : [template, own];
}

export function layoutMap({ templates, rules, decisions, edges }: RulesetMap): PlacedMap {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 70, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const nodes: Omit<PlacedNode, 'x' | 'y'>[] = [];
  const add = (kind: PlacedNode['kind'], name: string, module: string | null): void => {
    const width = Math.max(60, name.length * WIDTH_OF_LETTER + PADDING);
    nodes.push({ id: idOf(kind, name), kind, name, module, width, height: HEIGHT });
    graph.setNode(idOf(kind, name), { width, height: HEIGHT });
  };
  for (const name of templates) add('template', name, null);
  for (const { name, module } of rules) add('rule', name, module);
  for (const name of decisions) add('decision', name, null);
  for (const edge of edges) {
    const [from, to] = endsOf(edge);
    graph.setEdge(from, to, {}, edge.kind);
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    nodes: nodes.map((node) => ({ ...node, ...pointOf(graph.node(node.id)) })),
    edges: edges.map((edge) => {
      const [from, to] = endsOf(edge);
      return { ...edge, points: graph.edge(from, to, edge.kind).points ?? [] };
    }),
    width,
    height,
  };
}

const pointOf = ({ x = 0, y = 0 }: { x?: number; y?: number }) => ({ x, y });
