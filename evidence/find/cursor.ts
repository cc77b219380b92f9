/** Cursors: places in a log as texts for callers. */
import type { Place } from './writer-lines.ts';

/** Places by writer, of a log in files. Writers that are not there have no more. */
export type FilePlaces = ReadonlyMap<string, Place>;

/** Place in a log in the database: records before it, by time, chain and number, are still to be read. */
export interface RowPlace {
  readonly time: string;
  readonly logId: string;
  readonly seq: number;
}

const LONGEST = 32 * 1024;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function write(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** `null` for an invalid cursor. */
function read(cursor: string): unknown {
  if (cursor.length > LONGEST || !/^[\w-]+$/.test(cursor)) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

export function writeFilePlaces(places: FilePlaces): string {
  return write([...places].map(([writer, { file, offset }]) => [writer, file, offset]));
}

/** `null` for a text that is not a cursor of a log in files. */
export function readFilePlaces(cursor: string): FilePlaces | null {
  const value = read(cursor);
  if (!Array.isArray(value) || value.length === 0) return null;
  const places = new Map<string, Place>();
  for (const entry of value as readonly unknown[]) {
    if (!Array.isArray(entry) || entry.length !== 3) return null;
    const [writer, file, offset] = entry as readonly unknown[];
    if (typeof writer !== 'string' || !isCount(file) || !isCount(offset)) return null;
    places.set(writer, { file, offset });
  }
  return places;
}

export function writeRowPlace({ time, logId, seq }: RowPlace): string {
  return write({ time, logId, seq });
}

/** `null` for a text that is not a cursor of a log in the database. */
export function readRowPlace(cursor: string): RowPlace | null {
  const value = read(cursor);
  if (typeof value !== 'object' || value === null) return null;
  const { time, logId, seq } = value as Partial<Record<keyof RowPlace, unknown>>;
  if (typeof time !== 'string' || !TIME.test(time) || typeof logId !== 'string' || !isCount(seq)) return null;
  return logId.includes('\0') ? null : { time, logId, seq };
}
