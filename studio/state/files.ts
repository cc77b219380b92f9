/** Files of the offline server. The secret of the start is the only key to them. */
import type { StudioFile } from '../protocol/messages.ts';

const KEPT = 'ferrule-studio-key';

interface Folder {
  /** The ruleset that is open. */
  readonly ruleset: string;
  readonly rulesets: readonly string[];
  readonly files: readonly (StudioFile & { readonly etag: string })[];
}

/** The key from the address, kept for the tab; `null` if there is none. */
export function takeKey(given: string | undefined): string | null {
  if (given !== undefined) sessionStorage.setItem(KEPT, given);
  return given ?? sessionStorage.getItem(KEPT);
}

export interface FileStore {
  /** @param ruleset its name; `null` for the first */
  readonly open: (ruleset: string | null) => Promise<Folder>;
  /** The files of a ruleset at a Git ref. Throws Error with what went wrong, for the user. */
  readonly atRef: (ruleset: string, ref: string) => Promise<readonly StudioFile[]>;
  /** Saves one file and returns its new ETag. Throws Error with what went wrong, for the user. */
  readonly save: (ruleset: string, path: string, text: string, etag: string | null) => Promise<string>;
}

export function createFileStore(key: string): FileStore {
  const headers = { authorization: `Bearer ${key}` };
  return {
    async open(ruleset) {
      const query = ruleset === null ? '' : `?ruleset=${encodeURIComponent(ruleset)}`;
      const response = await fetch(`api/files${query}`, { headers });
      if (!response.ok) throw new Error(await problemOf(response));
      return (await response.json()) as Folder;
    },
    async atRef(ruleset, ref) {
      const query = new URLSearchParams({ ref, ruleset });
      const response = await fetch(`api/git?${query.toString()}`, { headers });
      if (!response.ok) throw new Error(await problemOf(response));
      return ((await response.json()) as { readonly files: readonly StudioFile[] }).files;
    },
    async save(ruleset, path, text, etag) {
      const query = new URLSearchParams({ path, ruleset });
      const response = await fetch(`api/file?${query.toString()}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'text/plain', ...(etag === null ? {} : { 'if-match': etag }) },
        body: text,
      });
      if (!response.ok) throw new Error(await problemOf(response));
      return response.headers.get('etag') ?? '';
    },
  };
}

async function problemOf(response: Response): Promise<string> {
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: string };
  return detail ?? `the studio responded with ${response.status}`;
}
