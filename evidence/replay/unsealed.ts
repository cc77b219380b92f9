import type { KeyObject } from 'node:crypto';
import { parseDocument } from '../../library/ordered-json.ts';
import { unseal } from '../mask/seal.ts';
import type { LogRecord } from './log-records.ts';

/** Records as they were before they were masked, as far as the key opens what is sealed in them. */
export function* unsealed(records: Iterable<LogRecord>, key: KeyObject): Generator<LogRecord> {
  for (const record of records) yield record.sealed === undefined ? record : open(record, record.sealed, key);
}

function open(record: LogRecord, sealed: string, key: KeyObject): LogRecord {
  try {
    const { masked: _masked, sealed: _sealed, ...rest } = record;
    return { ...rest, ...(parseDocument(unseal(sealed, key)) as Partial<LogRecord>) };
  } catch {
    return record;
  }
}
