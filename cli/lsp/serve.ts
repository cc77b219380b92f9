/** The Language Server Protocol on standard input and output. The program of `ferrule lsp`, bundled by itself. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ResponseError,
  type InitializeParams,
} from 'vscode-languageserver/node';
import { METHODS } from '../../authoring/language-service/methods.ts';
import { RequestError } from '../../authoring/language-service/protocol/types.ts';
import { createLanguageService, type LanguageService } from '../../authoring/language-service/service.ts';
import { packageRoot } from '../../library/node/package-root.ts';
import { VERSION } from '../../library/version.ts';
import { chooseEncoding, serverCapabilities } from './capabilities.ts';
import { createPublisher, type Publisher } from './publish.ts';
import { readFolder, readWorkspaceFile } from './read-folder.ts';
import { answerTasks, createSaveLooks } from './tasks.ts';

/** Started for as long as the client keeps standard input open. */
function serveLanguage(): void {
  const connection = createConnection(process.stdin, process.stdout);
  const tell = (line: string): void => {
    connection.console.log(line);
  };
  let service: LanguageService | null = null;
  let publisher: Publisher | null = null;
  let folders: string[] = [];
  let watches = false;
  /** Folders that are still read: requests wait for them, so that no answer depends on how fast a disk is. */
  let loading: Promise<void> = Promise.resolve();

  const looks = createSaveLooks(tell);

  const load = (added: readonly string[]): void => {
    loading = loading.then(async () => {
      for (const folder of added) {
        const path = pathOf(folder);
        if (path !== null) service?.files(await readFolder(path));
      }
      publisher?.changed();
    });
  };

  connection.onInitialize((params: InitializeParams) => {
    const encoding = chooseEncoding(params.capabilities);
    folders = foldersOf(params);
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    service = createLanguageService({
      encoding,
      folders,
      tell,
      page: pathToFileURL(join(packageRoot(), 'docs/reference/diagnostics.md')).href,
      documentChanges: params.capabilities.workspace?.workspaceEdit?.documentChanges === true,
    });
    service.configure(params.initializationOptions);
    const pulls = params.capabilities.textDocument?.diagnostic !== undefined;
    publisher = createPublisher(connection, service, pulls, () => loading, looks.saved);
    return {
      capabilities: serverCapabilities(encoding),
      serverInfo: { name: 'ferrule', version: VERSION },
    };
  });
  connection.onInitialized(() => {
    load(folders);
    if (watches)
      void connection.client
        .register(DidChangeWatchedFilesNotification.type, {
          watchers: [{ globPattern: '**/*.{yaml,yml,csv,json}' }],
        })
        .catch(() => tell('files are not watched: the client refused'));
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    service?.open(uri, version, text);
    publisher?.changed();
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    if (service?.change(uri, version, contentChanges) === true) publisher?.changed();
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    service?.close(uri);
    publisher?.closed(uri);
    reread([uri]);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    reread([uri]);
    void loading.then(() => {
      if (service !== null) looks.look(service, uri, () => publisher?.looked());
    });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    reread(changes.map(({ uri }) => uri));
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    const given = (settings as { readonly ferrule?: unknown } | null)?.ferrule;
    service?.configure(given);
    publisher?.changed();
  });
  connection.onNotification('workspace/didChangeWorkspaceFolders', (params: FoldersChanged) => {
    const { added, removed } = params.event;
    service?.folders(
      added.map(({ uri }) => uri),
      removed.map(({ uri }) => uri),
    );
    folders = [
      ...folders.filter((uri) => !removed.some((one) => one.uri === uri)),
      ...added.map(({ uri }) => uri),
    ];
    load(added.map(({ uri }) => uri));
  });
  connection.onNotification('ferrule/files', (params: FilesChanged) => {
    service?.files(params.files);
    publisher?.changed();
  });
  for (const method of Object.keys(METHODS))
    connection.onRequest(method, async (params: unknown) => {
      await loading;
      return answer(() => service?.request(method, params) ?? null);
    });
  answerTasks(
    connection,
    () => service,
    () => loading,
  );
  connection.listen();

  /** Files that may differ on disk from what is known. */
  function reread(uris: readonly string[]): void {
    loading = loading.then(async () => {
      const read = [];
      for (const uri of uris) {
        const path = pathOf(uri);
        const roots = folders.flatMap((folder) => pathOf(folder) ?? []);
        for (const root of path === null ? [] : roots) {
          const real = await realpath(root).catch(() => null);
          if (real !== null && path !== null && path.startsWith(root))
            read.push(await readWorkspaceFile(path, real));
        }
      }
      service?.files(read);
      publisher?.changed();
    });
  }
}

interface FoldersChanged {
  readonly event: {
    readonly added: readonly { readonly uri: string }[];
    readonly removed: readonly { readonly uri: string }[];
  };
}

interface FilesChanged {
  readonly files: readonly { readonly uri: string; readonly text: string | null }[];
}

function answer(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof RequestError) return new ResponseError(error.code, error.message);
    throw error;
  }
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri.replace(/\/+$/, ''));
  return rootUri === null || rootUri === undefined ? [] : [rootUri.replace(/\/+$/, '')];
}

function pathOf(uri: string): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

serveLanguage();
