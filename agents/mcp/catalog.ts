/** Current tools of the server, compared with the accepted ones. */
import { listTools, type Ask, type Listing } from './list-tools.ts';
import { comparePins, pinsOf, readPins, writePins, type PinnedTool } from './pins.ts';

/** A listing, with the state of each tool relative to the accepted ones. */
interface ComparedListing extends Listing {
  readonly compared: ReadonlyMap<string, PinnedTool>;
}

export interface Catalog {
  /** Lists again. Rejects if the server does not list, or the lock cannot be read or written. */
  readonly refresh: (meta: Readonly<Record<string, unknown>>) => Promise<ComparedListing>;
  /** The tool of this name, listed now when that is not known; null when the server does not list it. */
  readonly find: (name: string, meta: Readonly<Record<string, unknown>>) => Promise<PinnedTool | null>;
  /** The server reported that its tools have changed. */
  readonly forget: () => void;
}

interface CatalogOptions {
  readonly lock: string;
  /** The command or the address of the server: never what it calls itself. */
  readonly server: string;
  readonly ask: Ask;
  /** Called with notices for the operator. */
  readonly tell: (line: string) => void;
}

export function createCatalog({ lock, server, ask, tell }: CatalogOptions): Catalog {
  let known: ReadonlyMap<string, PinnedTool> | null = null;
  const told = new Set<string>();
  const refresh = async (meta: Readonly<Record<string, unknown>>): Promise<ComparedListing> => {
    known = null;
    const listing = await listTools(ask, meta);
    let pins = await readPins(lock, server);
    if (pins === null) {
      pins = pinsOf(listing.tools);
      await writePins(lock, server, pins);
      tell(`pinned ${pins.size} tools of ${server} in ${lock}`);
    }
    const compared = comparePins(listing.tools, pins);
    for (const [name, { state }] of compared) {
      if (state === 'accepted' || told.has(`${state} ${name}`)) continue;
      told.add(`${state} ${name}`);
      tell(`the tool ${JSON.stringify(name)} is ${state}: neither listed nor callable until accepted`);
    }
    known = compared;
    return { ...listing, compared };
  };
  return {
    refresh,
    async find(name, meta) {
      // Another listing may begin while this one is waited for.
      const pinned = known ?? (await refresh(meta)).compared;
      return pinned.get(name) ?? null;
    },
    forget() {
      known = null;
    },
  };
}
