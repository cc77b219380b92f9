import type { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { factDigest, hashDigests } from '../fact-hash.ts';
import { templatesOf } from '../hash-facts.ts';
import type { FactsOperation, LogRecord } from './log-records.ts';
import type { Version } from '../../library/compare/version.ts';

/** A session as far as the log shows. */
interface Memory {
  engine: Engine;
  hash: string;
  /** Number of its last change; -1: some are missing. */
  sequence: number;
  /** Firings that led here. */
  readonly changes: Change[];
}

interface Change {
  readonly operation: Exclude<FactsOperation, { readonly end: true }>;
  /** Number of the session before it and after it. */
  readonly from: number;
  readonly to: number;
}

/** Facts of sessions, rebuilt from the records of changes. */
export class Memories {
  /** By owner and identifier, because each caller has its own sessions. */
  readonly #sessions = new Map<string, Memory>();
  readonly #digests = new WeakMap<object, Buffer>();

  /** A record of a change. */
  change(record: LogRecord, version: Version | null): void {
    const { session_id: id, session_sequence: to, session_entries: entries = 1, operation } = record;
    if (id === undefined || operation === undefined) return;
    const name = nameOf(record);
    if ('end' in operation) {
      this.#sessions.delete(name);
      return;
    }
    if (to === undefined) return;
    const from = to - entries;
    // A session's first change: what had this name before is gone.
    if (from === 0) this.#sessions.delete(name);
    const memory = this.#open(name, version);
    if (memory === null || version === null) return;
    // A repeated number: its first change was not stored, and no response reported it.
    if (from < memory.sequence) goBack(memory, from, version);
    if (from !== memory.sequence || record.masked === true) memory.sequence = -1;
    if (memory.sequence !== -1) apply(memory, { operation, from, to });
  }

  /** The engine that a record was decided on; null when its memory cannot be rebuilt. */
  engineOf(record: LogRecord, version: Version): Engine | null {
    const { session_id: id, session_sequence: sequence, memory_hash: hash } = record;
    if (id === undefined) return hash === undefined ? version.engine : null;
    const name = nameOf(record);
    if (sequence === 0) this.#sessions.delete(name);
    const memory = this.#open(name, version);
    if (memory === null || memory.sequence !== sequence) return null;
    const templateOf = templatesOf(memory.engine);
    const digests = memory.engine.mapFacts(this.#digests, (fact) => factDigest(fact, templateOf));
    return hashDigests(digests) === hash ? memory.engine : null;
  }

  #open(name: string, version: Version | null): Memory | null {
    if (version === null) {
      this.#sessions.delete(name);
      return null;
    }
    let memory = this.#sessions.get(name);
    if (memory === undefined) {
      memory = { engine: version.createEngine(), hash: version.hash, sequence: 0, changes: [] };
      this.#sessions.set(name, memory);
    }
    if (memory.hash !== version.hash) {
      try {
        memory.engine.swap(version.engine.ruleset);
      } catch (error) {
        if (!(error instanceof FerruleError)) throw error;
        memory.sequence = -1;
      }
      memory.hash = version.hash;
    }
    return memory;
  }
}

function nameOf({ actor = '', session_id: id = '' }: LogRecord): string {
  return `${actor}\n${id}`;
}

function apply(memory: Memory, change: Change): void {
  const { operation, to } = change;
  try {
    if ('retract' in operation) memory.engine.retract(operation.retract, operation.filter);
    else memory.engine.assertFact(operation.template, operation.data);
    memory.sequence = to;
    memory.changes.push(change);
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    memory.sequence = -1;
  }
}

/** As it was at this number, from what led there. */
function goBack(memory: Memory, sequence: number, version: Version): void {
  const changes = memory.changes.filter(({ to }) => to <= sequence);
  memory.engine = version.createEngine();
  memory.sequence = 0;
  memory.changes.length = 0;
  for (const change of changes) if (memory.sequence === change.from) apply(memory, change);
}
