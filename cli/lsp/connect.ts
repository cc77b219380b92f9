/** The Language Server Protocol on a connection: hands what the client sends to the language service. */
import type {
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidOpenTextDocumentParams,
  InitializeParams,
} from 'vscode-languageserver/node';
import { METHODS } from '../../authoring/language-service/methods.ts';
import { TASKS } from '../../authoring/language-service/tasks.ts';
import { RequestError, type DocumentParams } from '../../authoring/language-service/protocol/types.ts';
import { createLanguageService, type LanguageService } from '../../authoring/language-service/service.ts';
import { VERSION } from '../../library/version.ts';
import { chooseEncoding, serverCapabilities } from './capabilities.ts';
import { log } from './connection.ts';
import { createPublisher, type Publisher } from './publish.ts';
import type { Host } from './host.ts';
import { createJobs } from './run-job.ts';
import { answerTasks, createSaveLooks } from './tasks.ts';

/** The registration for reports of changes on disk. */
const WATCHED_FILES = {
  id: 'ferrule-files',
  method: 'workspace/didChangeWatchedFiles',
  registerOptions: { watchers: [{ globPattern: '**/*.{yaml,yml,csv,json}' }] },
};

/** Serves until the connection ends. */
export function serveLanguage(host: Host): void {
  const { connection } = host;
  const tell = (line: string): void => {
    log(connection, line);
  };
  let service: LanguageService | null = null;
  let publisher: Publisher | null = null;
  let folders: string[] = [];
  let watches = false;
  /** Folders that are still read: requests wait for them, so that no answer depends on how fast a disk is. */
  let loading: Promise<void> = Promise.resolve();

  const runJob = createJobs(host.startThread);
  const looks = createSaveLooks(tell, runJob);

  const load = (added: readonly string[]): void => {
    afterwards(async () => {
      for (const folder of added) service?.files(await host.readFolder(folder));
    });
  };

  host.onInitialize((params) => {
    const encoding = chooseEncoding(params.capabilities);
    folders = foldersOf(params);
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    service = createLanguageService({
      encoding,
      folders,
      tell,
      page: host.page,
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
  connection.onNotification('initialized', () => {
    load(folders);
    if (watches)
      connection
        .sendRequest('client/registerCapability', { registrations: [WATCHED_FILES] })
        .catch(() => tell('files are not watched: the client refused'));
  });
  connection.onNotification('textDocument/didOpen', ({ textDocument }: DidOpenTextDocumentParams) => {
    const { uri, version, text } = textDocument;
    service?.open(uri, version, text);
    publisher?.changed();
  });
  connection.onNotification('textDocument/didChange', (params: DidChangeTextDocumentParams) => {
    const { textDocument, contentChanges } = params;
    const { uri, version } = textDocument;
    if (service?.change(uri, version, contentChanges) === true) publisher?.changed();
  });
  connection.onNotification('textDocument/didClose', ({ textDocument: { uri } }: DocumentParams) => {
    service?.close(uri);
    publisher?.closed(uri);
    reread([uri]);
  });
  connection.onNotification('textDocument/didSave', ({ textDocument: { uri } }: DocumentParams) => {
    reread([uri]);
    void loading.then(() => {
      if (service !== null) looks.look(service, uri, () => publisher?.looked());
    });
  });
  connection.onNotification('workspace/didChangeWatchedFiles', ({ changes }: DidChangeWatchedFilesParams) => {
    reread(changes.map(({ uri }) => uri));
  });
  connection.onNotification('workspace/didChangeConfiguration', (params: DidChangeConfigurationParams) => {
    const settings = params.settings as unknown;
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
  for (const method of Object.keys(METHODS).filter((one) => TASKS[one] === undefined))
    connection.onRequest(method, async (params) => {
      await loading;
      return answer(host, () => service?.request(method, params) ?? null);
    });
  answerTasks(
    host,
    () => service,
    () => loading,
    runJob,
  );
  connection.listen();

  /** Reads when what came before is read. What fails is logged: a folder can disappear while it is read. */
  function afterwards(read: () => Promise<void>): void {
    loading = loading.then(async () => {
      await read().catch((error: unknown) => {
        tell(String(error));
      });
      publisher?.changed();
    });
  }

  /** Files that may differ from what is known. */
  function reread(uris: readonly string[]): void {
    afterwards(async () => {
      service?.files(await host.readFiles(uris, folders));
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

function answer({ refusal }: Host, make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof RequestError) return refusal(error.code, error.message);
    throw error;
  }
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri.replace(/\/+$/, ''));
  return rootUri === null || rootUri === undefined ? [] : [rootUri.replace(/\/+$/, '')];
}
