import type { BudgetInfo } from '../../runtime/budget-info.ts';
import type { DecideMode } from '../../runtime/description.ts';
import type { Report } from '../diagnostics/report.ts';
import type { FunctionSignature } from '../language/expression/scope.ts';
import type { InputFacts } from '../input-facts.ts';
import type { DefaultDecision, Hierarchy, Module, RulesetFunction, Template } from '../ruleset.ts';
import type { Relation } from '../relation.ts';
import type { Searches } from '../searches.ts';
import type { Rule } from '../untyped.ts';
import type { Syntax } from '../syntax.ts';
import type { Constant } from './scope/constants.ts';
import type { InternalFunctions } from './scope/internal-functions.ts';

/** A ruleset while it is checked; each pass fills in its part from the passes before it. */
export interface Checked {
  readonly syntax: Syntax;
  readonly decide: DecideMode;
  readonly default: DefaultDecision | null;
  readonly input: readonly InputFacts[];
  readonly constants: ReadonlyMap<string, Constant>;
  /** How many values of constants were written out so far. */
  readonly writtenOut: { values: number };
  readonly authzen: Searches | null;
  readonly budgets: readonly BudgetInfo[];
  readonly templates: ReadonlyMap<string, Template>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly hierarchies: ReadonlyMap<string, Hierarchy>;
  /** Declared modules, and MAIN when it was declared or holds rules. */
  readonly modules: ReadonlyMap<string, Module>;
  readonly focusOrder: readonly string[];
  /** Functions of the ruleset, callees first; those the compiler makes are in `internals`. */
  readonly functions: readonly RulesetFunction[];
  readonly signatures: ReadonlyMap<string, FunctionSignature>;
  readonly internals: InternalFunctions;
  readonly rules: readonly Rule[];
  /** True if rows of tables report their cells. */
  readonly tellsCells: boolean;
}

/** One step of checking. It reports what is wrong and goes on with the rest. */
export type Pass = (checked: Checked, report: Report) => Checked;

/** The module that always exists; rules without `module:` belong to it. */
export const MAIN = 'MAIN';
