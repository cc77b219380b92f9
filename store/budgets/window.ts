import type { BudgetWindow } from '../../runtime/budget-info.ts';
import { offsetAt, startOfDay } from '../../runtime/values/day-start.ts';

/** A window at a time: its first millisecond, and the one after its last; null: it has none. */
interface Bounds {
  readonly start: number | null;
  readonly end: number | null;
  /** Uses from this time on count. */
  readonly from: number;
}

export function boundsOf(window: BudgetWindow, time: number): Bounds {
  switch (window.kind) {
    case 'session':
      return { start: null, end: null, from: 0 };
    case 'sliding':
      return { start: time - window.ms, end: null, from: time - window.ms + 1 };
    case 'calendar': {
      const { unit, zone } = window;
      const local = new Date(time + offsetAt(zone, time));
      const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
      const day = unit === 'day' ? local.getUTCDate() : 1;
      const next = unit === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
      const start = startOfDay(zone, Date.UTC(year, month, day));
      return { start, end: startOfDay(zone, next), from: start };
    }
  }
}
