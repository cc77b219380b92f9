/** A call that an agent wants to make, as one document: what a ruleset's `input:` turns into facts. */
import { canonicalJson } from '../evidence/canonical-json.ts';
import { sha256Hex } from '../evidence/sha256.ts';

/** What an adapter knows of a call. Identity comes from the host or a credential, never from an argument of the call. */
export interface ToolCall {
  /** Who calls. */
  readonly agent: string;
  /** What the calls of one conversation share; facts of earlier calls are kept under it. */
  readonly session?: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Where the tool comes from, such as an MCP server. */
  readonly server?: string;
  /** Hints about the tool, such as MCP's annotations: told to the rules as hints, trusted by nobody else. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Names this call: the same id again gets the same verdict from an approval. */
  readonly callId: string;
  /** The arguments as they will be executed. */
  readonly args: unknown;
}

/** The document that is evaluated; its JSON Schema is `docs/schemas/call.json`. */
export interface CallDocument {
  readonly agent: string;
  readonly session?: string;
  readonly tool: {
    readonly name: string;
    readonly server?: string;
    readonly annotations?: Readonly<Record<string, unknown>>;
  };
  readonly call: {
    readonly id: string;
    /** Seconds since the epoch. */
    readonly at: number;
    readonly args: unknown;
    readonly args_digest: string;
  };
  readonly approval?: Approval;
}

/** An approval as the rules see it: brought by the host, never by the agent. */
export interface Approval {
  readonly id: string;
  readonly by: string;
  /** Digest of the arguments that were approved. */
  readonly args_digest: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
}

const MILLISECONDS = 1000;

/**
 * `sha256:` and hex over the canonical JSON (RFC 8785) of the arguments: what an approval is bound to. Throws TypeError
 * for arguments that are not JSON.
 */
export function digestOf(args: unknown): string {
  return `sha256:${sha256Hex(canonicalJson(args))}`;
}

/**
 * The document of a call.
 *
 * @param now milliseconds since the epoch
 * Throws TypeError for arguments that are not JSON, and for a call of nobody, of nothing or without an id.
 */
export function callDocument(call: ToolCall, now: number, approval: Approval | null): CallDocument {
  const { agent, session, tool, server, annotations, callId, args } = call;
  if (!isName(agent) || !isName(tool) || !isName(callId) || (session !== undefined && !isName(session)))
    throw new TypeError('agent, tool, call id and session must be texts that are not empty');
  const at = Math.floor(now / MILLISECONDS);
  const asked = { id: callId, at, args, args_digest: digestOf(args) };
  const named = toolOf(tool, server, annotations);
  const document: CallDocument =
    session === undefined
      ? { agent, tool: named, call: asked }
      : { agent, session, tool: named, call: asked };
  return approval === null ? document : { ...document, approval };
}

/** What a host leaves open would match rules that ask nothing about it, and calls without ids would be one call. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Most calls say no more than the name. */
function toolOf(
  name: string,
  server: ToolCall['server'],
  annotations: ToolCall['annotations'],
): CallDocument['tool'] {
  if (server === undefined && annotations === undefined) return { name };
  return {
    name,
    ...(server === undefined ? {} : { server }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}
