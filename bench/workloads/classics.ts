import { mannersCase } from './manners.ts';
import { waltzCase } from './waltz.ts';
import type { Workload } from './workload.ts';

export const classics: Workload = {
  id: 'W7',
  title: 'classics of rule engines',
  cases: () => [mannersCase(), waltzCase()],
};
