import type { Document } from '../documents/document.ts';
import type { LspDiagnostic, TextEdit, WorkspaceEdit } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';

export interface CodeAction {
  readonly title: string;
  readonly kind: string;
  readonly diagnostics?: readonly unknown[];
  readonly isPreferred?: boolean;
  readonly edit: WorkspaceEdit;
}

/** A problem as the client returns it. */
export type GivenDiagnostic = Partial<LspDiagnostic>;

/** The place and the problems of a request for actions. */
export interface Asked {
  readonly workspace: Workspace;
  readonly document: Document;
  /** `null` for a document that belongs to none. */
  readonly ruleset: RulesetOfDocument | null;
  readonly from: number;
  readonly to: number;
  /** Problems that the client shows there. */
  readonly diagnostics: readonly GivenDiagnostic[];
  readonly client: { readonly documentChanges: boolean };
}

/** A change of one document. */
export interface Change {
  readonly document: Document;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** The changes as an edit of the protocol. */
export function editOf(changes: readonly Change[], { documentChanges }: Asked['client']): WorkspaceEdit {
  const byDocument = new Map<Document, TextEdit[]>();
  for (const { document, start, end, newText } of changes) {
    const edits = byDocument.get(document) ?? [];
    byDocument.set(document, edits);
    edits.push({ range: document.lines.rangeOf(start, end), newText });
  }
  const all = [...byDocument];
  return documentChanges
    ? { documentChanges: all.map(([{ uri, version }, edits]) => ({ textDocument: { uri, version }, edits })) }
    : { changes: Object.fromEntries(all.map(([{ uri }, edits]) => [uri, edits])) };
}

/** The workspace after changes, none of which overlap. */
function after(workspace: Workspace, changes: readonly Change[]): Workspace {
  const texts = new Map<string, string>();
  for (const { document, start, end, newText } of changes.toSorted((a, b) => b.start - a.start)) {
    const text = texts.get(document.key) ?? document.text;
    texts.set(document.key, text.slice(0, start) + newText + text.slice(end));
  }
  return workspace.withTexts(texts);
}

/** The number of problems of a ruleset after changes. */
export function problemsAfter({ workspace, document }: Asked, changes: readonly Change[]): number {
  const changed = after(workspace, changes);
  const own = changed.find(document.uri);
  const ruleset = own === null ? null : changed.rulesetOf(own);
  return ruleset === null ? Infinity : ruleset.analysis.diagnostics.length;
}
