import { EvaluationError, ScopeError, ValidationError, type FerruleError } from '../runtime/engine/errors.ts';

/** The path to what an error is about, in the request that brought it: `facts[217].data.clearance`, or null. */
export function errorField(error: FerruleError): string | null {
  if (error instanceof ScopeError && error.template !== null) return factPath(error.index, 'template');
  if (!(error instanceof ValidationError) || error.template === null) return error.field;
  return factPath(error.index, error.slot === null ? (error.field ?? 'data') : `data.${error.slot}`);
}

function factPath(index: number | null, rest: string): string {
  return index === null ? rest : `facts[${index}].${rest}`;
}

/** The message of an error for people, with the rule that raised it and its position. */
export function errorDetail(error: FerruleError): string {
  if (!(error instanceof EvaluationError) || error.rule === null) return error.message;
  const position = error.position === null ? '' : ` (${error.position})`;
  return `rule ${error.rule}${position}: ${error.message}`;
}
