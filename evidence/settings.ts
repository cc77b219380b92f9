import type { FileLogSettings } from './log/file-log-settings.ts';
import type { MaskSettings } from './mask/masking.ts';
import type { TokenSettings } from './token.ts';

/** Recording mode and destination. Passed to workers unchanged. */
export interface LogSettings {
  /** Every writer keeps a log of its own; null: records are handed to the service, which keeps one. */
  readonly files: FileLogSettings | null;
  /** A record's facts are replaced by their hash beyond this. */
  readonly maxRecordBytes: number;
  /** Treatment of evaluations whose record does not fit into the buffer. */
  readonly overflow: 'refuse' | 'drop';
  /** How values of sensitive slots are kept. */
  readonly mask: MaskSettings;
  /** True if facts that rules asserted are recorded. */
  readonly derived: boolean;
}

/** Settings for the evidence of evaluations. */
export interface EvidenceSettings {
  /** `null` for no tokens. */
  readonly token: TokenSettings | null;
  /** `null` if nothing is recorded. */
  readonly log: LogSettings | null;
}

export const NO_EVIDENCE: EvidenceSettings = { token: null, log: null };
