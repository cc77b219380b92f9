/** The Language Server Protocol on standard input and output. The program of `ferrule lsp`, bundled by itself. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConnection, ResponseError, type InitializeResult } from 'vscode-languageserver/node';
import { packageRoot } from '../../library/node/package-root.ts';
import type { Connection } from './connection.ts';
import { serveLanguage } from './connect.ts';
import { readFiles, readFolder } from './read-folder.ts';
import { startThread } from './thread.ts';

// Ends when standard input does, or the process of the client.
const connection = createConnection(process.stdin, process.stdout);

serveLanguage({
  connection: connection as unknown as Connection,
  onInitialize: (handler) => void connection.onInitialize((params) => handler(params) as InitializeResult),
  refusal: (code, message) => new ResponseError(code, message),
  page: pathToFileURL(join(packageRoot(), 'docs/reference/diagnostics.md')).href,
  readFolder,
  readFiles,
  startThread,
});
