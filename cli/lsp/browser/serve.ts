/** The Language Server Protocol in a worker of a browser, over `postMessage`. Bundled by itself, as one script. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createMessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/browser.js';
import type { InitializeParams } from 'vscode-languageserver/node';
import type { Connection } from '../connection.ts';
import { serveLanguage } from '../connect.ts';
import { scope } from './scope.ts';
import { startThread } from './thread.ts';

const port = scope as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
const connection = createMessageConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port));
connection.onRequest('shutdown', () => null);
connection.onNotification('exit', () => {
  scope.close();
});

// Folders cannot be read here: the client sends `ferrule/files`.
serveLanguage({
  connection: connection as unknown as Connection,
  onInitialize: (handler) =>
    void connection.onRequest('initialize', (params: InitializeParams) => handler(params)),
  refusal: (code, message) => new ResponseError(code, message),
  page: new URL('../docs/reference/diagnostics.md', scope.location.href.replace(/^blob:/, '')).href,
  readFolder: () => Promise.resolve([]),
  readFiles: () => Promise.resolve([]),
  startThread,
});
