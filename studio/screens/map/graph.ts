/** The nodes and edges of a map, as they are placed. */
import type { MapEdge } from '../../protocol/messages.ts';

export interface PlacedNodeName {
  readonly id: string;
  readonly kind: 'template' | 'rule' | 'decision';
  readonly name: string;
  readonly module: string | null;
  readonly width: number;
  readonly height: number;
}

export interface PlacedNode extends PlacedNodeName {
  /** The centre. */
  readonly x: number;
  readonly y: number;
}

interface PlacedEdge extends MapEdge {
  readonly from: PlacedNode;
  readonly to: PlacedNode;
}

/** A module with the column of its rules. */
export interface Lane {
  readonly module: string;
  readonly left: number;
  readonly right: number;
}

export interface PlacedMap {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly lanes: readonly Lane[];
  readonly width: number;
  readonly height: number;
}

export const idOf = (kind: PlacedNode['kind'], name: string): string => `${kind} ${name}`;

/** The text in a box: a rule without its module, which is the name of its lane. */
export const shownName = ({ kind, name, module }: Pick<PlacedNode, 'kind' | 'name' | 'module'>): string =>
  kind === 'rule' && module !== null ? name.slice(module.length + 2) : name;

/** The ends of an edge: facts flow from templates to rules, and from rules to templates and decisions. */
export function endsOf({ kind, rule, other }: MapEdge): readonly [from: string, to: string] {
  const own = idOf('rule', rule);
  if (kind === 'decides') return [own, idOf('decision', other)];
  const template = idOf('template', other);
  return kind === 'asserts' || kind === 'retracts' ? [own, template] : [template, own];
}

/** The curve of an edge, from the right of one box to the left of another; back from a later column in a loop. */
export function curveOf({ from, to }: Pick<PlacedEdge, 'from' | 'to'>): string {
  const [x1, x2] = [from.x + from.width / 2, to.x - to.width / 2];
  const bend = Math.max(40, Math.abs(x2 - x1) / 2);
  const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${at(x1, from.y)}C${at(x1 + bend, from.y)} ${at(x2 - bend, to.y)} ${at(x2, to.y)}`;
}

/** Longer than from one column to the next but one. */
const LONG = 600;

/** Edges across many columns are faint until an end of theirs is selected. */
export const isLong = ({ from, to }: Pick<PlacedEdge, 'from' | 'to'>): boolean =>
  Math.abs(to.x - from.x) > LONG;
