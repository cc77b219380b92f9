/** `path ?? literal` within a comparison. */
import { keysTo, mapKeys, mapParts, partsOf, type CoalesceValue, type Resolved } from './resolved.ts';

/** The first `path ?? literal` of a comparison, outside of quantifiers. */
export function findCoalesce(expression: Resolved): CoalesceValue | null {
  if (expression.kind === 'coalesce') return expression;
  if (expression.kind === 'quantifier') return null;
  const parts = expression.kind === 'path' ? keysTo(expression.binding) : partsOf(expression);
  for (const part of parts) {
    const found = findCoalesce(part);
    if (found !== null) return found;
  }
  return null;
}

/** The comparison with another operand in the place of a `path ?? literal`. */
export function replacePart(expression: Resolved, part: CoalesceValue, by: Resolved): Resolved {
  if (expression.kind === 'coalesce')
    return expression.path === part.path && expression.literal === part.literal ? by : expression;
  if (expression.kind === 'quantifier') return expression;
  const replace = (inner: Resolved): Resolved => replacePart(inner, part, by);
  return expression.kind === 'path' ? mapKeys(expression, replace) : mapParts(expression, replace);
}
