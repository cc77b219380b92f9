/** The Language Server Protocol on standard input and output. The program of `ferrule lsp`, bundled by itself. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ResponseError } from 'vscode-jsonrpc/node.js';
import type { InitializeParams } from 'vscode-languageserver/node';
import { packageRoot } from '../../library/node/package-root.ts';
import type { Connection } from './connection.ts';
import { serveLanguage } from './connect.ts';
import { readFiles, readFolder } from './read-folder.ts';
import { connectStreams } from './stream-connection.ts';
import { startThread } from './thread.ts';

const { connection, watch } = connectStreams();

serveLanguage({
  connection: connection as unknown as Connection,
  onInitialize: (handler) =>
    void connection.onRequest('initialize', (params: InitializeParams) => {
      watch(params.processId);
      return handler(params);
    }),
  refusal: (code, message) => new ResponseError(code, message),
  page: pathToFileURL(join(packageRoot(), 'docs/reference/diagnostics.md')).href,
  readFolder,
  readFiles,
  startThread,
});
