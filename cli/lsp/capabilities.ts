import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver/node';
import { COMMANDS } from '../../authoring/language-service/tasks.ts';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../authoring/language-service/tokens/kinds.ts';
import type { PositionEncoding } from '../../authoring/language-service/protocol/types.ts';

const ENCODINGS: readonly PositionEncoding[] = ['utf-16', 'utf-8', 'utf-32'];

/** The first that the client offers and the server knows. */
export function chooseEncoding(client: ClientCapabilities): PositionEncoding {
  const offered: readonly string[] = client.general?.positionEncodings ?? [];
  for (const name of offered) {
    const known = ENCODINGS.find((one) => one === name);
    if (known !== undefined) return known;
  }
  return 'utf-16';
}

/** The capabilities of the server. */
export function serverCapabilities(encoding: PositionEncoding): ServerCapabilities {
  return {
    positionEncoding: encoding,
    textDocumentSync: { openClose: true, change: 2, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
    completionProvider: {
      resolveProvider: true,
      triggerCharacters: ['.', '$', '?', '(', '{', '"', ':', ' '],
    },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: ['(', ','] },
    definitionProvider: true,
    documentFormattingProvider: true,
    callHierarchyProvider: true,
    codeActionProvider: {
      codeActionKinds: ['quickfix', 'refactor.extract', 'refactor.rewrite', 'source.fixAll.ferrule'],
    },
    codeLensProvider: {},
    executeCommandProvider: { commands: Object.keys(COMMANDS) },
    documentHighlightProvider: true,
    documentLinkProvider: {},
    documentSymbolProvider: true,
    referencesProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    inlayHintProvider: true,
    renameProvider: { prepareProvider: true },
    semanticTokensProvider: {
      legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
      full: { delta: true },
    },
    workspaceSymbolProvider: true,
  };
}
