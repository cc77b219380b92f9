import { operandExpression } from './build-expression.ts';
import { localTimeOfClock, localTimeOperator } from './local-time.ts';

const LOCAL = {
  name: 'weekday_in',
  parameters: ['weekdays', 'zone'],
  host: 'service-weekday-in?',
  isEmpty: () => false,
} as const;

/** The local day of the week is one of those listed. */
export const weekdayIn = localTimeOperator(LOCAL, operandExpression);
export const clockWeekdayIn = localTimeOfClock(LOCAL);
