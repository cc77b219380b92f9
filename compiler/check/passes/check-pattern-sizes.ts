import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { partsOf } from '../../language/expression/variables.ts';
import { compiledSize } from '../../language/regex/compiled-size.ts';
import { expressionsOf } from '../../left-side.ts';
import type { Pass } from '../checked.ts';

/** Numbers of all compiled regular expressions together; each distinct pattern counts once. */
const MOST_NUMBERS = 1_000_000;

const MATCHES = 'service-matches';

/** A few characters of a pattern can compile to thousands of instructions, so all patterns together are bounded. */
export const checkPatternSizes: Pass = (checked, report) => {
  const seen = new Set<string>();
  let total = 0;
  const add = (pattern: string, at: Span): void => {
    if (total > MOST_NUMBERS || seen.has(pattern)) return;
    seen.add(pattern);
    total += compiledSize(pattern);
    if (total > MOST_NUMBERS) report.add('matching-too-large', at, { limit: MOST_NUMBERS });
  };
  const walk = (expression: Expression): void => {
    const pattern =
      expression.kind === 'call' && expression.name === MATCHES ? expression.args[0] : undefined;
    if (pattern?.kind === 'literal') add(String(pattern.value.value), pattern.at);
    partsOf(expression).forEach(walk);
  };
  for (const { when, then } of checked.rules) {
    expressionsOf(when).forEach(walk);
    for (const effect of then.effects) {
      if (effect.kind !== 'retract') for (const { value } of effect.slots) walk(value);
    }
  }
  for (const { definition } of checked.functions) definition.body.forEach(walk);
  return checked;
};
