/**
 * A checked graph as plain data. It is stored with every run: a run evaluates the graph as it was when the run was
 * accepted, also after a restart.
 */
export interface GraphPlan {
  readonly graph: string;
  /** In document order. */
  readonly nodes: readonly NodePlan[];
  /** The node whose decision is the run's; null: the last node of the document that ran. */
  readonly output: string | null;
  /** Parameters that fill no sensitive slot; left out when no ruleset of the graph has one. */
  readonly openParams?: readonly string[] | undefined;
}

export interface NodePlan {
  readonly id: string;
  /** Path of the ruleset under the root. */
  readonly ruleset: string;
  /** Nodes that must have ended before. */
  readonly after: readonly string[];
  /** The node is skipped unless each of these nodes came to one of these decisions. */
  readonly when: readonly GuardPlan[];
  readonly facts: readonly FactPlan[];
  /** The document of its evaluation (default: none). */
  readonly input?: ValuePlan;
}

interface GuardPlan {
  readonly node: string;
  readonly decisions: readonly string[];
}

export interface FactPlan {
  readonly template: string;
  readonly data: readonly (readonly [slot: string, value: ValuePlan])[];
}

/** A value of a fact or a document, with its references still open. */
export type ValuePlan =
  | { readonly kind: 'constant'; readonly value: unknown }
  /** One reference alone keeps its JSON type. */
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'text'; readonly parts: readonly (string | Reference)[] }
  | { readonly kind: 'list'; readonly items: readonly ValuePlan[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, value: ValuePlan])[] };

export type Reference =
  | { readonly from: 'params'; readonly path: readonly string[] }
  | {
      readonly from: 'node';
      readonly node: string;
      readonly field: NodeField;
      readonly path: readonly string[];
    };

export type NodeField = 'decision' | 'reason' | 'metadata';

/** The actions that a guard may name. */
export const DECISIONS: readonly string[] = ['allow', 'deny', 'escalate', 'scope', 'route'];

export const GRAPHS_FOLDER = 'graphs';
/** Names that a graph can have: they are names of files. */
export const GRAPH_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
