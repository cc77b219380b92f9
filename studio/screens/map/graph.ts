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

export interface PlacedEdge extends MapEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A module with the columns that its rules take. */
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
