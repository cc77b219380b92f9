/** Replays the decision log of a fuzzed service: every record of it must come out as it was, refusals included. */
import { join } from 'node:path';
import { readUnsealKey } from '../../evidence/mask/mask-keys.ts';
import { readRecords, type LogRecord } from '../../evidence/replay/log-records.ts';
import { noNotes, replayable, type ReplayNotes } from '../../evidence/replay/replay.ts';
import { evaluateAgain, isSame } from '../../library/compare/outcome.ts';
import { unsealed } from '../../evidence/replay/unsealed.ts';
import { Versions } from '../../evidence/replay/versions.ts';
import { writeJson } from '../../library/json.ts';

interface ReplayedLog {
  readonly count: number;
  /** Errors among them. */
  readonly refusals: number;
  /** Records whose refused document or facts are a hash. */
  readonly notes: ReplayNotes;
  readonly problems: readonly string[];
}

/**
 * @param folder the decision log, with the archive of its rulesets in it
 * @param unsealKey PEM of the key that opens masked records
 */
export function replayLog(folder: string, unsealKey: string): ReplayedLog {
  const key = readUnsealKey(unsealKey);
  if (key === null) throw new Error('not a key that unseals');
  const clock = { ms: 0 };
  const versions = new Versions([join(folder, 'rulesets')], clock);
  const records = (): Iterable<LogRecord> => unsealed(readRecords([folder]), key);
  const notes = noNotes();
  const problems: string[] = [];
  let [count, refusals] = [0, 0];
  const all = { since: null, ruleset: null, limit: Infinity };
  for (const replay of replayable(records, versions, clock, all, notes)) {
    const { record, recorded, engine } = replay;
    count++;
    if ('error' in recorded) refusals++;
    const now = evaluateAgain(engine, replay);
    if (!isSame(recorded, now))
      problems.push(
        `replayed otherwise: ${writeJson(record)}\nrecorded ${writeJson(recorded)}\nnow ${writeJson(now)}`,
      );
  }
  return { count, refusals, notes, problems };
}
