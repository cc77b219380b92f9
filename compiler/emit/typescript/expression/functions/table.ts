import type { FunctionName } from '../../../../language/functions/table.ts';
import type { FunctionCode } from './arguments.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { CONVERSIONS } from './conversion.ts';
import { EQUALITY } from './equality.ts';
import { LOGIC } from './logic.ts';
import { MULTIFIELDS } from './multifield.ts';
import { ORDER } from './order.ts';
import { STRINGS } from './string.ts';
import { TRANSCENDENTAL } from './transcendental.ts';
import { TYPE_TESTS } from './type-tests.ts';
import { VALUES } from './value.ts';

/** The code of every function of the language. */
export const FUNCTION_CODE: Readonly<Record<FunctionName, FunctionCode>> = {
  ...EQUALITY,
  ...LOGIC,
  ...ORDER,
  ...TYPE_TESTS,
  ...ARITHMETIC,
  ...CONVERSIONS,
  ...TRANSCENDENTAL,
  ...STRINGS,
  ...MULTIFIELDS,
  ...VALUES,
};
