/** A client that speaks to the real command. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node.js';

export interface PublishedDiagnostics {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly range: unknown;
    readonly severity: number;
    readonly source: string;
  }[];
}

export interface Client {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly initialized: Readonly<Record<string, unknown>>;
  readonly logs: readonly string[];
  readonly request: <T = unknown>(method: string, params: unknown) => Promise<T>;
  readonly notify: (method: string, params: unknown) => Promise<void>;
  readonly open: (uri: string, text: string, version?: number) => Promise<void>;
  readonly edit: (uri: string, version: number, contentChanges: readonly unknown[]) => Promise<void>;
  /** The next diagnostics of a document that pass; those that came already count. */
  readonly published: (
    uri: string,
    passes?: (published: PublishedDiagnostics) => boolean,
  ) => Promise<PublishedDiagnostics>;
  readonly end: () => Promise<number | null>;
}

export interface ClientOptions {
  readonly folders?: readonly string[];
  readonly capabilities?: unknown;
  readonly initializationOptions?: unknown;
  readonly processId?: number | null;
  /** Arguments of Node; default: the command of the build. */
  readonly server?: readonly string[];
}

export async function startClient(options: ClientOptions = {}): Promise<Client> {
  const child = spawn(process.execPath, options.server ?? ['dist/cli.cjs', 'lsp', '--stdio'], {
    stdio: 'pipe',
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const seen: PublishedDiagnostics[] = [];
  const logs: string[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishedDiagnostics) => {
    seen.push(params);
    for (const look of waiting) look();
  });
  connection.onNotification('window/logMessage', ({ message }: { readonly message: string }) => {
    logs.push(message);
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const folders = options.folders ?? [];
  const initialized = await connection.sendRequest<Record<string, unknown>>('initialize', {
    processId: options.processId ?? null,
    rootUri: null,
    capabilities: options.capabilities ?? {},
    workspaceFolders: folders.map((uri) => ({ uri, name: 'folder' })),
    initializationOptions: options.initializationOptions,
  });
  await connection.sendNotification('initialized', {});
  return {
    child,
    connection,
    initialized,
    logs,
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => connection.sendNotification(method, params),
    open: (uri, text, version = 1) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'yaml', version, text },
      }),
    edit: (uri, version, contentChanges) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges,
      }),
    published: (uri, passes = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = seen.findLast((one) => one.uri === uri);
          if (found === undefined || !passes(found)) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async end() {
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await ended;
      connection.dispose();
      return code;
    },
  };
}
