import type { Report } from '../../diagnostics/report.ts';
import type { CallMeaning } from '../../language/expression/parser.ts';
import type { Checked } from '../checked.ts';
import { constantCalls } from './constant-call.ts';
import type { InternalFunctions } from './internal-functions.ts';
import { valueCalls } from './value-call.ts';

/**
 * Calls in expressions that are replaced: constants, and functions on values.
 *
 * @param onClock is called when `(now)` is read
 */
export function callMeaning(
  checked: Checked,
  internals: InternalFunctions,
  report: Report,
  onClock: () => void = () => undefined,
): CallMeaning {
  const constant = constantCalls(checked, internals, report);
  const value = valueCalls(checked, report, onClock);
  return (call) => {
    const meant = constant(call);
    return meant?.kind === 'call' ? value(meant) : meant;
  };
}
