/**
 * The proxy between one client and its server, message by message: it hands on what may pass as it came, decides calls on
 * their body, and answers itself what is denied. So it knows nothing of versions of the protocol.
 */
import { randomUUID } from 'node:crypto';
import { createCatalog, type Catalog } from './catalog.ts';
import {
  errorMessage,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isRequest,
  METHOD_NOT_FOUND,
  ownMeta,
  REFUSED,
  resultMessage,
  type Message,
  type MessageId,
  type Request,
  type Wire,
} from './message.ts';
import { handlingOf, mayClientNotify, mayServerAsk } from './methods.ts';
import { isRecord } from './is-record.ts';
import { UpstreamError } from './fetch-tools.ts';
import { createOwnRequests } from './own-requests.ts';
import { mirroredArguments, paramHeaders, paramProblem, type MirroredArgument } from './param-headers.ts';
import { refusal, refusalText, type Policy } from './policy.ts';
import { HEADER_MISMATCH } from './required-headers.ts';
import type { Tool } from './tool.ts';
import type { Verdict } from '../gate/verdict.ts';
import { createAskPerson } from './ask-person.ts';
import { asksByResult, withoutAnswer } from './elicitation.ts';

export interface RelayOptions {
  readonly client: Wire;
  readonly upstream: Wire;
  readonly policy: Policy;
  /** Session of the calls, as the rules know it. */
  readonly session: string;
  readonly server: string;
  readonly lock: string;
  /** Methods that are not decided. */
  readonly passed: ReadonlySet<string>;
  /** The rules learn what came back. */
  readonly observes: boolean;
  /** The user of the client answers what is escalated. */
  readonly elicits: boolean;
  /** Longest wait for a listing of the server in milliseconds. */
  readonly timeoutMs?: number;
  readonly tell: (line: string) => void;
}

/** What was decided and is under way, so that the rules learn of its result. */
interface Call {
  readonly tool: string;
  readonly callId: string;
  /** The answer when they could not. */
  readonly unlearned: (reason: string) => Message;
}

const WRONG_HEADERS = 'its definition asks for headers as none may';
const TIMEOUT_MS = 10_000;
/** As long as an approval waits. */
const PERSON_MS = 900_000;

