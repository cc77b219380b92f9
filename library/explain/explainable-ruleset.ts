import type { PassedCompilation } from '../../compiler/compile.ts';
import { createPositions, type Positions } from '../../compiler/diagnostics/line-column.ts';
import type { TypedCall, TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { askedAggregates, askedExpressions } from '../../compiler/plan/conditions.ts';
import type { Ruleset, Slot } from '../../compiler/ruleset.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import type { RelationRows } from '../../runtime/facts/relation-rows.ts';
import type { Fact } from '../../runtime/values/values.ts';
import { documentParts, type DocumentParts } from '../../compiler/document-parts.ts';
import type { LoadModule } from '../load-module.ts';
import { aggregateName } from './aggregate-values.ts';
import { createRowSearch, type RowSearch } from './relation-rows.ts';

/** Values of variables by name, as facts hold them; a variable of a whole fact holds the fact. */
export type Bindings = ReadonlyMap<string, unknown>;

type Condition = (matcher: Matcher, bindings: Bindings) => boolean;

/** The value of an aggregate that conditions ask about. */
interface AggregateValue {
  readonly name: string;
  readonly valueOf: (matcher: Matcher, bindings: Bindings) => unknown;
}

/** Exports of a module for explanations, in addition to its ruleset. */
interface ExplainedModule {
  readonly explained_conditions: {
    readonly conditions: readonly Condition[];
    readonly aggregates: readonly AggregateValue['valueOf'][];
    readonly slots: ReadonlyMap<string, ReadonlyMap<string, (fact: Fact) => unknown>>;
    readonly rows: ReadonlyMap<string, RelationRows<Fact>>;
  };
}

/** A ruleset built for explanations: the same plan, and every condition can be evaluated alone. */
export interface ExplainableRuleset {
  readonly checked: Ruleset;
  readonly compiled: CompiledRuleset;
  readonly positions: Positions;
  /** Text of the YAML by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly holds: (expression: TypedExpression, matcher: Matcher, bindings: Bindings) => boolean;
  /** True if an expression is one of its conditions. */
  readonly knows: (expression: TypedExpression) => boolean;
  readonly aggregates: ReadonlyMap<TypedCall, AggregateValue>;
  readonly valueOf: (fact: Fact, slot: string) => unknown;
  readonly slotOf: (template: string, slot: string) => Slot;
  readonly rows: RowSearch;
  /** The templates that its document is read into; empty if it takes none. */
  readonly document: DocumentParts;
}

/** Compiles and loads the build for explanations. */
export function createExplainableRuleset(
  compilation: PassedCompilation,
  load: LoadModule,
): ExplainableRuleset {
  const { ruleset: checked, sources } = compilation;
  const { ruleset: compiled, explained_conditions: explained } = load<ExplainedModule>(
    compilation.explained(),
    `${checked.name}.explained`,
  );
  const expressions = askedExpressions(checked).map(({ expression }) => expression);
  const conditions = new Map(expressions.map((expression, i) => [expression, explained.conditions[i]]));
  const aggregates = new Map(
    askedAggregates(checked).flatMap(({ rule, call }, i): [TypedCall, AggregateValue][] => {
      const valueOf = explained.aggregates[i];
      return valueOf === undefined ? [] : [[call, { name: aggregateName(rule, call), valueOf }]];
    }),
  );
  const slots = new Map(
    [...checked.templates, ...checked.relations.map(({ template }) => template)].map((template) => [
      template.name,
      new Map(template.slots.map((slot) => [slot.name, slot])),
    ]),
  );
  const valueOf = (fact: Fact, slot: string): unknown =>
    explained.slots.get(fact.template)?.get(slot)?.(fact);
  return {
    checked,
    compiled,
    positions: createPositions(sources),
    texts: new Map(sources.map(({ path, text }) => [path, text])),
    holds: (expression, matcher, bindings) => conditions.get(expression)?.(matcher, bindings) === true,
    knows: (expression) => conditions.has(expression),
    aggregates,
    valueOf,
    rows: createRowSearch(explained.rows, valueOf),
    document: documentParts(checked),
    slotOf(template, slot) {
      const found = slots.get(template)?.get(slot);
      if (found === undefined) throw new TypeError(`no slot ${template}.${slot}`);
      return found;
    },
  };
}
