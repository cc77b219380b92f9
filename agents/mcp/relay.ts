/**
 * The proxy between one client and its server, message by message: it hands on what may pass as it came, decides calls on
 * their body, and responds itself to denied ones. So it is independent of protocol versions.
 */
import { randomUUID } from 'node:crypto';
import { createCatalog, type Catalog } from './catalog.ts';
import {
  errorMessage,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isRequest,
  METHOD_NOT_FOUND,
  ownMeta,
  REFUSED,
  resultMessage,
  type Message,
  type Request,
  type Wire,
} from './message.ts';
import { endTogether } from './end-together.ts';
import { createForwarding, type Call } from './forwarding.ts';
import { messageOf } from './message-of.ts';
import { argumentKeyProblem } from './argument-keys.ts';
import { checkMembers, serverMessageProblem } from './members.ts';
import { bringsContent, handlingOf, mayClientNotify } from './methods.ts';
import { isRecord } from '../../library/is-record.ts';
import { UpstreamError } from './fetch-tools.ts';
import { createOwnRequests } from './own-requests.ts';
import { paramHeaders, paramProblem } from './param-headers.ts';
import { createServerRequests } from './server-requests.ts';
import { mirroredOf, toolProblem } from './tool-problem.ts';
import { refusal, refusalText, type Policy } from './policy.ts';
import { HEADER_MISMATCH } from './required-headers.ts';
import type { Verdict } from '../gate/verdict.ts';
import { createAskPerson } from './ask-person.ts';
import { refused, withoutAnswer } from './elicitation.ts';

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
  /** True if the client's user decides escalated calls. */
  readonly elicits: boolean;
  /** Longest wait for a listing of the server in milliseconds. */
  readonly timeoutMs?: number;
  readonly tell: (line: string) => void;
}

const TIMEOUT_MS = 10_000;
/** Time that an approval stays pending. */
const PERSON_MS = 900_000;

/** Problems are reported as protocol errors; defects only to the operator. */
export async function startRelay(options: RelayOptions): Promise<{ readonly closed: Promise<void> }> {
  const { client, upstream, policy, passed, tell } = options;
  const own = createOwnRequests((message) => upstream.send(message), options.timeoutMs ?? TIMEOUT_MS);
  const catalog: Catalog = createCatalog({ ...options, ask: own.ask });
  /** Each request is a call of its own: a client that gives one id to two would have one approval for both. */
  const newCallId = randomUUID;

  const asked = createOwnRequests((message) => client.send(message), PERSON_MS);
  const person = options.elicits ? createAskPerson(policy, asked.ask) : null;

  const serverRequests = createServerRequests({ client, upstream, tell });
  const failed = (error: unknown): void => tell(messageOf(error));
  const toClient = (message: Message): Promise<void> => client.send(message);
  const deny = (request: Request, text: string): Promise<void> => toClient(refused(request, text));

  const observe = ({ tool, callId }: Call, result: unknown): Promise<unknown> =>
    policy.gate.observe({ tool, callId, session: options.session, result });
  const forwarding = createForwarding({ client, upstream, observe: options.observes ? observe : null, tell });
  const { forward } = forwarding;

  const list = async (request: Request): Promise<void> => {
    const { id, params } = request;
    if (params?.['cursor'] !== undefined) {
      return toClient(errorMessage(id, INVALID_PARAMS, 'the listing has one page'));
    }
    const { tools, rest, compared } = await catalog.refresh(ownMeta(params));
    const shown = [];
    for (const tool of tools) {
      if (compared.get(tool.name)?.state !== 'accepted') continue;
      const problem = toolProblem(tool, request);
      if (problem !== null) tell(`the tool ${JSON.stringify(tool.name)} is left out: ${problem}`);
      else if (await policy.shows(tool)) shown.push(tool);
    }
    // Data of one caller must not be cached for others.
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
      const reason = `the definition of ${JSON.stringify(name)} is ${pinned.state} and not accepted yet`;
      return deny(request, refusal(`definition_${pinned.state}`, reason));
    }
    const invalid = toolProblem(pinned.tool, request);
    if (invalid !== null) return deny(request, refusal('definition_invalid', invalid));
    const mirrored = mirroredOf(pinned.tool, request) ?? [];
    const ambiguous = argumentKeyProblem(args, pinned.tool['inputSchema']);
    if (ambiguous !== null) return toClient(errorMessage(id, INVALID_PARAMS, ambiguous));
    // The client has left, and its headers are gone.
    if (said === null) return;
    const problem = said === undefined ? null : paramProblem(mirrored, args, said);
    if (problem !== null) return toClient(errorMessage(id, HEADER_MISMATCH, problem));
    const callId = newCallId();
    const again = (): Promise<Verdict> => policy.decide(name, pinned.tool, args, callId);
    const conclude = async (verdict: Verdict): Promise<void> => {
      if (verdict.verdict !== 'allow') return deny(request, refusalText(verdict));
      const unlearned = (reason: string): Message => refused(request, refusal('observation_failed', reason));
      const made = { tool: name, callId, isLearnedFirst: true, unlearned };
      return forward(withoutAnswer(request), made, paramHeaders(mirrored, args));
    };
    const verdict = await again();
    if (person === null || verdict.verdict !== 'escalate') return conclude(verdict);
    // Other messages of the client do not wait for its user.
    const settling = person.settle({ request, verdict, again });
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
      return forward(request, { tool: method, callId, isLearnedFirst: bringsContent(method), unlearned });
    }
    const { reason, code, missing, decisionId, approval } = verdict;
    return toClient(errorMessage(id, REFUSED, reason, { code, missing, decision_id: decisionId, approval }));
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

  const fromClient = async (sent: Message): Promise<void> => {
    const checked = checkMembers(sent, 'client');
    if (!checked.ok) {
      const { method = '', id } = sent;
      tell(`refused ${JSON.stringify(method)} of the client: ${checked.problem}`);
      return id === undefined ? undefined : toClient(errorMessage(id, INVALID_PARAMS, checked.problem));
    }
    const { message } = checked;
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

  const fromUpstream = async (message: Message): Promise<void> => {
    if (isRequest(message)) {
      return serverRequests.ask(message);
    }
    const ambiguous = serverMessageProblem(message);
    if (ambiguous !== null) {
      tell(`dropped a message of the server: ${ambiguous}`);
      if (message.method !== undefined || message.id === undefined || own.settle(message)) return;
      if (!forwarding.giveUp(message.id)) return;
      return toClient(errorMessage(message.id, INTERNAL_ERROR, `the response of the server: ${ambiguous}`));
    }
    if (message.method === 'notifications/tools/list_changed') catalog.forget();
    if (message.method !== undefined) return toClient(message);
    const version = message.result?.['protocolVersion'];
    if (typeof version === 'string') upstream.setProtocolVersion?.(version);
    if (own.settle(message)) return;
    const learned = await forwarding.learn(message);
    if (learned !== null) return toClient(learned);
    tell(`dropped a response of the server that no request waits for: ${JSON.stringify(message.id)}`);
  };

  let turn = Promise.resolve();
  const closed = endTogether({
    client,
    upstream,
    before() {
      own.end();
      asked.end();
    },
  });
  client.onerror = failed;
  upstream.onerror = failed;
  client.onmessage = (message) => {
    // Responses to the server must not wait for a request that waits for the server.
    if (message.method === undefined) {
      if (!asked.settle(message)) serverRequests.answer(message).catch(failed);
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
