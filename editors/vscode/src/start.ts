import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { registerCommands, showReturned } from './commands.ts';

/** Starts a client, and shows what its server returns. */
export async function start<Client extends BaseLanguageClient>(
  context: vscode.ExtensionContext,
  make: (options: LanguageClientOptions) => Client,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Client> {
  const client = make({
    documentSelector: [{ language: 'yaml' }, { pattern: '**/*.csv' }, { pattern: '**/cases.json' }],
    initializationOptions: { ...settings(), ...more },
    middleware: {
      // The library registers the commands of the server; what they return is shown.
      executeCommand: async (command, args, next) => {
        const returned: unknown = await next(command, args);
        const [argument] = args as readonly { readonly rule?: string }[];
        await showReturned(command, argument?.rule ?? '', returned);
        return returned;
      },
    },
  });
  const send = (): void => {
    void client.sendNotification('workspace/didChangeConfiguration', { settings: { ferrule: settings() } });
  };
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('ferrule')) send();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(send),
  );
  registerCommands(context, client);
  await client.start();
  return client;
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
