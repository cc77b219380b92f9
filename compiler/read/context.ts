import type { Source, Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type { ReadLimits } from './limits.ts';
import type { Tally } from './tally.ts';

/** What the readers of one source share. */
export interface ReadContext {
  readonly source: Source;
  readonly report: Report;
  readonly limits: ReadLimits;
  /** Files of rows, by path. */
  readonly files: ReadonlyMap<string, Source>;
  /** What is counted over all sources. */
  readonly tally: Tally;
}

export function spanIn(context: ReadContext, start: number, end: number): Span {
  return { file: context.source.path, start, end };
}
