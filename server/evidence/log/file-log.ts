import {
  appendFileSync,
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDecisionId } from '../../../runtime/decision-id.ts';
import type { SigningKey } from '../attestation-key.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { Frontier } from '../tree.ts';
import { Chain, fileRecord, NO_LINE } from './chain.ts';
import { GroupSync } from './group-sync.ts';
import { CHECKPOINTS, filePath, recover, removeOld, syncFolder } from './log-files.ts';

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

/** What could not be written is tried again. */
const RETRY_MS = 100;

/**
 * The chain of one writer in files that are never written over. Writing is synchronous, since a page cache takes a batch
 * in microseconds; waiting for the disk is not, so that the next batch is evaluated meanwhile.
 */
export class FileLog {
  readonly #settings: FileLogSettings;
  readonly #host: LogHost;
  readonly #folder: string;
  readonly #chain: Chain;
  readonly #timers: readonly NodeJS.Timeout[];
  #bodies: string[] = [];
  #waiting = 0;
  /** Lines that could not be written (`async` alone). */
  #unwritten: Buffer | null = null;
  #failing = false;
  readonly #group = new GroupSync();
  #fd = -1;
  #number: number;
  #day = '';
  #offset = 0;
  /** Records under the last checkpoint. */
  #covered: number;

  /** Goes on with the chain of this writer. Throws the system's error when its folder cannot be written. */
  constructor(writer: string, settings: FileLogSettings, host: LogHost) {
    this.#settings = settings;
    this.#host = host;
    this.#folder = join(settings.folder, writer);
    const { state, last, problem } = recover(this.#folder);
    if (problem !== null) host.warn(problem);
    this.#chain = new Chain(
      state ?? { logId: makeDecisionId(Date.now()), seq: 0, prev: NO_LINE, tree: new Frontier() },
    );
    this.#number = last;
    this.#covered = this.#chain.seq;
    this.#open(Date.now());
    this.#timers = [
      setInterval(() => this.#tick(), RETRY_MS),
      setInterval(() => this.#attempt(() => this.#checkpointLater()), settings.checkpointMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Whether so much waits to be written that nothing more is taken. */
  get isFull(): boolean {
    return this.#waiting + (this.#unwritten?.length ?? 0) > this.#settings.bufferBytes;
  }

  /** Takes a record: the members of its JSON object, see Chain. Written by the next flush. */
  append(body: string): void {
    this.#bodies.push(body);
    this.#waiting += body.length;
  }

  /**
   * After a batch of records: has them written. Null: what they are about may be answered; in `sync` it may when the
   * promise is settled, which is rejected when the disk fails. Throws in `sync` when they cannot be written; in `async`
   * they wait and are tried again.
   */
  flushBatch(): Promise<void> | null {
    if (this.#bodies.length === 0) return null;
    if (this.#settings.sync) {
      const records = this.#bodies.length;
      this.#write();
      return this.#group.synced(() => this.#fd, records);
    }
    if (!this.#failing) this.#attempt(() => this.#write());
    return null;
  }

  /** Writes and syncs everything, then signs what is on disk. Throws the system's error. */
  #checkpoint(): void {
    this.#write();
    const { seq, tree } = this.#chain;
    if (seq === this.#covered) return;
    fdatasyncSync(this.#fd);
    this.#cover(seq, tree.root());
  }

  /** The same without waiting for the disk, which has all records since the last one to take. */
  #checkpointLater(): void {
    this.#write();
    const { seq, tree } = this.#chain;
    if (seq === this.#covered) return;
    const root = tree.root();
    this.#group
      .synced(() => this.#fd, 0)
      .then(
        () => this.#attempt(() => this.#cover(seq, root)),
        (error: unknown) => this.#warn(error),
      );
  }

  /** Signs that the first `size` records are on disk, which they are. */
  #cover(size: number, root: Buffer): void {
    if (size <= this.#covered) return;
    this.#covered = size;
    const { signer, issuer, folder } = this.#settings;
    if (signer === null) return;
    const { logId } = this.#chain;
    const note = signCheckpoint({ origin: `${issuer}/${logId}`, size, root }, signer);
    mkdirSync(join(folder, CHECKPOINTS), { recursive: true });
    appendFileSync(join(folder, CHECKPOINTS, logId), note);
    this.#host.checkpoint(note);
  }

  /** Writes what is left and signs it. Throws the system's error. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#checkpoint();
    const fd = this.#fd;
    this.#fd = -1;
    this.#group.afterwards(() => closeSync(fd));
  }

  #tick(): void {
    if (this.#bodies.length > 0 || this.#unwritten !== null) this.#attempt(() => this.#write());
  }

  /** What waits in a buffer is not lost by a failure: it is tried again. */
  #attempt(work: () => void): void {
    try {
      work();
      this.#failing = false;
    } catch (error) {
      this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    if (!this.#failing) this.#host.warn(`the decision log cannot be written: ${String(error)}`);
    this.#failing = true;
  }

  #write(): void {
    if (this.#unwritten !== null) {
      this.#put(this.#unwritten);
      this.#unwritten = null;
    }
    if (this.#bodies.length === 0) return;
    const now = Date.now();
    if (this.#offset > this.#settings.fileBytes || dayOf(now) !== this.#day) this.#open(now);
    const bodies = this.#bodies;
    this.#bodies = [];
    this.#waiting = 0;
    const lines = this.#chain.seal(bodies);
    try {
      this.#put(lines);
    } catch (error) {
      this.#unwritten = Buffer.from(lines);
      throw error;
    }
  }

  /** All of it, or the file is as long as before. */
  #put(bytes: Uint8Array): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written, this.#offset + written);
      }
    } catch (error) {
      ftruncateSync(this.#fd, this.#offset);
      throw error;
    }
    this.#offset += bytes.length;
  }

  /** Begins the next file. */
  #open(now: number): void {
    const { sync, retentionDays } = this.#settings;
    const day = dayOf(now);
    const fd = openSync(filePath(this.#folder, this.#number + 1, day), 'wx', 0o640);
    if (this.#fd !== -1) {
      const old = this.#fd;
      fdatasyncSync(old);
      this.#group.afterwards(() => closeSync(old));
    }
    this.#fd = fd;
    this.#number++;
    this.#day = day;
    this.#offset = 0;
    const { logId, tree } = this.#chain;
    const lines = this.#chain.seal([fileRecord(logId, tree, new Date(now).toISOString())]);
    try {
      this.#put(lines);
    } catch (error) {
      this.#unwritten = Buffer.from(lines);
      throw error;
    }
    if (sync) {
      fdatasyncSync(fd);
      syncFolder(this.#folder);
    }
    if (retentionDays !== null) removeOld(this.#folder, retentionDays, now);
  }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
