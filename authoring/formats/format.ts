import type { Report } from '../run/report.ts';

/** Output format of a test report. */
export interface Format {
  readonly name: string;
  readonly write: (report: Report, options: FormatOptions) => string;
}

interface FormatOptions {
  /** Colours, for a terminal. */
  readonly colours: boolean;
}
