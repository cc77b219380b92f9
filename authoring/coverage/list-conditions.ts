import type { ConditionElement, Constraint, RowCell, Rule } from '../../compiler/ruleset.ts';
import type { Literal } from '../../compiler/values.ts';
import type { DocumentParts } from '../../compiler/document-parts.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { partsOf } from '../../compiler/language/expression/variables.ts';
import type { Span } from '../../compiler/diagnostics/position.ts';
import { isSumsRule } from '../../library/budgets/sums-rules.ts';

/** Parts of a rule that can be covered. */
interface Coverable {
  readonly conditions: readonly ListedCondition[];
  /** Branches of `any`. */
  readonly branches: readonly { readonly branch: ConditionElement; readonly at: Span }[];
  /** Cells of a decision table row. */
  readonly cells: readonly ListedCell[];
}

interface ListedCell {
  readonly of: RowCell;
  readonly bounds: readonly Bound[];
}

/** A condition, by its expression. */
export interface ListedCondition {
  readonly of: Constraint | Extract<ConditionElement, { kind: 'test' }>;
  readonly at: Span;
  /** Numbers that its value is compared with by order, when there are any. */
  readonly bounds: readonly Bound[];
  /** The value that a `not_in` with several refuses here; null: it is a condition of its own. */
  readonly value: Literal | null;
  /** True if a later value of the same `not_in` follows. */
  readonly isFollowed: boolean;
  /** It is below an odd number of `not`: the rule wants it to fail. */
  readonly isInverted: boolean;
}

export interface Bound {
  /** The variable that is compared. */
  readonly subject: string;
  readonly bound: number;
  /** The neighbours are the next whole numbers, not everything on their side. */
  readonly whole: boolean;
  /** Side on which the outcome is another one than on the bound. */
  readonly side: 'under' | 'over';
}

/** Order tests, with the side of the bound on which their outcome changes. */
const ORDERS: ReadonlyMap<string, Bound['side']> = new Map([
  ['<', 'under'],
  ['<=', 'over'],
  ['>', 'over'],
  ['>=', 'under'],
]);

/** The constants that an order test compares its subject with. */
function boundsOf(expression: TypedExpression): readonly Bound[] {
  if (expression.kind !== 'call') return [];
  const side = ORDERS.get(expression.name);
  if (side === undefined) return partsOf(expression).flatMap(boundsOf);
  const [subject, operand] = expression.args;
  if (subject?.kind !== 'variable' || operand?.kind !== 'literal') return [];
  const { type, value } = operand.value;
  return typeof value === 'number'
    ? [{ subject: subject.name, bound: value, whole: type === 'INTEGER', side }]
    : [];
}

/**
 * The conditions, branches and cells of a rule. The first binding of a variable tests nothing.
 *
 * @param texts the sources, by path
 * @param document parts of the document; slots that only link a place to its item are not counted as conditions
 */
export function listCoverable(
  rule: Rule,
  texts: ReadonlyMap<string, string>,
  document: DocumentParts = new Map(),
): Coverable {
  if (isSumsRule(rule)) return { conditions: [], branches: [], cells: [] };
  const conditions: ListedCondition[] = [];
  const branches: { branch: ConditionElement; at: Span }[] = [];
  const walk = (elements: readonly ConditionElement[], bound: Set<string>, isInverted = false): void => {
    for (const element of elements) {
      switch (element.kind) {
        case 'pattern':
          if (RUN_TEMPLATES.has(element.template)) break;
          for (const { slot, constraints } of element.fields)
            for (const [i, of] of constraints.entries()) {
              if (i === 0 && of.kind === 'variable' && !of.negated && !bound.has(of.name)) {
                bound.add(of.name);
                continue;
              }
              if (document.get(element.template)?.slots.get(slot)?.kind === 'key') continue;
              const bounds = of.kind === 'predicate' ? boundsOf(of.expression) : [];
              const isFollowed = isOneList(of, constraints[i + 1], texts);
              const isListed = isFollowed || isOneList(constraints[i - 1], of, texts);
              const value = isListed && of.kind === 'literal' ? of.value : null;
              conditions.push({ of, at: of.at, bounds, value, isFollowed, isInverted });
            }
          break;
        case 'test':
          conditions.push({
            ...{ of: element, at: element.at, bounds: [], value: null },
            ...{ isFollowed: false, isInverted },
          });
          break;
        case 'not':
          walk([element.element], new Set(bound), !isInverted);
          break;
        case 'exists':
          walk(element.elements, new Set(bound), isInverted);
          break;
        case 'and':
          walk(element.elements, bound, isInverted);
          break;
        case 'or': {
          const inner = element.elements.map((branch) => {
            const own = new Set(bound);
            branches.push({ branch, at: placeOfBranch(branch) });
            walk([branch], own, isInverted);
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

/** True for two values of one `not_in`: nothing but a comma is between them. */
function isOneList(
  a: Constraint | undefined,
  b: Constraint | undefined,
  texts: ReadonlyMap<string, string>,
): boolean {
  if (a?.kind !== 'literal' || b?.kind !== 'literal' || !a.negated || !b.negated) return false;
  if (a.at.file !== b.at.file || a.at.start > b.at.start) return false;
  // The values of a constant are all where it is named.
  if (a.at.start === b.at.start) return true;
  return /^[\s"']*,[\s"']*$/.test((texts.get(a.at.file) ?? '').slice(a.at.end, b.at.start));
}

/** A branch of several elements has the position of the whole `any`: its first pattern is more useful. */
function placeOfBranch(branch: ConditionElement): Span {
  const first = branch.kind === 'and' ? branch.elements[0] : undefined;
  return first === undefined ? branch.at : placeOfBranch(first);
}
