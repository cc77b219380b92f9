/** A graph as it is written, unresolved, every part with its place. */
import type { Span } from '../../compiler/diagnostics/position.ts';
import type { Located } from '../../compiler/syntax.ts';
import type { ValuePlan } from './graph.ts';

export interface GraphSyntax {
  readonly graph: Located<string> | null;
  readonly nodes: readonly NodeSyntax[];
  readonly output: Located<string> | null;
}

export interface NodeSyntax {
  readonly id: Located<string>;
  readonly ruleset: Located<string>;
  readonly after: readonly Located<string>[];
  readonly when: readonly GuardSyntax[];
  readonly facts: readonly FactSyntax[];
  /** The document of its evaluation. */
  readonly input: Located<ValuePlan> | null;
  readonly at: Span;
}

export interface GuardSyntax {
  readonly node: Located<string>;
  readonly decisions: readonly Located<string>[];
}

export interface FactSyntax {
  readonly template: Located<string>;
  readonly slots: readonly SlotValueSyntax[];
  readonly at: Span;
}

export interface SlotValueSyntax {
  readonly slot: Located<string>;
  readonly value: Located<ValuePlan>;
}
