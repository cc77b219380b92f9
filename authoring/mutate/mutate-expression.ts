/** Operators that are mistaken for each other: the bound in or out, and the other way round. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  equals: ['not_equals'],
  not_equals: ['equals'],
  in: ['not_in'],
  not_in: ['in'],
  less_than: ['at_most', 'at_least'],
  at_most: ['less_than', 'greater_than'],
  greater_than: ['at_least', 'at_most'],
  at_least: ['greater_than', 'less_than'],
  below: ['meets_or_exceeds'],
  meets_or_exceeds: ['below'],
  contains: ['not_contains'],
  not_contains: ['contains'],
  starts_with: ['not_starts_with', 'ends_with'],
  ends_with: ['not_ends_with', 'starts_with'],
  matches: ['not_matches'],
  not_matches: ['matches'],
};

const NUMBER = /^-?\d+$/;

/** Conditions that an author could have written instead of `operator(arguments)`: another operator or bound. */
export function mutateExpression(expression: string): readonly string[] {
  const [, operator, given] = /^\s*([a-z_]+)\s*\(([^]*)\)\s*$/.exec(expression) ?? [];
  if (operator === undefined || given === undefined) return [];
  const operators = (OTHERS[operator] ?? []).map((other) => `${other}(${given})`);
  if (operator === 'matches' || operator === 'not_matches') return operators;
  const parts = given.split(',');
  const bounds = parts.flatMap((part, i) => {
    const text = part.trim();
    if (!NUMBER.test(text) || !Number.isSafeInteger(Number(text))) return [];
    return [Number(text) + 1, Number(text) - 1].map(
      (near) => `${operator}(${parts.map((other, j) => (j === i ? String(near) : other.trim())).join(', ')})`,
    );
  });
  // One of several values less.
  const fewer =
    operator.endsWith('in') && parts.length > 1 && !/[[\]{}"']/.test(given)
      ? parts.map(
          (_, i) => `${operator}(${parts.flatMap((part, j) => (j === i ? [] : [part.trim()])).join(', ')})`,
        )
      : [];
  return [...operators, ...bounds, ...fewer];
}
