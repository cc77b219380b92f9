import {
  RUN_TEMPLATES,
  type ConditionElement,
  type Constraint,
  type RowCell,
  type Rule,
} from '../../../compiler/ruleset.ts';
import type { TypedExpression } from '../../../compiler/language/expression/typed-expression.ts';
import { partsOf } from '../../../compiler/language/expression/variables.ts';
import type { Span } from '../../../compiler/diagnostics/position.ts';

/** What of a rule can be covered. */
export interface Coverable {
  readonly conditions: readonly ListedCondition[];
  /** Branches of `any`. */
  readonly branches: readonly { readonly branch: ConditionElement; readonly at: Span }[];
  /** Of a row of a decision table. */
  readonly cells: readonly ListedCell[];
}

export interface ListedCell {
  readonly of: RowCell;
  readonly bounds: readonly Bound[];
}

/** A condition, by what asks it. */
export interface ListedCondition {
  readonly of: Constraint | Extract<ConditionElement, { kind: 'test' }>;
  readonly at: Span;
  /** Numbers that its value is compared with by order, when there are any. */
  readonly bounds: readonly Bound[];
}

export interface Bound {
  /** The variable that is compared. */
  readonly subject: string;
  readonly bound: number;
  /** The neighbours are the next whole numbers, not everything on their side. */
  readonly whole: boolean;
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** The constants that an order test compares its subject with. */
export function boundsOf(expression: TypedExpression): readonly Bound[] {
  if (expression.kind !== 'call') return [];
  if (!ORDERS.has(expression.name)) return partsOf(expression).flatMap(boundsOf);
  const [subject, operand] = expression.args;
  if (subject?.kind !== 'variable' || operand?.kind !== 'literal') return [];
  const { type, value } = operand.value;
  return typeof value === 'number'
    ? [{ subject: subject.name, bound: value, whole: type === 'INTEGER' }]
    : [];
}

/** The conditions, branches and cells of a rule. A variable that is bound for the first time asks nothing. */
export function listCoverable(rule: Rule): Coverable {
  const conditions: ListedCondition[] = [];
  const branches: { branch: ConditionElement; at: Span }[] = [];
  const walk = (elements: readonly ConditionElement[], bound: Set<string>): void => {
    for (const element of elements) {
      switch (element.kind) {
        case 'pattern':
          if (RUN_TEMPLATES.has(element.template)) break;
          for (const { constraints } of element.fields)
            for (const [i, of] of constraints.entries()) {
              if (i === 0 && of.kind === 'variable' && !of.negated && !bound.has(of.name)) {
                bound.add(of.name);
                continue;
              }
              const bounds = of.kind === 'predicate' ? boundsOf(of.expression) : [];
              conditions.push({ of, at: of.at, bounds });
            }
          break;
        case 'test':
          conditions.push({ of: element, at: element.at, bounds: [] });
          break;
        case 'not':
          walk([element.element], new Set(bound));
          break;
        case 'exists':
          walk(element.elements, new Set(bound));
          break;
        case 'and':
          walk(element.elements, bound);
          break;
        case 'or': {
          const inner = element.elements.map((branch) => {
            const own = new Set(bound);
            branches.push({ branch, at: placeOfBranch(branch) });
            walk([branch], own);
            return own;
          });
          for (const own of inner) for (const name of own) bound.add(name);
        }
      }
    }
  };
  walk(rule.when, new Set());
  const cells = (rule.cells ?? []).map((of) => ({ of, bounds: boundsOf(of.expression) }));
  return { conditions, branches, cells };
}

/** A branch of several elements has the place of the whole `any`: its first pattern tells more. */
function placeOfBranch(branch: ConditionElement): Span {
  const first = branch.kind === 'and' ? branch.elements[0] : undefined;
  return first === undefined ? branch.at : placeOfBranch(first);
}
