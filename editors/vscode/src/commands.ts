import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

interface RuleArgument {
  readonly uri: string;
  readonly rule: string;
  readonly cases?: readonly { readonly uri: string; readonly range: Range }[];
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

interface Node {
  readonly text: string;
  readonly range: Range;
  readonly holds: boolean | null;
  readonly children?: readonly Node[];
}

interface Explained {
  readonly rule: string;
  readonly fired: number;
  readonly decision: string | null;
  readonly why: readonly Node[];
  readonly whyNot: readonly Node[];
  readonly flips: readonly { readonly text: string }[];
}

/**
 * The commands that only the client can carry out. The others are commands of the server: the client's library registers
 * them, and a wrapper of `executeCommand` shows what they return.
 */
export function registerCommands(context: vscode.ExtensionContext, client: BaseLanguageClient): void {
  const command = (name: string, run: (argument: RuleArgument) => Promise<void>): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  };
  command('ferrule.showCases', async ({ uri, cases = [] }) => {
    const places = cases.map((one) => new vscode.Location(vscode.Uri.parse(one.uri), rangeOf(one.range)));
    const here = new vscode.Position(0, 0);
    await vscode.commands.executeCommand('editor.action.showReferences', vscode.Uri.parse(uri), here, places);
  });
  command('ferrule.explainAtCursor', async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const explained = await client.sendRequest<Explained | null>('ferrule/explain', {
      textDocument: { uri: document.uri.toString() },
      position: client.code2ProtocolConverter.asPosition(selection.active),
    });
    if (explained === null) void vscode.window.showInformationMessage('The cursor is outside of rules.');
    else await show(explanationText(explained), 'markdown');
  });
}

/** Shows what a command of a lens returned. */
export async function showReturned(command: string, returned: unknown): Promise<void> {
  if (command === 'ferrule.evaluate') await show(String(returned), 'json');
  else if (command === 'ferrule.whyNot') await show(explanationText(returned as Explained), 'markdown');
  else if (command === 'ferrule.showClips' || command === 'ferrule.showMatcher') {
    const { text, languageId } = returned as { readonly text: string; readonly languageId: string };
    await show(text, languageId);
  }
}

async function show(content: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    language: known.includes(language) ? language : 'plaintext',
  });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

function explanationText({ rule, fired, decision, why, whyNot, flips }: Explained): string {
  const lines = [`# ${rule}`, '', `Fired: ${fired}. Decision: ${decision ?? 'none'}.`];
  const tree = (nodes: readonly Node[], indent: string): readonly string[] =>
    nodes.flatMap(({ text, holds, children = [] }) => [
      `${indent}- ${holds === null ? '?' : holds ? '✓' : '✗'} ${text}`,
      ...tree(children, `${indent}  `),
    ]);
  if (why.length > 0) lines.push('', '## Why', '', ...tree(why, ''));
  if (whyNot.length > 0) lines.push('', '## Why not', '', ...tree(whyNot, ''));
  if (flips.length > 0)
    lines.push('', '## What would change the decision', '', ...flips.map(({ text }) => `- ${text}`));
  return `${lines.join('\n')}\n`;
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
