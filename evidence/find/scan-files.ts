/** Reads a log in files by time, newest first: the lines of all writers together, a bounded amount at a time. */
import { existsSync } from 'node:fs';
import { findWriters } from '../log/read-log.ts';
import type { Work } from './backward-lines.ts';
import { readFilePlaces, writeFilePlaces, type FilePlaces } from './cursor.ts';
import { LATE_MS, MOST_READ_BYTES, moved, newPage, type DecisionPage, type PageQuery } from './page.ts';
import { placeOfTime, writerLines, type PlacedLine } from './writer-lines.ts';

/** The lines of a writer that are still to be read. */
interface Stream {
  readonly writer: string;
  readonly lines: Generator<PlacedLine>;
  next: PlacedLine;
}

/** A page of a log, or null for a cursor that is none of such a log. Throws the system's error. */
export function scanFiles(folder: string, query: PageQuery): DecisionPage | null {
  const { filter, cursor } = query;
  const places = cursor === null ? null : readFilePlaces(cursor);
  if (cursor !== null && places === null) return null;
  const until = filter.from === null ? null : moved(filter.from, -LATE_MS);
  const work: Work = { bytes: 0 };
  let streams = openStreams(
    folder,
    places,
    filter.to === null ? null : moved(filter.to, LATE_MS),
    work,
  ).filter(({ next }) => until === null || next.time >= until);
  const page = newPage(query);
  try {
    for (;;) {
      const stream = newest(streams);
      if (stream === null) return page.end(null);
      // One line is read in any case, or the pages would not get on.
      if (page.isFull || (page.lines > 0 && work.bytes > MOST_READ_BYTES))
        return page.end(writeFilePlaces(new Map(streams.map(({ writer, next }) => [writer, next.end]))));
      const { bytes, time, kind } = stream.next;
      page.add(time, kind, () => bytes.toString('utf8'));
      const { done, value } = stream.lines.next();
      if (done !== true && (until === null || value.time >= until)) {
        stream.next = value;
        continue;
      }
      stream.lines.return(undefined);
      streams = streams.filter((one) => one !== stream);
    }
  } finally {
    for (const { lines } of streams) lines.return(undefined);
  }
}

/**
 * @param places where to go on; null to begin
 * @param before the time to begin at; null for the end of the log
 */
function openStreams(folder: string, places: FilePlaces | null, before: string | null, work: Work): Stream[] {
  const writers = existsSync(folder) ? findWriters(folder) : [];
  return writers.flatMap(({ writer, paths }) => {
    const place = places?.get(writer) ?? null;
    if (places !== null && place === null) return [];
    // Seeking a time takes a little reading per file, which is not counted: the page would not get on.
    const start = place ?? (before === null ? null : placeOfTime(paths, before, { bytes: 0 }));
    const lines = writerLines(paths, start, work);
    const { done, value } = lines.next();
    return done === true ? [] : [{ writer, lines, next: value }];
  });
}

/** The stream whose next line is the newest; null if all are at their end. */
function newest(streams: readonly Stream[]): Stream | null {
  let found: Stream | null = null;
  for (const stream of streams) if (found === null || stream.next.time > found.next.time) found = stream;
  return found;
}
