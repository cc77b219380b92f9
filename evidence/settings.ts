import type { PublicJwk, SigningKey } from './attestation-key.ts';
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
  /** Settings for values of sensitive slots. */
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

/** Evidence settings of a service. */
export interface EvidenceConfiguration {
  /** Initial state of workers. */
  readonly settings: EvidenceSettings;
  /** The public keys of tokens and checkpoints, those of before too. */
  readonly jwks: readonly PublicJwk[];
  /** `null` for no log, or for log files, which workers write themselves. */
  readonly central: CentralLog | null;
  readonly witnessUrl: string | null;
  /** Versions of rulesets that may be kept; null: any number. */
  readonly maxRulesets: number | null;
  /** The log has no key for checkpoints. */
  readonly isUnsigned: boolean;
  /** Warnings for the operator at start. */
  readonly warnings: readonly string[];
  /** The same settings with the files of keys as they are now. */
  readonly reread: Reread;
}

export type Reread = () =>
  | ({ readonly ok: true } & EvidenceConfiguration)
  | { readonly ok: false; readonly problems: readonly string[] };

/** Destination of records that the service itself stores. */
export type CentralSink =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'database' }
  | { readonly kind: 'http'; readonly url: string };

/** Settings for the records of all workers of a service. */
export interface CentralLog {
  readonly sink: CentralSink;
  readonly sync: boolean;
  readonly bufferCharacters: number;
  readonly overflow: 'refuse' | 'drop';
  readonly checkpointMs: number;
  readonly signer: SigningKey | null;
  readonly issuer: string;
  readonly retentionDays: number | null;
}
