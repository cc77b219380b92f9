/** A call that an agent wants to make, as one document: what a ruleset's `input:` turns into facts. */
import { NumberText } from '../../runtime/values/number-text.ts';
import { canonicalJson } from '../../library/canonical-json.ts';
import { sha256Hex } from '../../library/node/sha256.ts';

/** A call, as an adapter sees it. Identity comes from the host or a credential, never from an argument of the call. */
export interface ToolCall {
  /** The caller. */
  readonly agent: string;
  /** Session shared by the calls of one conversation; facts of earlier calls are stored under it. */
  readonly session?: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Where the tool comes from, such as an MCP server. */
  readonly server?: string;
  /** Hints about the tool, such as MCP's annotations: passed to the rules as hints, never trusted otherwise. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Names this call: the same id again gets the same verdict from an approval. */
  readonly callId: string;
  /** The arguments as they will be executed. */
  readonly args: unknown;
  /**
   * Names this attempt to execute, for rulesets with budgets: 1 to 200 characters of printable ASCII (default: a new one).
   * Keep it to send the same attempt again. Ids of calls are no keys, because models repeat them.
   */
  readonly idempotencyKey?: string;
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
 * Returns `sha256:` and hex over the canonical JSON of a value, with every digit: what an approval is bound to. Throws
 * TypeError for a value that is not JSON.
 */
export function digestOf(args: unknown): string {
  return `sha256:${sha256Hex(canonicalJson(args))}`;
}

/**
 * The document of a call.
 *
 * @param now milliseconds since the epoch
 * Throws TypeError for arguments that are not JSON, and for a call without an agent, a tool or an id.
 */
export function callDocument(call: ToolCall, now: number, approval: Approval | null): CallDocument {
  const { agent, session, tool, server, annotations, callId, args } = call;
  if (!isName(agent) || !isName(tool) || !isName(callId) || (session !== undefined && !isName(session)))
    throw new TypeError('agent, tool, call id and session must be non-empty texts');
  const at = Math.floor(now / MILLISECONDS);
  const asked = { id: callId, at, args, args_digest: digestOf(args) };
  if (hasLongInteger(args))
    throw new TypeError('integers must be at most 2^53 - 1: send longer ones as text');
  const named = toolOf(tool, server, annotations);
  const document: CallDocument =
    session === undefined
      ? { agent, tool: named, call: asked }
      : { agent, session, tool: named, call: asked };
  return approval === null ? document : { ...document, approval };
}

/** No double at or above it is written without an exponent. */
const FIRST_EXPONENT = 1e21;
const INTEGER = /^-?\d+(?:\.\d*)?$/;

/**
 * True if an integer beyond 2^53 - 1, or a number beyond all doubles, is anywhere in a JSON value. What is approved must be what is executed, and programs
 * read such integers differently (RFC 7493, 2.2).
 */
function hasLongInteger(value: unknown): boolean {
  switch (typeof value) {
    case 'bigint':
      return true;
    case 'number':
      return isLong(value) && Math.abs(value) < FIRST_EXPONENT;
    case 'object':
      if (value instanceof NumberText)
        return !Number.isFinite(value.value) || (isLong(value.value) && INTEGER.test(value.text));
      return value !== null && Object.values(value).some(hasLongInteger);
    default:
      return false;
  }
}

function isLong(value: number): boolean {
  return (
    !(Math.abs(value) <= Number.MAX_SAFE_INTEGER) && (Number.isInteger(value) || !Number.isFinite(value))
  );
}

/** Unset values would match rules that do not test them, and calls without ids would count as one call. */
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
