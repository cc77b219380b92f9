/**
 * Positions of the nodes of a map. Modules are lanes in focus order, with the facts that callers send before them, the facts that
 * their rules assert behind them, and the decisions last. The lanes fix the columns, so only the order within a column is chosen:
 * near the middle of its neighbours. A general layout of layers leaves most of such a picture empty.
 */
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
const ROW = 36;
const WIDTH_OF_LETTER = 7.4;
const PADDING = 22;
const LANE_PADDING = 14;
const GAP = 74;
/** Space for the names of the lanes. */
const TOP = 44;
const MARGIN = 16;
/** Rounds of ordering: more change little. */
const ROUNDS = 6;

interface Column {
  readonly module: string | null;
  nodes: PlacedNodeName[];
}

export function layoutMap(map: RulesetMap): PlacedMap {
  const columns = columnsOf(map);
  const neighbours = neighboursOf(map);
  for (let round = 0; round < ROUNDS; round++) {
    const places = placesOf(columns);
    for (const column of round % 2 === 0 ? columns : [...columns].reverse())
      column.nodes = sortedBy(column.nodes, (node) =>
        middleOf(neighbours.get(node.id) ?? [], places, node.id),
      );
  }
  const tallest = Math.max(...columns.map(({ nodes }) => nodes.length));
  const nodes: PlacedNode[] = [];
  const lanes: Lane[] = [];
  let left = MARGIN;
  for (const { module, nodes: own } of columns) {
    const width = Math.max(...own.map((node) => node.width));
    own.forEach((node, i) => nodes.push({ ...node, x: left + width / 2, y: TOP + i * ROW + ROW / 2 }));
    if (module !== null)
      lanes.push({ module, left: left - LANE_PADDING, right: left + width + LANE_PADDING });
    left += width + GAP;
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    lanes,
    edges: map.edges.map((edge) => {
      const [from, to] = endsOf(edge);
      return { ...edge, from: byId.get(from)!, to: byId.get(to)! };
    }),
    width: left - GAP + MARGIN,
    height: TOP + tallest * ROW + MARGIN,
  };
}

/** The columns from left to right; none is empty. */
function columnsOf({ modules, templates, rules, decisions, edges }: RulesetMap): readonly Column[] {
  const moduleOf = new Map(rules.map(({ name, module }) => [name, module]));
  const assertedIn = new Map<string, string>();
  const order = new Map(modules.map((module, i) => [module, i]));
  for (const { kind, rule, other } of edges) {
    const module = moduleOf.get(rule) ?? '';
    const before = assertedIn.get(other);
    const isEarlier = before === undefined || (order.get(module) ?? 0) < (order.get(before) ?? 0);
    if (kind === 'asserts' && isEarlier) assertedIn.set(other, module);
  }
  const templatesOf = (module: string | null): PlacedNodeName[] =>
    templates
      .filter((name) => (assertedIn.get(name) ?? null) === module)
      .map((name) => named('template', name, null));
  const columns: Column[] = [
    { module: null, nodes: templatesOf(null) },
    ...modules.flatMap((module): Column[] => [
      {
        module,
        nodes: rules.filter((rule) => rule.module === module).map((rule) => named('rule', rule.name, module)),
      },
      { module: null, nodes: templatesOf(module) },
    ]),
    { module: null, nodes: decisions.map((name) => named('decision', name, null)) },
  ];
  return columns.filter(({ nodes }) => nodes.length > 0);
}

function named(kind: PlacedNode['kind'], name: string, module: string | null): PlacedNodeName {
  const width = Math.max(60, shownName({ kind, name, module }).length * WIDTH_OF_LETTER + PADDING);
  return { id: idOf(kind, name), kind, name, module, width, height: HEIGHT };
}

function neighboursOf({ edges }: RulesetMap): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>();
  for (const [from, to] of edges.map(endsOf)) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
  }
  return neighbours;
}

/** The row of each node: columns begin at the top. */
function placesOf(columns: readonly Column[]): ReadonlyMap<string, number> {
  return new Map(columns.flatMap(({ nodes }) => nodes.map(({ id }, row) => [id, row] as const)));
}

function middleOf(ids: readonly string[], places: ReadonlyMap<string, number>, own: string): number {
  if (ids.length === 0) return places.get(own) ?? 0;
  return ids.reduce((sum, id) => sum + (places.get(id) ?? 0), 0) / ids.length;
}

function sortedBy<T>(items: readonly T[], key: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, at: key(item) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
