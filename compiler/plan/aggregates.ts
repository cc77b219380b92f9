/** Facts that the matcher stores so that an aggregate is not recounted. */
import type { Aggregate, AggregatePattern } from '../aggregate.ts';
import type { Expression } from '../language/expression/expression.ts';
import { TYPING_KEYS, type TypedExpression } from '../language/expression/typed-expression.ts';
import { placeless } from '../language/expression/placeless.ts';
import { variablesOf } from '../language/expression/variables.ts';
import { relationOf } from '../relation.ts';
import { isSteady } from './steady.ts';

/** Value of a memory for the facts of one key. */
type AggregateForm =
  /** How many they are. */
  | 'count'
  /** The sum of an INTEGER slot. */
  | 'total'
  /** How many values of a slot there are among them. */
  | 'distinct'
  /** Fold over them in order: the sum of a FLOAT slot, the least or greatest value. */
  | 'sum'
  | 'min'
  | 'max'
  /** The facts themselves in order. */
  | 'facts';

/** Facts of one template that pass tests of their own, by some slots. */
export interface AggregateMemory {
  readonly form: AggregateForm;
  readonly pattern: AggregatePattern;
  /** Tests of the fact alone. */
  readonly own: readonly TypedExpression[];
  /** The slot that is taken; null: none is. */
  readonly slot: string | null;
}

export interface AggregatePlan {
  readonly aggregate: Aggregate;
  /**
   * `kept`: one memory holds the value. `joined`: facts, and rows of relations, are found in one memory per pattern, and the rest
   * is tested on demand.
   */
  readonly kind: 'kept' | 'joined';
  readonly steps: readonly AggregateStep[];
}

export interface AggregateStep {
  /** Place among the memories. */
  readonly memory: number;
  readonly pattern: AggregatePattern;
  /** Tests that need more than the fact. */
  readonly tests: readonly TypedExpression[];
}

export interface Aggregates {
  readonly memories: readonly AggregateMemory[];
  /** By name of the function in the constructs. */
  readonly functions: ReadonlyMap<string, AggregatePlan>;
}

/** True if a test gives the same result for a fact at any time. */
function isOwn(test: TypedExpression, { variables }: AggregatePattern): boolean {
  const own = new Set(variables.map(({ name }) => name));
  return !test.canFail && isSteady(test) && [...variablesOf(test)].every((name) => own.has(name));
}

function formOf({ fold, of }: Aggregate): AggregateForm {
  switch (fold) {
    case 'count':
    case 'distinct':
    case 'min':
    case 'max':
      return fold;
    case 'sum':
      return of?.type === 'INTEGER' ? 'total' : 'sum';
    case 'collect':
      return 'facts';
  }
}

const slotOf = ({ of }: Aggregate): string | null => (of?.kind === 'slot' ? of.slot : null);

/** Memories with one key hold the same facts. Variables are named by place, so equal tests have equal text. */
function keyOf({ form, pattern, own, slot }: AggregateMemory): string {
  const slotOf = new Map(pattern.variables.map((variable) => [variable.name, variable.slot]));
  const keys = pattern.keys.map((key) => key.slot);
  return JSON.stringify([form, pattern.template, keys, slot, own], (name, value: unknown) => {
    if (TYPING_KEYS.has(name)) return undefined;
    const node = value as Expression | null;
    return node !== null && typeof node === 'object' && node.kind === 'variable'
      ? ['slot', slotOf.get(node.name)]
      : placeless(name, value);
  });
}

export function planAggregates(aggregates: ReadonlyMap<string, Aggregate>): Aggregates {
  const memories: AggregateMemory[] = [];
  const known = new Map<string, number>();
  const place = (memory: AggregateMemory): number => {
    const key = keyOf(memory);
    const id = known.get(key) ?? memories.push(memory) - 1;
    known.set(key, id);
    return id;
  };
  const functions = [...aggregates].map(([name, aggregate]): [string, AggregatePlan] => {
    const [only, ...more] = aggregate.patterns;
    const isOnly = only !== undefined && more.length === 0 && relationOf(only.template) === null;
    const isComputed = aggregate.of?.kind === 'computed';
    const isKept = isOnly && !isComputed && only.tests.every((test) => isOwn(test, only));
    const form = isKept ? formOf(aggregate) : 'facts';
    const steps = aggregate.patterns.map((pattern): AggregateStep => {
      const own = pattern.tests.filter((test) => isOwn(test, pattern));
      const slot = form === 'facts' || form === 'count' ? null : slotOf(aggregate);
      const memory = place({ form, pattern, own, slot });
      return { memory, pattern, tests: pattern.tests.filter((test) => !own.includes(test)) };
    });
    return [name, { aggregate, kind: isKept ? 'kept' : 'joined', steps }];
  });
  return { memories, functions: new Map(functions) };
}