/** What is wrong is told in the words of the protocol; a defect is told to nobody but the operator. */
export async function startRelay(options: RelayOptions): Promise<{ readonly closed: Promise<void> }> {
  const { client, upstream, policy, passed, tell } = options;
  const own = createOwnRequests((message) => upstream.send(message), options.timeoutMs ?? TIMEOUT_MS);
  const catalog: Catalog = createCatalog({ ...options, ask: own.ask });
  /** Requests that the server has not answered; null for one that was not decided. */
  const waiting = new Map<MessageId, Call | null>();
  /** Each request is a call of its own: a client that gives one id to two would have one approval for both. */
  const newCallId = randomUUID;

  const asked = createOwnRequests((message) => client.send(message), PERSON_MS);
  const person = options.elicits ? createAskPerson(policy, asked.ask) : null;

  const failed = (error: unknown): void => tell(messageOf(error));
  const toClient = (message: Message): Promise<void> => client.send(message);
  const deny = (request: Request, text: string): Promise<void> => toClient(refused(request, text));

  /** Nothing waits for the server here: over HTTP a request is sent when it is answered. */
  const forward = async (
    request: Request,
    made: Call | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    // The answer to one would be taken for that to the other, and nobody would learn of the other.
    if (waiting.has(request.id))
      return toClient(errorMessage(request.id, INVALID_REQUEST, 'another request has this id'));
    waiting.set(request.id, made);
    upstream.send(request, headers).catch((error: unknown) => {
      waiting.delete(request.id);
      tell(`${request.method}: ${messageOf(error)}`);
      toClient(errorMessage(request.id, INTERNAL_ERROR, messageOf(error))).catch(failed);
    });
  };

  const list = async (request: Request): Promise<void> => {
    const { id, params } = request;
    if (params?.['cursor'] !== undefined) {
      return toClient(errorMessage(id, INVALID_PARAMS, 'the listing has one page'));
    }
    const { tools, rest, compared } = await catalog.refresh(ownMeta(params));
    const shown = [];
    for (const tool of tools) {
      if (compared.get(tool.name)?.state !== 'accepted') continue;
      const isCallable = mirroredOf(tool, request) !== null;
      if (!isCallable) tell(`the tool ${JSON.stringify(tool.name)} is left out: ${WRONG_HEADERS}`);
      else if (await policy.shows(tool)) shown.push(tool);
    }
    // What one caller may see is nobody else's to keep.
    const scope = 'cacheScope' in rest ? { cacheScope: 'private' } : {};
    return toClient(resultMessage(id, { ...rest, ...scope, tools: shown }));
  };

  const call = async (request: Request): Promise<void> => {
    const { id, params = {} } = request;
    const { name, arguments: args = {} } = params;
    const said = client.headersOf?.(id);
    if (typeof name !== 'string' || !isRecord(args)) {
      return toClient(errorMessage(id, INVALID_PARAMS, 'a call needs the name of a tool, and its arguments'));
    }
    const pinned = await catalog.find(name, ownMeta(params));
    if (pinned === null)
      return deny(request, refusal('unknown_tool', `the server lists no tool ${JSON.stringify(name)}`));
    if (pinned.state !== 'accepted') {
      const reason = `the definition of ${JSON.stringify(name)} is ${pinned.state} and waits to be accepted`;
      return deny(request, refusal(`definition_${pinned.state}`, reason));
    }
    const mirrored = mirroredOf(pinned.tool, request);
    if (mirrored === null) {
      return deny(request, refusal('definition_invalid', WRONG_HEADERS));
    }
    // Nobody waits for it, and what its headers said is not known any more.
    if (said === null) return;
    const problem = said === undefined ? null : paramProblem(mirrored, args, said);
    if (problem !== null) return toClient(errorMessage(id, HEADER_MISMATCH, problem));
    const callId = newCallId();
    const again = (): Promise<Verdict> => policy.decide(name, pinned.tool, args, callId);
    const conclude = async (verdict: Verdict): Promise<void> => {
      if (verdict.verdict !== 'allow') return deny(request, refusalText(verdict));
      const unlearned = (reason: string): Message => refused(request, refusal('observation_failed', reason));
      const made = { tool: name, callId, unlearned };
      return forward(withoutAnswer(request), made, paramHeaders(mirrored, args));
    };
    const verdict = await again();
    if (person === null || verdict.verdict !== 'escalate') return conclude(verdict);
    // Other messages of the client do not wait for its user.
    const settling = person.settle({ request, tool: name, args, verdict, again });
    void settling
      .then((settled) => ('verdict' in settled ? conclude(settled) : toClient(settled)))
      .catch((error: unknown) => deny(request, refusal('elicitation_failed', messageOf(error))))
      .catch(failed);
  };

  const decide = async (request: Request): Promise<void> => {
    const { id, method, params = {} } = request;
    const { _meta: _, ...args } = params;
    const callId = newCallId();
    const verdict = await policy.decide(method, null, args, callId);
    if (verdict.verdict === 'allow') {
      const unlearned = (text: string): Message =>
        errorMessage(id, REFUSED, text, { code: 'observation_failed' });
      return forward(request, { tool: method, callId, unlearned });
    }
    const { reason, code, decisionId, approval } = verdict;
    return toClient(errorMessage(id, REFUSED, reason, { code, decision_id: decisionId, approval }));
  };

  const handle = async (request: Request): Promise<void> => {
    switch (handlingOf(request.method, passed)) {
      case 'pass':
        return forward(request);
      case 'list':
        return list(request);
      case 'call':
        return call(request);
      case 'decide':
        return decide(request);
      case 'deny': {
        const text = `the proxy does not know the method ${JSON.stringify(request.method)}`;
        return toClient(errorMessage(request.id, METHOD_NOT_FOUND, text));
      }
    }
  };

  const fromClient = async (message: Message): Promise<void> => {
    if (isRequest(message)) {
      person?.learn(message);
      return handle(message).catch((error: unknown) => {
        tell(`${message.method}: ${messageOf(error)}`);
        return toClient(errorMessage(message.id, INTERNAL_ERROR, messageOf(error)));
      });
    }
    if (mayClientNotify(message.method ?? '')) return upstream.send(message);
    tell(`dropped a notification ${JSON.stringify(message.method)} of the client`);
  };

  /** What the client gets of an answer of the server; null for one that nobody waits for. */
  const learn = async (message: Message): Promise<Message | null> => {
    const { id, result } = message;
    const made = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || made === undefined) return null;
    waiting.delete(id);
    if (made === null || !options.observes || !tellsAnything(result)) return message;
    try {
      const { tool, callId } = made;
      await policy.gate.observe({ tool, callId, session: options.session, result });
      return message;
    } catch (error) {
      // A result that later decisions do not know of is not shown.
      return made.unlearned(messageOf(error));
    }
  };

  const fromUpstream = async (message: Message): Promise<void> => {
    if (isRequest(message)) {
      if (mayServerAsk(message.method)) return toClient(message);
      const text = `the proxy does not know the method ${JSON.stringify(message.method)}`;
      return upstream.send(errorMessage(message.id, METHOD_NOT_FOUND, text));
    }
    if (message.method === 'notifications/tools/list_changed') catalog.forget();
    if (message.method !== undefined) return toClient(message);
    const version = message.result?.['protocolVersion'];
    if (typeof version === 'string') upstream.setProtocolVersion?.(version);
    if (own.settle(message)) return;
    const learned = await learn(message);
    if (learned !== null) return toClient(learned);
    tell(`dropped an answer of the server that nobody waits for: ${JSON.stringify(message.id)}`);
  };

  let turn = Promise.resolve();
  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      own.end();
      asked.end();
      Promise.allSettled([client.close(), upstream.close()]).then(() => resolve(), failed);
    };
    client.onclose = end;
    upstream.onclose = end;
  });
  client.onerror = failed;
  upstream.onerror = failed;
  client.onmessage = (message) => {
    // Answers to the server must not wait for a request that waits for the server.
    if (message.method === undefined) {
      if (!asked.settle(message)) upstream.send(message).catch(failed);
    } else if (client.isShared === true) fromClient(message).catch(failed);
    else turn = turn.then(() => fromClient(message)).catch(failed);
  };
  // In the order of the server, though a result waits until the rules have learned of it.
  let heard = Promise.resolve();
  upstream.onmessage = (message) => {
    heard = heard.then(() => fromUpstream(message)).catch(failed);
  };
  await upstream.start().catch((error: unknown) => {
    throw new UpstreamError(`the server cannot be started: ${messageOf(error)}`);
  });
  await client.start();
  return { closed };
}

/** An error tells what the server says of itself; an empty result, that something was done. */
function tellsAnything(result: Message['result']): result is Readonly<Record<string, unknown>> {
  return Object.keys(result ?? {}).some((key) => key !== '_meta' && key !== 'resultType');
}

/** What the call of a tool says in headers, which earlier revisions do not know. Null: nobody may call it. */
function mirroredOf(tool: Tool, request: Request): readonly MirroredArgument[] | null {
  return asksByResult(request) ? mirroredArguments(tool) : [];
}

/** A refusal that the model can read. Who is asked by results expects each to say that it is the last word. */
function refused(request: Request, text: string): Message {
  const last = asksByResult(request) ? { resultType: 'complete' } : {};
  return resultMessage(request.id, { ...last, content: [{ type: 'text', text }], isError: true });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
