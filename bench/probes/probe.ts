import type { Effort } from '../measure/measure-case.ts';
import type { Row } from '../report/row.ts';

/** A measurement other than an evaluation of requests. */
export interface Probe {
  /** As in `--only COMPILE`. */
  readonly id: string;
  readonly title: string;
  readonly rows: (effort: Effort) => Promise<readonly Row[]>;
}
