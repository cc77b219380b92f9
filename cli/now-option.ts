import { readTime } from '../library/suite/read-time.ts';
import { textOption, usageError, type OptionValues } from './command.ts';

/** Milliseconds since the epoch that `--now` gives; null: it was not given. */
export function readNow(options: OptionValues): number | null {
  const text = textOption(options, 'now');
  if (text === null) return null;
  const now = readTime(text);
  if (now === null)
    throw usageError(`--now needs a time such as 2026-01-31T12:00:00Z, or seconds, not '${text}'`);
  return now;
}
