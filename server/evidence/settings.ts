import type { FileLogSettings } from './log/file-log-settings.ts';
import type { MaskSettings } from './mask/masking.ts';
import type { TokenSettings } from './token.ts';

/** What is recorded, and where. Passes to workers as it is. */
export interface LogSettings {
  /** Every writer keeps a log of its own; null: records are handed to the service, which keeps one. */
  readonly files: FileLogSettings | null;
  /** A record's facts are replaced by their hash beyond this. */
  readonly maxRecordBytes: number;
  /** What happens to evaluations whose record does not fit into the buffer. */
  readonly overflow: 'refuse' | 'drop';
  /** How values of sensitive slots are kept. */
  readonly mask: MaskSettings;
  /** Whether facts that rules asserted are recorded. */
  readonly derived: boolean;
}

/** What evaluations leave behind. */
export interface EvidenceSettings {
  /** Null: no tokens. */
  readonly token: TokenSettings | null;
  /** Null: nothing is recorded. */
  readonly log: LogSettings | null;
}

export const NO_EVIDENCE: EvidenceSettings = { token: null, log: null };
