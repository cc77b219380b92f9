/** The Language Server Protocol in a worker of a browser, over `postMessage`. Bundled by itself, as one script. */
import { ResponseError } from 'vscode-jsonrpc/lib/common/messages.js';
import type { InitializeParams } from 'vscode-languageserver/node';
import type { Connection } from '../connection.ts';
import { serveLanguage } from '../connect.ts';
import { connectPort } from './port-connection.ts';
import { scope } from './scope.ts';
import { createThreads } from './thread.ts';

const connection = connectPort(scope);
connection.onRequest('shutdown', () => null);
connection.onNotification('exit', () => {
  scope.close();
});

/** Folder with `dist` and `docs`, if the script was not loaded from its own address. */
let assets = new URL('..', scope.location.href.replace(/^blob:/, '')).href;

/** Takes the address of the folder from the options: a script that is loaded as text does not know where it is from. */
function takeAssets({ initializationOptions, ...params }: InitializeParams): InitializeParams {
  const { assets: given, ...options } = (initializationOptions ?? {}) as { readonly assets?: unknown };
  if (typeof given === 'string') assets = given.replace(/\/*$/, '/');
  return { ...params, initializationOptions: options } as InitializeParams;
}

// Folders cannot be read here: the client sends `ferrule/files`.
serveLanguage({
  connection: connection as unknown as Connection,
  onInitialize: (handler) =>
    void connection.onRequest('initialize', (params: InitializeParams) => handler(takeAssets(params))),
  refusal: (code, message) => new ResponseError(code, message),
  get page() {
    return new URL('docs/reference/diagnostics.md', assets).href;
  },
  readFolder: () => Promise.resolve([]),
  readFiles: () => Promise.resolve([]),
  startThread: createThreads(() =>
    scope.location.href.startsWith('blob:')
      ? new URL('dist/lsp-browser-job.js', assets).href
      : new URL('lsp-browser-job.js', scope.location.href).href,
  ),
});
