/** The shapes of the Language Server Protocol 3.17 that the service returns. Hosts send them unchanged. */

export interface Position {
  readonly line: number;
  /** In units of the negotiated encoding. */
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

interface TextDocumentEdit {
  readonly textDocument: { readonly uri: string; readonly version: number | null };
  readonly edits: readonly TextEdit[];
}

export interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly TextDocumentEdit[];
}

export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** 1: error, 2: warning, 3: information, 4: hint. */
type DiagnosticSeverity = 1 | 2 | 3 | 4;

export interface LspDiagnostic {
  readonly range: Range;
  readonly severity: DiagnosticSeverity;
  readonly code: string;
  readonly codeDescription: { readonly href: string };
  readonly source: 'ferrule' | 'ferrule analyze' | 'ferrule test';
  readonly message: string;
  readonly relatedInformation?: readonly { readonly location: Location; readonly message: string }[];
  /** For code actions: the name that was probably meant. */
  readonly data?: { readonly suggestion: string };
}

export interface MarkupContent {
  readonly kind: 'markdown';
  readonly value: string;
}

/** Parameters of most requests. */
export interface DocumentParams {
  readonly textDocument: { readonly uri: string };
}

export interface PositionParams extends DocumentParams {
  readonly position: Position;
}

/** A request that is refused with a reason for the user. */
export class RequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

/** The request was valid and could not be carried out. */
export const REQUEST_FAILED = -32803;
/** The documents are newer than the response. */
export const CONTENT_MODIFIED = -32801;
export const INVALID_PARAMS = -32602;

/** Capabilities of the client on which responses depend. */
export interface ClientAbilities {
  /** The client takes the versions of documents in edits. */
  readonly documentChanges: boolean;
}
