import { EvaluationError, type FerruleError } from '../../runtime/errors.ts';

/** The message of an error for people, with the rule that raised it and where that stands. */
export function errorDetail(error: FerruleError): string {
  if (!(error instanceof EvaluationError) || error.rule === null) return error.message;
  const position = error.position === null ? '' : ` (${error.position})`;
  return `rule ${error.rule}${position}: ${error.message}`;
}
