/** The decision log as its readers see it, where the service can read what it wrote: in files, and in the database. */
import type { Logger } from 'pino';
import { proveRow } from '../../evidence/find/prove-row.ts';
import { findRow, scanRows } from '../../evidence/find/rows.ts';
import { shownRecord } from '../../evidence/find/shown-record.ts';
import type { EvidenceConfiguration } from '../../evidence/settings.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { Store } from '../../store/store.ts';
import type { DecisionPage, DecisionProof, PageQuery } from '../../evidence/find/page.ts';
import { createReaderThread } from './reader-thread.ts';

/** The caller that reads. */
export interface LogReader {
  readonly actor: string;
  /** Patterns of the rulesets that exist for the reader; null: all of them. */
  readonly rulesets: readonly string[] | null;
  readonly onLeave: (left: () => void) => void;
}

/** Throws ServiceError. */
export interface DecisionLog {
  /** `null` for a cursor that is none of this log. */
  readonly page: (query: PageQuery, reader: LogReader) => Promise<DecisionPage | null>;
  /** JSON text of the record; null if there is none for this reader. */
  readonly find: (id: string, reader: LogReader) => Promise<string | null>;
  /** `null` if there is no such record for this reader. `keys`: base64url of the public keys of checkpoints. */
  readonly prove: (id: string, keys: readonly string[], reader: LogReader) => Promise<DecisionProof | null>;
  readonly close: () => Promise<void>;
}

interface LogConfiguration {
  readonly evidence: Pick<EvidenceConfiguration, 'settings' | 'central'>;
  /** Time limit of one request. */
  readonly compileTimeoutMs: number;
}

/** `null` if there is no log, or the service cannot read it. */
export function openDecisionLog(
  { evidence: { settings, central }, compileTimeoutMs }: LogConfiguration,
  store: LazyStore,
  log: Logger,
): DecisionLog | null {
  const folder = settings.log?.files?.folder ?? null;
  if (folder !== null) return inFiles(folder, compileTimeoutMs, log);
  return central?.sink.kind === 'database' ? inDatabase(store) : null;
}

function inFiles(folder: string, timeoutMs: number, log: Logger): DecisionLog {
  const thread = createReaderThread(timeoutMs, log);
  return {
    page: (query, { actor, onLeave }) => thread.ask<'page'>({ kind: 'page', folder, query }, actor, onLeave),
    find: (id, { actor, rulesets, onLeave }) =>
      thread.ask<'find'>({ kind: 'find', folder, id, rulesets }, actor, onLeave),
    prove: (id, keys, { actor, rulesets, onLeave }) =>
      thread.ask<'prove'>({ kind: 'prove', folder, id, rulesets, keys }, actor, onLeave),
    close: () => thread.close(),
  };
}

/** Some rows at a time, so that other requests are served between them. */
function inDatabase(store: LazyStore): DecisionLog {
  const open = async ({ actor }: LogReader): Promise<Store> => (await store.open()).as(actor);
  return {
    page: async (query, reader) => scanRows(await open(reader), query),
    async find(id, reader) {
      const found = await findRow(await open(reader), id, reader.rulesets);
      return found === null ? null : shownRecord(found.text);
    },
    prove: async (id, keys, reader) => proveRow(await open(reader), id, reader.rulesets, keys),
    close: () => Promise.resolve(),
  };
}
