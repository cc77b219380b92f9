/** Quick fixes of problems, which the language server offers for a place in a file. */
import type { LSPClient } from '@codemirror/lsp-client';
import type { Problem } from '../protocol/messages.ts';
import { uriOf } from './workspace.ts';

export interface Fix {
  readonly title: string;
  readonly apply: () => void;
}

export interface Fixes {
  /** Looks for the fixes of one problem at a time: each is checked by a check of the whole ruleset. */
  readonly find: (problem: Problem, stop: AbortSignal) => Promise<readonly Fix[]>;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

interface CodeAction {
  readonly title: string;
  readonly edit?: { readonly changes?: Readonly<Record<string, readonly TextEdit[]>> };
}

export function createFixes(client: LSPClient): Fixes {
  const apply = ({ edit }: CodeAction): void => {
    for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
      const file = client.workspace.getFile(uri);
      if (file === null) continue;
      const offset = ({ line, character }: Position): number => file.doc.line(line + 1).from + character;
      client.workspace.updateFile(uri, {
        changes: edits.map(({ range, newText }) => ({
          from: offset(range.start),
          to: offset(range.end),
          insert: newText,
        })),
        userEvent: 'input.fix',
      });
    }
    client.sync();
  };
  const find = async ({ file: path, start, end, code, message }: Problem): Promise<readonly Fix[]> => {
    client.sync();
    const uri = uriOf(path);
    const file = client.workspace.getFile(uri);
    if (file === null) return [];
    const { doc, version } = file;
    const position = (offset: number): Position => {
      const line = doc.lineAt(Math.min(offset, doc.length));
      return { line: line.number - 1, character: Math.min(offset, doc.length) - line.from };
    };
    const range = { start: position(start), end: position(end) };
    const actions = await client.request<unknown, readonly CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: {
        diagnostics: [{ range, code, message, source: 'ferrule' }],
        only: ['quickfix'],
        triggerKind: 2,
      },
    });
    return (actions ?? []).map((action) => ({
      title: action.title,
      apply() {
        client.sync();
        // An older answer would change another place.
        if (client.workspace.getFile(uri)?.version === version) apply(action);
      },
    }));
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    find(problem, stop) {
      const found = last.then(() => (stop.aborted ? [] : find(problem)));
      last = found.catch(() => undefined);
      return found;
    },
  };
}
