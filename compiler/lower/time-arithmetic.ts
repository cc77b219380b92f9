/** Arithmetic of times and durations: which of its paths hold times. */
import { sortOf } from './operand-type.ts';
import type { Resolved } from './resolved.ts';

/** Paths that can only hold times, because a duration is beside them or is required of the expression. */
export function timesIn(expression: Resolved, isDuration: boolean): readonly Resolved[] {
  if (expression.kind !== 'arithmetic') return [];
  const { sign, left, right } = expression;
  const [first, second] = [sortOf(left), sortOf(right)];
  const inner = [...timesIn(left, false), ...timesIn(right, false)];
  const isSum = sign.value === '+' || sign.value === '-';
  if (!isSum) return inner;
  if (first === null && (second === 'duration' || second === 'time' || (isDuration && sign.value === '-')))
    inner.push(left);
  if (
    second === null &&
    (first === 'time' || (first === 'duration' && sign.value === '+') || (isDuration && sign.value === '-'))
  )
    inner.push(right);
  return inner;
}
