/** Names of whole lists whose items are matched one by one in their pattern: CLIPS has three variables instead of one. */
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import { patternsOf } from '../../left-side.ts';
import type { Field, Pattern, Rule } from '../../untyped.ts';
import { printExpression } from './expression.ts';

/** Writes an expression of one rule. */
export type Printer = (expression: Expression) => string;

function leadOf({ constraints }: Field): string | null {
  const [lead] = constraints;
  return lead?.kind === 'variable' && !lead.negated ? lead.name : null;
}

/** `(create$ ?before ?item ?after)` by the name of the list. */
function spellings({ fields, at }: Pattern): readonly (readonly [string, Expression])[] {
  const { call, variable } = buildAt(at);
  return fields.flatMap((field) => {
    if (field.each === undefined) return [];
    const item = leadOf(field);
    const whole = fields.find(({ slot, each }) => slot === field.slot && each === undefined);
    const name = whole === undefined ? null : leadOf(whole);
    if (item === null || name === null) return [];
    const { before, after } = field.each;
    return [[name, call('create$', variable(before), variable(item), variable(after))] as const];
  });
}

/** Writer of a rule's expressions. */
export function printerOf(rule: Rule): Printer {
  const spelled = new Map(patternsOf(rule.when).flatMap(spellings));
  if (spelled.size === 0) return printExpression;
  return (expression) => printExpression(spell(expression, spelled));
}

/** INVARIANT: the names are of the compiler, so no part of an expression binds one. */
function spell<T>(part: T, spelled: ReadonlyMap<string, Expression>): T {
  if (Array.isArray(part)) return part.map((each: unknown) => spell(each, spelled)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const expression = part as Partial<Expression>;
  if (expression.kind === 'variable') return (spelled.get(expression.name ?? '') ?? part) as T;
  const parts = Object.entries(part).map(([key, value]) => [key, spell<unknown>(value, spelled)]);
  return Object.fromEntries(parts) as T;
}
