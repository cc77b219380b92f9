import type { Report } from '../run/report.ts';

/** How a report is written. */
export interface Format {
  readonly name: string;
  readonly write: (report: Report, options: FormatOptions) => string;
}

export interface FormatOptions {
  /** Colours, for a terminal. */
  readonly colours: boolean;
}
