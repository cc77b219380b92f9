/** The files of the open ruleset, as the client of the language server sees them: all are open, and one or none is in the editor. */
import { LSPPlugin, Workspace, type LSPClient, type WorkspaceFile } from '@codemirror/lsp-client';
import { ChangeSet, EditorState, Text, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { StudioFile } from '../protocol/messages.ts';

/** Address of the folder of the ruleset. Its name makes no difference to the server. */
export const ROOT = 'studio:///ruleset';

export const uriOf = (path: string): string => `${ROOT}/${path.split('/').map(encodeURIComponent).join('/')}`;

const pathOf = (uri: string): string =>
  uri
    .slice(ROOT.length + 1)
    .split('/')
    .map(decodeURIComponent)
    .join('/');

/** The state of the page that the workspace reads and changes. */
export interface Files {
  readonly list: () => readonly StudioFile[];
  readonly edit: (path: string, text: string) => void;
  readonly open: (path: string) => void;
}

interface OpenFile extends WorkspaceFile {
  view: EditorView | null;
  /** The text of the page when the server last heard of it. */
  text: string;
}

const LANGUAGE = 'yaml';
const textOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

/** A class because the client wants one. */
export class RulesetWorkspace extends Workspace {
  files: OpenFile[] = [];
  readonly #state: Files;
  /** Resolves once the editor shows the file. */
  #shown: { readonly uri: string; readonly resolve: (view: EditorView) => void } | null = null;

  constructor(client: LSPClient, state: Files) {
    super(client);
    this.#state = state;
    this.files = state.list().map((file) => opened(file));
  }

  syncFiles() {
    const updates = this.files.flatMap((file) => {
      const changes = changesOf(file, this.#state.list());
      if (changes === null || changes.empty) return [];
      const prevDoc = file.doc;
      file.doc = changes.apply(prevDoc);
      file.version++;
      return [{ file, prevDoc, changes }];
    });
    this.#openAndClose();
    return updates;
  }

  /** Files that were added to the ruleset, and files that are no longer part of it. */
  #openAndClose(): void {
    const list = this.#state.list();
    for (const file of this.files.filter(({ uri }) => !list.some(({ path }) => uriOf(path) === uri))) {
      this.files = this.files.filter((one) => one !== file);
      this.client.didClose(file.uri);
    }
    for (const file of list) {
      if (this.getFile(uriOf(file.path)) !== null) continue;
      const added = opened(file);
      this.files.push(added);
      this.client.didOpen(added);
    }
  }

  openFile(uri: string, _language: string, view: EditorView): void {
    this.#openAndClose();
    const file = this.files.find((one) => one.uri === uri);
    if (file === undefined) return;
    file.view = view;
    if (this.#shown?.uri === uri) this.#shown.resolve(view);
  }

  closeFile(uri: string): void {
    const file = this.files.find((one) => one.uri === uri);
    if (file !== undefined) file.view = null;
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.files.find((one) => one.uri === uri);
    if (file === undefined) return;
    if (file.view !== null) file.view.dispatch(update);
    else {
      const { newDoc } = EditorState.create({ doc: file.doc }).update(update);
      this.#state.edit(pathOf(uri), newDoc.toString());
    }
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const file = this.files.find((one) => one.uri === uri);
    if (file === undefined || file.view !== null) return Promise.resolve(file?.view ?? null);
    return new Promise((resolve) => {
      this.#shown = { uri, resolve };
      this.#state.open(pathOf(uri));
    });
  }
}

function opened({ path, text }: StudioFile): OpenFile {
  const file: OpenFile = {
    uri: uriOf(path),
    languageId: LANGUAGE,
    text,
    version: 0,
    doc: textOf(text),
    view: null,
    getView: () => file.view,
  };
  return file;
}

/** The changes of a file that the server does not have yet. */
function changesOf(file: OpenFile, list: readonly StudioFile[]): ChangeSet | null {
  const plugin = file.view === null ? null : LSPPlugin.get(file.view);
  const text = list.find(({ path }) => uriOf(path) === file.uri)?.text ?? file.text;
  const isSame = plugin === null && text === file.text;
  file.text = text;
  if (isSame) return null;
  if (plugin !== null && plugin.syncedDoc.eq(file.doc)) {
    const changes = plugin.unsyncedChanges;
    plugin.clear();
    return changes;
  }
  plugin?.clear();
  const present = file.view?.state.doc ?? textOf(text);
  return present.eq(file.doc)
    ? null
    : ChangeSet.of({ from: 0, to: file.doc.length, insert: present }, file.doc.length);
}
