/** The extension in a browser: starts the server in a worker, and hands it the files of the workspace. */
import type * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser.js';
import { sendFiles } from './files.ts';
import { start } from './start.ts';
import { registerTests } from './testing.ts';

type WebWorker = ConstructorParameters<typeof LanguageClient>[3];

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const assets = context.extensionUri.toString(true);
  const { Worker } = globalThis as unknown as { readonly Worker: new (url: string) => WebWorker };
  const worker = new Worker(`${assets}/dist/lsp-browser.js`);
  client = await start(context, (options) => new LanguageClient('ferrule', 'ferrule', options, worker), {
    assets,
  });
  await sendFiles(context, client);
  registerTests(context, client);
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
