import { defaultDataDir } from '../../store/data-dir.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';

export interface FleetStoreOptions {
  /** PostgreSQL for members in several processes; embedded when left out. */
  readonly databaseUrl?: string;
  /** Folder of the embedded database, `:memory:` for one that is not kept; the user's data folder when left out. */
  readonly dataDir?: string;
}

/** Opens the database that the members of fleets in this process share. */
export function openFleetStore({ databaseUrl, dataDir }: FleetStoreOptions = {}): Promise<Store> {
  const place = { databaseUrl: databaseUrl ?? null, dataDir: dataDir ?? defaultDataDir(process.env) };
  // The library reports by errors: it writes no log.
  return openStore(place, { warn: () => undefined, error: () => undefined });
}
