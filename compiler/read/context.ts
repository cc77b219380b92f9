import type { Source, Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type { ReadLimits } from './limits.ts';
import type { Tally } from './tally.ts';

/** Context that the readers of one source share. */
export interface ReadContext {
  readonly source: Source;
  readonly report: Report;
  readonly limits: ReadLimits;
  /** Files of rows, by path. */
  readonly files: ReadonlyMap<string, Source>;
  /** True if an escape may bring any character into a value: the source is compiled to nothing. */
  readonly takesAnyText?: boolean;
  /** Counts over all sources. */
  readonly tally: Tally;
}

export function spanIn(context: ReadContext, start: number, end: number): Span {
  return { file: context.source.path, start, end };
}
