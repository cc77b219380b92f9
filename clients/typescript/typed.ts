/** The operations as methods, and what the types of a ruleset add to them. */
import type { EvaluateRequest, EvaluateResponse, JsonObject, Operations } from './api.ts';
import type { CallOptions } from './options.ts';

interface Shape {
  readonly parameters: unknown;
  readonly body: unknown;
  readonly answer: unknown;
}

/** Parameters that may all be left out need not be given. */
type Given<Parameters> = object extends Parameters ? [parameters?: Parameters] : [parameters: Parameters];

type Taken<Operation extends Shape> = [
  ...(Operation['parameters'] extends null ? [] : Given<Operation['parameters']>),
  ...(Operation['body'] extends null ? [] : [body: Operation['body']]),
  options?: CallOptions,
];

type Method<Operation extends Shape> = (...taken: Taken<Operation>) => Promise<Operation['answer']>;

/** A fact of any template: what `Facts` of `ferrule types` is a special case of. */
export interface AnyFact {
  readonly template: string;
  readonly data: JsonObject;
}

/** General form of `Decision` of `ferrule types`. */
export interface AnyDecision {
  readonly decision: string | null;
  readonly ruleTrace: readonly string[];
  readonly metadata: Readonly<Record<string, string | undefined>>;
}

type SlotsOf<Facts extends AnyFact, Template> = Facts extends AnyFact
  ? Template extends Facts['template']
    ? Facts['data']
    : never
  : never;

interface Filter<Facts extends AnyFact, Template> {
  readonly session_id: string;
  readonly template: Template;
  readonly filter?: Partial<SlotsOf<Facts, Template>> | null;
}

interface Typed<Facts extends AnyFact, Decision extends AnyDecision> {
  readonly evaluate: (
    body: Omit<EvaluateRequest, 'facts'> & { readonly facts?: readonly Facts[] },
    options?: CallOptions,
  ) => Promise<
    Omit<EvaluateResponse, 'decision' | 'rule_trace' | 'metadata'> & {
      readonly decision: Decision['decision'];
      readonly rule_trace: Decision['ruleTrace'];
      readonly metadata?: Decision['metadata'];
    }
  >;
  readonly assertFact: (
    body: Facts & { readonly session_id: string },
    options?: CallOptions,
  ) => Promise<Operations['assertFact']['answer']>;
  readonly retractFacts: <Template extends Facts['template']>(
    body: Filter<Facts, Template>,
    options?: CallOptions,
  ) => Promise<Operations['retractFacts']['answer']>;
  readonly queryFacts: <Template extends Facts['template']>(
    body: Filter<Facts, Template>,
    options?: CallOptions,
  ) => Promise<{ readonly facts: readonly SlotsOf<Facts, Template>[] }>;
}

/** One method for each operation of the service: its parameters, its body, options; what it has none of is left out. */
export type Client<Facts extends AnyFact = AnyFact, Decision extends AnyDecision = AnyDecision> = {
  readonly [Name in Exclude<keyof Operations, keyof Typed<Facts, Decision>>]: Method<Operations[Name]>;
} & Typed<Facts, Decision>;
