import { codeActions } from './actions/actions.ts';
import { complete } from './completion/complete.ts';
import { resolveCompletion } from './completion/resolve.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from './hierarchy/call-hierarchy.ts';
import { inlayHints } from './hints/inlay-hints.ts';
import { hover } from './hover/hover.ts';
import { formatDocument } from './layout/format.ts';
import { codeLenses } from './tasks/lenses.ts';
import { testItems } from './tasks/test-items.ts';
import { findDefinition, findReferences, highlight } from './names/definition.ts';
import { prepareRename, rename } from './names/rename.ts';
import { signatureHelp } from './signature/signature-help.ts';
import { foldingRanges } from './structure/folding.ts';
import { documentLinks } from './structure/links.ts';
import { selectionRanges } from './structure/selection.ts';
import { documentSymbols, workspaceSymbols } from './symbols/symbols.ts';
import type { ClientAbilities } from './protocol/types.ts';
import { semanticTokens, semanticTokensDelta } from './tokens/semantic-tokens.ts';
import type { Workspace } from './workspace/workspace.ts';

type Method<Params> = (workspace: Workspace, params: Params, client: ClientAbilities) => unknown;

const row =
  <Params>(
    method: Method<Params>,
  ): ((workspace: Workspace, params: unknown, client: ClientAbilities) => unknown) =>
  (workspace, params, client) =>
    method(workspace, params as Params, client);

/** THE table of methods: each request of the protocol that the documents alone decide. */
export const METHODS: Readonly<
  Record<string, (workspace: Workspace, params: unknown, client: ClientAbilities) => unknown>
> = {
  'callHierarchy/incomingCalls': row(incomingCalls),
  'callHierarchy/outgoingCalls': row(outgoingCalls),
  'completionItem/resolve': row(resolveCompletion),
  'textDocument/codeAction': row(codeActions),
  'textDocument/completion': row(complete),
  'textDocument/definition': row(findDefinition),
  'textDocument/documentHighlight': row(highlight),
  'textDocument/documentLink': row(documentLinks),
  'textDocument/documentSymbol': row(documentSymbols),
  'textDocument/foldingRange': row(foldingRanges),
  'textDocument/formatting': row(formatDocument),
  'textDocument/hover': row(hover),
  'textDocument/inlayHint': row(inlayHints),
  'textDocument/prepareCallHierarchy': row(prepareCallHierarchy),
  'textDocument/prepareRename': row(prepareRename),
  'textDocument/references': row(findReferences),
  'textDocument/rename': row(rename),
  'textDocument/selectionRange': row(selectionRanges),
  'textDocument/semanticTokens/full': row(semanticTokens),
  'textDocument/semanticTokens/full/delta': row(semanticTokensDelta),
  'textDocument/signatureHelp': row(signatureHelp),
  'workspace/symbol': row(workspaceSymbols),
  'textDocument/codeLens': row(codeLenses),
  'ferrule/testItems': row((workspace, params: { readonly uri?: string } | null) =>
    testItems(workspace, params ?? {}),
  ),
};
