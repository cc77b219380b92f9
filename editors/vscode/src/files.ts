import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

const READ = /\.(?:ya?ml|csv|json)$/i;
const SKIPPED = /^(?:\.|node_modules$|__pycache__$|venv$)/;
const MOST_FILES = 5_000;
const MOST_BYTES = 5 * 1024 * 1024;
const DEEPEST = 32;

/** Sends the files of the workspace, and again those that change: a worker cannot read folders. */
export async function sendFiles(context: vscode.ExtensionContext, client: BaseLanguageClient): Promise<void> {
  const send = async (uris: readonly vscode.Uri[]): Promise<void> => {
    const files = await Promise.all(
      uris.map(async (uri) => ({ uri: uri.toString(), text: await textOf(uri) })),
    );
    await client.sendNotification('ferrule/files', { files });
  };
  const found: vscode.Uri[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) await walk(uri, 0, found);
  await send(found);
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml,csv,json}');
  const changed = (uri: vscode.Uri): void => void send([uri]);
  context.subscriptions.push(
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidChange(changed),
    watcher.onDidDelete(changed),
  );
}

async function walk(folder: vscode.Uri, depth: number, found: vscode.Uri[]): Promise<void> {
  if (depth > DEEPEST) return;
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  for (const [name, type] of entries) {
    if (found.length >= MOST_FILES) return;
    const uri = vscode.Uri.joinPath(folder, name);
    // Links are left out: they may lead outside.
    if (SKIPPED.test(name) || (type & vscode.FileType.SymbolicLink) !== 0) continue;
    if (type === vscode.FileType.Directory) await walk(uri, depth + 1, found);
    else if (READ.test(name)) found.push(uri);
  }
}

/** `null` for a file that is gone, is too long or is not text. */
async function textOf(uri: vscode.Uri): Promise<string | null> {
  const bytes = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(() => null);
  if (bytes === null || bytes.length > MOST_BYTES) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
