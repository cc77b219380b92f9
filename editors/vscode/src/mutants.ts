/** Changes of the rules that no case notices, in the gutter of the rules. */
import * as vscode from 'vscode';
import { rangeOf, SHOWN_SCHEME } from './commands.ts';

export interface Mutant {
  readonly uri: string;
  readonly range: Parameters<typeof rangeOf>[0];
  readonly change: string;
  readonly survived: boolean;
}

/** A bug that lives, as the gutter shows it. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="#c77700" stroke-width="1.4" stroke-linecap="round">' +
  '<path d="M5.5 7h5v3.2a2.5 2.5 0 0 1-5 0zM6 7a2 2 0 0 1 4 0M8 7v5.5M3 5.5l2.5 2M13 5.5l-2.5 2M2.5 9.5h3M13.5 9.5h-3M3.5 13.5l2.2-2M12.5 13.5l-2.2-2"/></g></svg>';

/** Schemes of documents that rules do not depend on. */
const OF_NO_RULESET: ReadonlySet<string> = new Set(['output', SHOWN_SCHEME]);

/** Shows the mutants that survived a run, until a text changes. */
export function showMutants(context: vscode.ExtensionContext): (mutants: readonly Mutant[]) => void {
  const decoration = vscode.window.createTextEditorDecorationType({
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;base64,${btoa(ICON)}`),
    gutterIconSize: 'contain',
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
  });
  let shown: readonly Mutant[] = [];
  const draw = (editor: vscode.TextEditor): void => {
    const uri = editor.document.uri.toString();
    const byLine = new Map<number, Mutant[]>();
    for (const one of shown.filter((mutant) => vscode.Uri.parse(mutant.uri).toString() === uri))
      byLine.set(one.range.start.line, [...(byLine.get(one.range.start.line) ?? []), one]);
    editor.setDecorations(
      decoration,
      [...byLine.values()].map((mutants) => ({
        range: rangeOf((mutants[0] as Mutant).range),
        hoverMessage: mutants.map(({ change }) => `No case notices this change: ${change}`),
        renderOptions: {
          after: {
            contentText: mutants.length === 1 ? '1 change unnoticed' : `${mutants.length} changes unnoticed`,
          },
        },
      })),
    );
  };
  const drawAll = (): void => vscode.window.visibleTextEditors.forEach(draw);
  context.subscriptions.push(
    decoration,
    vscode.window.onDidChangeVisibleTextEditors(drawAll),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || shown.length === 0 || OF_NO_RULESET.has(document.uri.scheme)) return;
      shown = [];
      drawAll();
    }),
  );
  return (mutants) => {
    shown = mutants.filter(({ survived }) => survived);
    drawAll();
  };
}
