import type { RootDatabase } from 'lmdb';
import { NODE_DIGESTS } from './node-digests.ts';
import type { LedgerRecords } from './records.ts';

/** Between a shelf and a key; no shelf holds it. */
const BAR = '|';
/** The character after the bar: behind every key of a shelf. */
const END = '}';

/** The ledger in a database of the embedded store. */
export function ledgerRecords(root: RootDatabase): LedgerRecords {
  const database = root.openDB<string, string>('ledger', { encoding: 'string' });
  const keyOf = (shelf: string, key: string): string => shelf + BAR + key;
  return {
    get: (shelf, key) => database.get(keyOf(shelf, key)) ?? null,
    put: (shelf, key, value) => void database.putSync(keyOf(shelf, key), value),
    remove: (shelf, key) => void database.removeSync(keyOf(shelf, key)),
    from(shelf, key, most = Infinity) {
      const range = {
        start: keyOf(shelf, key),
        end: shelf + END,
        ...(most === Infinity ? {} : { limit: most }),
      };
      // All at once: what follows may write.
      return Array.from(database.getRange(range), (entry) => [
        entry.key.slice(shelf.length + BAR.length),
        entry.value,
      ]);
    },
    digests: NODE_DIGESTS,
  };
}
