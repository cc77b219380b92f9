import type { SigningKey } from '../attestation-key.ts';

/** Settings of a file log. Passed to workers unchanged. */
export interface FileLogSettings {
  readonly folder: string;
  /** `sync`: what was flushed is on disk. */
  readonly sync: boolean;
  readonly fileBytes: number;
  /** Bytes that may wait to be written. */
  readonly bufferBytes: number;
  readonly checkpointMs: number;
  /** `null` for unlimited. */
  readonly retentionDays: number | null;
  /** Signer of checkpoints; null if they are not signed. */
  readonly signer: SigningKey | null;
  readonly issuer: string;
}

/** Sinks for problems that need an operator, and for notices. */
export interface LogHost {
  readonly warn: (problem: string) => void;
  readonly checkpoint: (note: string) => void;
}
