/** The extension on the desktop: starts the bundled server, and shows its results. */
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node.js';
import { start } from './start.ts';
import { registerTests } from './testing.ts';

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const module = join(context.extensionPath, 'dist', 'lsp.js');
  client = await start(
    context,
    (options) =>
      new LanguageClient('ferrule', 'ferrule', { module, transport: TransportKind.stdio }, options),
  );
  registerTests(context, client);
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
