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
  provideShown(context);
  command('ferrule.showCases', async ({ uri, cases = [] }) => {
    const places = cases.map((one) => new vscode.Location(vscode.Uri.parse(one.uri), rangeOf(one.range)));
    const here = new vscode.Position(0, 0);
    await vscode.commands.executeCommand('editor.action.showReferences', vscode.Uri.parse(uri), here, places);
  });
  const explain = async (choose: (uri: string) => Promise<string | null | undefined>): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const chosen = await choose(document.uri.toString());
    if (chosen === undefined) return;
    const explained = await client.sendRequest<Explained | null>('ferrule/explain', {
      textDocument: { uri: document.uri.toString() },
      position: client.code2ProtocolConverter.asPosition(selection.active),
      ...(chosen === null ? {} : { case: chosen }),
    });
    if (explained === null) void vscode.window.showInformationMessage('The cursor is outside of rules.');
    else await show(`Why ${explained.rule}`, explanationText(explained), 'markdown');
  };
  command('ferrule.explainAtCursor', () => explain(() => Promise.resolve(null)));
  command('ferrule.explainCase', () => explain((uri) => chooseCase(client, uri)));
}

interface TestItem {
  readonly id: string;
  readonly label: string;
  readonly children?: readonly TestItem[];
}

/** The id of a case of the ruleset that a document belongs to; undefined if the user chooses none. */
async function chooseCase(client: BaseLanguageClient, uri: string): Promise<string | undefined> {
  const { items } = await client.sendRequest<{ readonly items: readonly TestItem[] }>('ferrule/testItems', {
    uri,
  });
  const suites = items.flatMap(({ children = [] }) => children);
  const cases = suites.flatMap(({ label: suite, children = [] }) =>
    children.map(({ id, label }) => ({ id, label, description: suite })),
  );
  if (cases.length === 0) {
    void vscode.window.showInformationMessage('The ruleset has no cases.');
    return undefined;
  }
  return (await vscode.window.showQuickPick(cases, { placeHolder: 'Case to explain the rule for' }))?.id;
}

/** Shows what a command of a lens returned. */
export async function showReturned(command: string, rule: string, returned: unknown): Promise<void> {
  if (command === 'ferrule.evaluate') await show(`Result of ${rule}`, String(returned), 'json');
  else if (command === 'ferrule.whyNot')
    await show(`Why ${rule}`, explanationText(returned as Explained), 'markdown');
  else if (command === 'ferrule.showClips' || command === 'ferrule.showMatcher') {
    const { text, languageId } = returned as { readonly text: string; readonly languageId: string };
    await show(`${command === 'ferrule.showClips' ? 'CLIPS' : 'Matcher'} of ${rule}`, text, languageId);
  }
}

/** Scheme of the results of commands: read-only documents, which the user need not save. */
export const SHOWN_SCHEME = 'ferrule';
const shown = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** Lets VS Code read what commands returned. */
function provideShown(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SHOWN_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => shown.get(uri.path) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SHOWN_SCHEME) shown.delete(uri.path);
    }),
  );
}

async function show(title: string, content: string, language: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: SHOWN_SCHEME, path: `/${title}` });
  shown.set(uri.path, content);
  changed.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const known = await vscode.languages.getLanguages();
  if (known.includes(language)) await vscode.languages.setTextDocumentLanguage(document, language);
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
