/**
 * The language service: versioned documents in, responses out. It knows no transport, no Node and no folder: a host hands it the texts
 * and carries its responses.
 */
import { diagnose } from './diagnostics/diagnose.ts';
import { applyChanges, createDocument, type ContentChange, type Document } from './documents/document.ts';
import { keyOf } from './documents/uri.ts';
import { METHODS } from './methods.ts';
import type { ClientAbilities, LspDiagnostic, PositionEncoding } from './protocol/types.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './workspace/settings.ts';
import { createKept, createWorkspace, isServed, type Workspace } from './workspace/workspace.ts';

interface ServiceOptions extends ClientAbilities {
  readonly encoding: PositionEncoding;
  /** Addresses of the folders that are open. */
  readonly folders: readonly string[];
  /** Address of the page on diagnostics. */
  readonly page: string;
  readonly tell: (line: string) => void;
}

export interface LanguageService {
  /** Texts of files that are not open; `null`: the file is gone. */
  readonly files: (changed: readonly { readonly uri: string; readonly text: string | null }[]) => void;
  readonly open: (uri: string, version: number, text: string) => void;
  /** False, and logged, if the version is not newer than the last one. */
  readonly change: (uri: string, version: number, changes: readonly ContentChange[]) => boolean;
  readonly close: (uri: string) => void;
  readonly configure: (given: unknown) => void;
  readonly workspace: () => Workspace;
  readonly client: ClientAbilities;
  readonly settings: () => Settings;
  readonly folders: (added: readonly string[], removed: readonly string[]) => void;
  /** Documents that diagnostics are about, open ones first. */
  readonly checked: () => readonly Document[];
  readonly diagnose: (document: Document) => readonly LspDiagnostic[];
  /** The answer of one row of the table of methods. Throws RequestError. */
  readonly request: (method: string, params: unknown) => unknown;
}

export function createLanguageService(options: ServiceOptions): LanguageService {
  const { encoding, page, tell } = options;
  const disk = new Map<string, Document>();
  const open = new Map<string, Document>();
  const kept = createKept();
  let roots = options.folders.map(keyOf);
  let settings = DEFAULT_SETTINGS;
  let current: Workspace | null = null;
  const make = (uri: string, version: number | null, text: string): Document =>
    createDocument({ uri, key: keyOf(uri), version, text }, encoding);
  const workspace = (): Workspace => {
    // Sorted, so that no answer depends on the order in which files were found.
    const all = [...new Map([...disk, ...open])].sort(([one], [other]) => (one < other ? -1 : 1));
    return (current ??= createWorkspace({
      documents: new Map(all),
      folders: roots,
      settings,
      encoding,
      kept,
      page,
    }));
  };
  return {
    files(changed) {
      for (const { uri, text } of changed) {
        const key = keyOf(uri);
        if (text === null) disk.delete(key);
        else disk.set(key, make(uri, null, text.replace(/^\uFEFF/, '')));
      }
      current = null;
    },
    open(uri, version, text) {
      open.set(keyOf(uri), make(uri, version, text));
      current = null;
    },
    change(uri, version, changes) {
      const document = open.get(keyOf(uri));
      if (document === undefined || version <= (document.version ?? -Infinity)) {
        const why = document === undefined ? 'it is not open' : `version ${document.version} is already here`;
        tell(`a change of ${uri} to version ${version} is ignored: ${why}`);
        return false;
      }
      open.set(document.key, make(document.uri, version, applyChanges(document, changes, encoding)));
      current = null;
      return true;
    },
    close(uri) {
      open.delete(keyOf(uri));
      current = null;
    },
    configure(given) {
      settings = readSettings(settings, given, tell);
      current = null;
    },
    folders(added, removed) {
      const gone = new Set(removed.map(keyOf));
      roots = [...new Set([...roots, ...added.map(keyOf)])].filter((folder) => !gone.has(folder));
      for (const folder of gone)
        for (const key of [...disk.keys()]) if (key.startsWith(`${folder}/`)) disk.delete(key);
      current = null;
    },
    workspace,
    client: { documentChanges: options.documentChanges },
    settings: () => settings,
    checked() {
      const { documents } = workspace();
      const files = [...documents.values()].filter(
        (one) => !open.has(one.key) && (isServed(one) || one.kind === 'rows'),
      );
      return [...open.values(), ...files];
    },
    diagnose: (document) => diagnose(workspace(), document),
    request: (method, params) => METHODS[method]?.(workspace(), params, options) ?? null,
  };
}
