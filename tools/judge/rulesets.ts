/** Small rulesets written by hand, for tests of the emitter and of the judge itself. */
import type { Expression } from '../../compiler/language/expression/expression.ts';
import type { Span } from '../../compiler/diagnostics/position.ts';
import type { ReasonPart, Slot, Template } from '../../compiler/ruleset.ts';
import type { Literal } from '../../compiler/values.ts';
import type {
  ConditionElement,
  Consequence,
  Constraint,
  Pattern,
  Rule,
  Ruleset,
} from '../../compiler/untyped.ts';

export const AT: Span = { file: 'ruleset.yaml', start: 0, end: 0 };

export const integer = (number: number): Literal => ({ type: 'INTEGER', value: number });

export const slot = (name: string, type: Slot['type'], more: Partial<Slot> = {}): Slot => ({
  name,
  type,
  list: false,
  maxItems: null,
  required: false,
  default: null,
  allowed: null,
  at: AT,
  ...more,
});

export const template = (name: string, ...slots: readonly Slot[]): Template => ({
  name,
  description: '',
  scope: 'session',
  from: 'caller',
  slots,
  at: AT,
});

export const variable = (name: string): Constraint => ({ kind: 'variable', name, negated: false, at: AT });
export const equals = (value: Literal): Constraint => ({ kind: 'literal', value, negated: false, at: AT });
export const call = (name: string, ...args: readonly Expression[]): Expression => ({
  kind: 'call',
  name,
  nameAt: AT,
  args,
  at: AT,
});
export const value = (literal: Literal): Expression => ({ kind: 'literal', value: literal, at: AT });
export const read = (name: string): Expression => ({ kind: 'variable', name, multi: false, at: AT });

export const pattern = (
  name: string,
  fields: Readonly<Record<string, readonly Constraint[]>> = {},
): Pattern => ({
  kind: 'pattern',
  template: name,
  address: null,
  fields: Object.entries(fields).map(([field, constraints]) => ({ slot: field, list: false, constraints })),
  at: AT,
});

/** A text in which nothing is filled in. */
export const plainText = (text: string): readonly ReasonPart[] => [{ kind: 'text', text }];

const SILENT: Consequence = {
  action: null,
  reason: [],
  log: 'summary',
  notify: [],
  attestation: false,
  scope: null,
  metadata: [],
  obligations: [],
  effects: [],
};

export const rule = (
  name: string,
  when: readonly ConditionElement[],
  then: Partial<Consequence> = {},
  more: Partial<Rule> = {},
): Rule => ({
  name,
  module: 'MAIN',
  description: '',
  salience: 0,
  when,
  then: { ...SILENT, ...then },
  at: AT,
  ...more,
});

export const ruleset = (parts: Partial<Ruleset>): Ruleset => ({
  name: 'written',
  version: null,
  decide: 'deny-overrides',
  templates: [],
  relations: [],
  modules: [],
  focusOrder: ['MAIN'],
  hierarchies: [],
  functions: [],
  typedFunctions: [],
  temporal: [],
  aggregates: new Map(),
  stages: [],
  rules: [],
  default: null,
  input: [],
  authzen: null,
  ...parts,
});
