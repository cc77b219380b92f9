import type { SigningKey } from '../attestation-key.ts';

/** How a log of files is written. Passes to workers as it is. */
export interface FileLogSettings {
  readonly folder: string;
  /** `sync`: what was flushed is on disk. */
  readonly sync: boolean;
  readonly fileBytes: number;
  /** Bytes that may wait to be written. */
  readonly bufferBytes: number;
  readonly checkpointMs: number;
  /** Null: for ever. */
  readonly retentionDays: number | null;
  /** Who signs checkpoints; null: nobody. */
  readonly signer: SigningKey | null;
  readonly issuer: string;
}

/** Where a log tells what only a person can do something about, and what others are told. */
export interface LogHost {
  readonly warn: (problem: string) => void;
  readonly checkpoint: (note: string) => void;
}
