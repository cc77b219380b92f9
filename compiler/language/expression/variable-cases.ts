import type { Report } from '../../diagnostics/report.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import { partsOf } from './variables.ts';

/**
 * Reports variables of a function that differ in case alone: CLIPS takes them for two variables, so that one keeps the
 * value that was meant to change. Tested in test/closed/slips-of-data.test.ts.
 */
export function checkVariableCases({ parameters, body }: FunctionDefinition, report: Report): void {
  const known = new Map(parameters.map((name) => [name.toLowerCase(), name]));
  const walk = (expression: Expression): void => {
    if (expression.kind === 'bind') {
      const { name, at } = expression;
      const other = known.get(name.toLowerCase()) ?? name;
      known.set(name.toLowerCase(), other);
      if (other !== name) report.add('clips-variable-case', at, { name, other });
    }
    partsOf(expression).forEach(walk);
  };
  body.forEach(walk);
}
