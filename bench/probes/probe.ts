import type { Effort } from '../measure/measure-case.ts';
import type { Row } from '../report/row.ts';

/** A measurement that is no evaluation of requests. */
export interface Probe {
  /** As in `--only COMPILE`. */
  readonly id: string;
  readonly title: string;
  readonly rows: (effort: Effort) => Promise<readonly Row[]>;
}
