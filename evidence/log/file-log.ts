import { closeSync, fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { signCheckpoint } from '../checkpoint.ts';
import type { FileLogSettings, LogHost } from './file-log-settings.ts';
import { Chain, fileRecord, newChain, type ChainEnd } from './chain.ts';
import { GroupSync, type Begun } from './group-sync.ts';
import { GrowingFile } from './growing-file.ts';
import { CHECKPOINTS, dayOf, doubt, filePath, recover, syncFolder } from './log-files.ts';
import { keepNote, signedSize } from './notes.ts';
import { removeExpired } from './remove-expired.ts';

/** Failed writes are retried. */
const RETRY_MS = 100;
const NOT_SYNCED = 'a file of the log could not be synced';

/**
 * The chain of one writer in files that are never written over. Writing is synchronous, since a page cache takes a batch
 * in microseconds; who waits for the disk chooses whether the thread does.
 */
export class FileLog {
  readonly #settings: FileLogSettings;
  readonly #host: LogHost;
  readonly #folder: string;
  #chain: Chain;
  readonly #timers: readonly NodeJS.Timeout[];
  #bodies: string[] = [];
  #waiting = 0;
  /** Records since the last flush, some of which may be written. */
  #unsettled = 0;
  /** Lines that could not be written (`async` alone). */
  #unwritten: Buffer | null = null;
  #failing = false;
  /** Records that wait for a sync were in a file that could not be synced. */
  #isLost = false;
  readonly #group = new GroupSync(() => this.#beginSync());
  /** Null when the log is closed. */
  #file: GrowingFile | null = null;
  #number: number;
  #day = '';
  /** Records under the last checkpoint. */
  #covered: number;
  /** The chain that this one took the place of. */
  #follows: ChainEnd | null = null;

  /** Goes on with the chain of this writer. Throws the system's error when its folder cannot be written. */
  constructor(writer: string, settings: FileLogSettings, host: LogHost) {
    this.#settings = settings;
    this.#host = host;
    this.#folder = join(settings.folder, writer);
    const { state, last, problem, former } = recover(this.#folder);
    if (problem !== null) host.warn(problem);
    this.#chain = state === null ? newChain() : new Chain(state);
    if (former !== null) this.#follows = { logId: former, size: signedSize(settings.folder, former) };
    this.#number = last;
    this.#covered = this.#chain.seq;
    try {
      this.#open(Date.now());
      if (settings.sync) syncFolder(settings.folder);
    } catch (error) {
      this.#file?.abandon();
      throw error;
    }
    this.#timers = [
      setInterval(() => this.#tick(), RETRY_MS),
      setInterval(() => this.#attempt(() => this.#checkpointLater()), settings.checkpointMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get #fd(): number {
    return this.#file?.fd ?? -1;
  }

  /** True if the write buffer is full. */
  get isFull(): boolean {
    return this.#waiting + (this.#unwritten?.length ?? 0) > this.#settings.bufferBytes;
  }

  /** Accepts a record: the members of its JSON object, see Chain. The next flush writes it. */
  append(body: string): void {
    this.#bodies.push(body);
    this.#waiting += body.length;
    this.#unsettled++;
  }

  /** Writes what waits, unless writing fails at the moment: then it is tried from time to time. */
  relieve(): void {
    if (!this.#failing) this.#attempt(() => this.#write());
  }

  /**
   * After a batch of records. `null`: they are written, or wait in the buffer for a retry, and their responses
   * may be sent. In `sync` they may be sent once the promise settles, which is rejected if the disk fails.
   *
   * @param begun called when they are written, with all that came until then, and the sync begins
   */
  flushBatch(begun?: () => void): Promise<void> | null {
    if (this.#unsettled === 0) return null;
    if (this.#settings.sync) return this.#synced(begun);
    this.#unsettled = 0;
    this.relieve();
    return null;
  }

  /**
   * The same in a thread that may wait for the disk: while that is quick, what was appended is on disk when null is
   * returned. Throws the system's error.
   */
  flushAndWait(begun?: () => void): Promise<void> | null {
    if (this.#unsettled === 0 || !this.#settings.sync || !this.#group.isQuick) return this.flushBatch(begun);
    const written = this.#beginSync();
    try {
      this.#group.syncNow(written);
    } catch (error) {
      this.#doubt(this.#chain);
      throw error;
    }
    return null;
  }

  /** Writes and syncs everything, then signs what is on disk. Throws the system's error. */
  #checkpoint(): void {
    this.#write();
    const { seq, tree } = this.#chain;
    if (seq === this.#covered) return;
    try {
      fdatasyncSync(this.#fd);
    } catch (error) {
      this.#doubt(this.#chain);
      throw error;
    }
    this.#cover(this.#chain, seq, tree.root());
  }

  /** The same without waiting for the disk, which has all records since the last one to take. */
  #checkpointLater(): void {
    this.#write();
    const { seq, tree } = this.#chain;
    if (seq === this.#covered) return;
    const chain = this.#chain;
    const root = tree.root();
    this.#synced().then(
      () => this.#attempt(() => this.#cover(chain, seq, root)),
      (error: unknown) => this.#warn(error),
    );
  }

  /** Settled when what came before the sync began is on disk; rejected when it is not known to be. */
  async #synced(begun?: () => void): Promise<void> {
    const over: { chain: Chain | null } = { chain: null };
    try {
      await this.#group.synced(() => {
        over.chain = this.#chain;
        begun?.();
      });
    } catch (error) {
      if (over.chain !== null) this.#doubt(over.chain);
      throw error;
    }
    if (over.chain !== this.#chain) throw new Error(NOT_SYNCED);
  }

  #beginSync(): Begun {
    try {
      this.#write();
      if (this.#isLost) throw new Error(NOT_SYNCED);
      return { fd: this.#fd, records: this.#unsettled };
    } finally {
      this.#unsettled = 0;
      this.#isLost = false;
    }
  }

  /**
   * After a failed sync it is unknown how much of the file is on disk, and the next sync may succeed without it. So
   * nothing is signed over it any more: a new chain begins, here or in the process that comes next.
   */
  #doubt(chain: Chain): void {
    if (chain !== this.#chain) return;
    if (this.#file !== null) doubt(this.#file.path);
    this.#follows = { logId: chain.logId, size: signedSize(this.#settings.folder, chain.logId) };
    this.#chain = newChain();
    this.#covered = 0;
    this.#day = '';
  }

  /** Signs that the first `size` records of a chain are on disk, which they are. */
  #cover(chain: Chain, size: number, root: Buffer): void {
    if (chain !== this.#chain || size <= this.#covered) return;
    this.#covered = size;
    const { signer, issuer, folder } = this.#settings;
    if (signer === null) return;
    const { logId } = chain;
    const note = signCheckpoint({ origin: `${issuer}/${logId}`, size, root }, signer);
    keepNote(join(folder, CHECKPOINTS), logId, note);
    this.#host.checkpoint(note);
  }

  /** Writes what is left and signs it. Throws the system's error. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#checkpoint();
    const fd = this.#fd;
    this.#file = null;
    this.#group.afterwards(() => closeSync(fd));
  }

  #tick(): void {
    if (this.#bodies.length > 0 || this.#unwritten !== null) this.#attempt(() => this.#write());
  }

  /** Buffered records survive a failure: they are retried. */
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
    if ((this.#file?.length ?? 0) > this.#settings.fileBytes || dayOf(now) !== this.#day) this.#open(now);
    const bodies = this.#bodies;
    this.#bodies = [];
    this.#waiting = 0;
    const lines = this.#chain.seal(bodies);
    this.#putOrKeep(lines);
  }

  /** Failed writes must be retried. */
  #putOrKeep(lines: Uint8Array): void {
    try {
      this.#put(lines);
    } catch (error) {
      this.#unwritten = Buffer.from(lines);
      throw error;
    }
  }

  #put(bytes: Uint8Array): void {
    if (this.#file === null) throw new Error('the log is closed');
    this.#file.add(bytes);
  }

  /** Begins the next file. */
  #open(now: number): void {
    const { sync, retentionDays } = this.#settings;
    const day = dayOf(now);
    const file = new GrowingFile(filePath(this.#folder, this.#number + 1, day));
    this.#number++;
    if (this.#file !== null) this.#leave(this.#file.fd);
    this.#file = file;
    this.#day = day;
    const chain = this.#chain;
    const time = new Date(now).toISOString();
    const lines = chain.seal([
      fileRecord(chain.logId, chain.tree, time, chain.seq === 0 ? this.#follows : null),
    ]);
    this.#putOrKeep(lines);
    try {
      if (sync) fdatasyncSync(this.#fd);
      syncFolder(this.#folder);
    } catch (error) {
      this.#doubt(chain);
      throw error;
    }
    if (retentionDays !== null) removeExpired(this.#folder, this.#settings, retentionDays, now);
  }

  /** Syncs the last file before the next one continues its chain. */
  #leave(file: number): void {
    const isDoubted = this.#day === '';
    try {
      if (!isDoubted) fdatasyncSync(file);
    } catch (error) {
      this.#doubt(this.#chain);
      this.#isLost = this.#unsettled > 0;
      this.#warn(error);
    }
    this.#group.afterwards(() => closeSync(file));
  }
}
