import { EvaluationError } from '../../../runtime/engine/errors.ts';
import { checkText, summary, type CheckedSurroundings } from './checked.ts';
import { showValue } from '../../../tools/expression-fuzz/shown.ts';
import {
  compileTestModule,
  createTestMatcher,
  type TestMatcher,
  type TestSurroundings,
} from '../../../tools/expression-fuzz/test-scope.ts';

/** Value of an expression without variables, as it is shown; the message of an evaluation error. */
export function evaluateText(
  text: string,
  surroundings: CheckedSurroundings & Pick<TestSurroundings, 'classes'> = {},
  matcher: TestMatcher = createTestMatcher(),
): string {
  const { expression, definitions, signatures, diagnostics } = checkText(text, surroundings);
  if (expression === null || diagnostics.length > 0) return summary(diagnostics).join(', ');
  const { templates = new Map(), classes = {} } = surroundings;
  const compiled = compileTestModule([expression], definitions, { signatures, templates, classes });
  try {
    return showValue(compiled.evaluate(0, matcher)).trimEnd();
  } catch (error) {
    if (error instanceof EvaluationError) {
      error.reveal();
      return `error: ${error.message}`;
    }
    throw error;
  }
}
