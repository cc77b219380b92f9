import { operandExpression } from './build-expression.ts';
import { localTimeOfClock, localTimeOperator } from './local-time.ts';

const LOCAL = {
  name: 'time_of_day_between',
  parameters: ['time-of-day', 'time-of-day', 'zone'],
  host: 'service-time-of-day-between?',
  isEmpty: ([start, end]: readonly string[]) => start === end,
} as const;

/** The local time of day is in a range that holds its start and not its end, and passes midnight when the end is smaller. */
export const timeOfDayBetween = localTimeOperator(LOCAL, operandExpression);
export const clockTimeOfDayBetween = localTimeOfClock(LOCAL);
