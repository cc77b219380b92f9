/** The extension on the desktop: starts the bundled server, and shows its results. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node.js';
import { registerCommands, showReturned } from './commands.ts';
import { registerTests } from './testing.ts';

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const module = join(context.extensionPath, 'dist', 'lsp.js');
  const started = new LanguageClient(
    'ferrule',
    'ferrule',
    { module, transport: TransportKind.stdio },
    {
      documentSelector: [{ language: 'yaml' }, { pattern: '**/*.csv' }, { pattern: '**/cases.json' }],
      initializationOptions: settings(),
      middleware: {
        // The library registers the commands of the server; what they return is shown.
        executeCommand: async (command, args, next) => {
          const returned: unknown = await next(command, args);
          await showReturned(command, returned);
          return returned;
        },
      },
    },
  );
  client = started;
  const send = (): void => {
    void started.sendNotification('workspace/didChangeConfiguration', { settings: { ferrule: settings() } });
  };
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('ferrule')) send();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(send),
  );
  registerCommands(context, started);
  await started.start();
  registerTests(context, started);
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

/** In a folder that is not trusted, saving a file runs nothing. */
function settings(): Readonly<Record<string, boolean>> {
  const given = vscode.workspace.getConfiguration('ferrule');
  const isOn = (name: string, usual: boolean): boolean => given.get<boolean>(name, usual);
  const { isTrusted } = vscode.workspace;
  return {
    analyzeOnSave: isTrusted && isOn('analyzeOnSave', true),
    testOnSave: isTrusted && isOn('testOnSave', true),
    lenient: isOn('lenient', false),
    strict: isOn('strict', false),
    codeLens: isOn('codeLens', true),
    inlayHints: isOn('inlayHints', true),
  };
}
