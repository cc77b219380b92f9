import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GateOptions } from '../../../agents/gate/gate.ts';
import { localDecider } from '../../../agents/gate/local-decider.ts';
import { Engine } from '../../../library/node/engine.ts';
import type { Message, Wire } from '../../../agents/mcp/message.ts';
import { createPolicy } from '../../../agents/mcp/policy.ts';
import { startRelay } from '../../../agents/mcp/relay.ts';

/** Reading is allowed for texts and listed for what says that it reads, writing waits for a person, all else is denied. */
export const POLICY = `
templates:
  - name: call
    slots:
      - { name: tool, type: string, required: true }
      - { name: path, type: string }
      - { name: uri, type: string }
      - { name: listing, type: boolean, default: false }
      - { name: reads, type: boolean, default: false }
      - { name: approved_by, type: string }
  - name: observation
    slots:
      - { name: session, type: string }
      - { name: source, type: symbol }
input:
  - template: call
    slots:
      tool: $.tool.name
      path: $.call.args.path
      uri: $.call.args.uri
      listing: $.tool.annotations.listing
      reads: $.tool.annotations.readOnlyHint
      approved_by: $.approval.by
ruleset: files
rules:
  - name: list-readers
    when:
      - template: call
        conditions: [{ slot: listing, expression: equals(true) }, { slot: reads, expression: equals(true) }]
    then: { action: allow, reason: "reading is listed" }
  - name: read-texts
    when:
      - template: call
        conditions:
          - { slot: listing, expression: equals(false) }
          - { slot: tool, expression: "in([read_text_file, echo])" }
          - { slot: path, expression: not_equals(secret) }
    then: { action: allow, reason: "texts may be read" }
  - name: resources
    when:
      - template: call
        conditions: [{ slot: tool, expression: equals(resources/read) }, { slot: uri, expression: starts_with(test) }]
    then: { action: allow, reason: "test resources" }
  - name: write
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(write_file) }, { slot: approved_by, expression: equals() }] }]
    then: { action: escalate, reason: "writing needs a person" }
  - name: approved
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(write_file) }, { slot: approved_by, expression: not_equals() }] }]
    then: { action: allow, reason: "approved" }
  - name: once
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(once) }] }]
    then: { action: allow, reason: "nothing was seen yet" }
  - name: not-twice
    when:
      - { template: call, conditions: [{ slot: tool, expression: equals(once) }, { slot: listing, expression: equals(false) }] }
      - { template: observation }
    then: { action: deny, reason: "something was seen" }
`;

export const ALLOW_ALL = `
templates:
  - name: call
    slots: [{ name: tool, type: string, required: true }]
input:
  - { template: call, slots: { tool: $.tool.name } }
rules:
  - name: all
    when: [{ template: call }]
    then: { action: allow, reason: "all" }
`;

export const engine = await Engine.fromSources([{ path: 'policy.yaml', text: POLICY }]);

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } };

export const tool = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  inputSchema: SCHEMA,
  ...more,
});

export const READER = tool('read_text_file', { annotations: { readOnlyHint: true } });
export const TOOLS = [READER, tool('write_file'), tool('remove'), tool('once')];

type Params = Readonly<Record<string, unknown>>;
/** Returns the server's response to a method; throws for an error, returns undefined to stay silent. */
export type Answerer = (method: string, params: Params) => Readonly<Record<string, unknown>> | undefined;

/** A server that lists these tools and responds to calls with their name. */
export const serving =
  (tools: () => readonly unknown[]): Answerer =>
  (method, { name }) =>
    method === 'tools/list'
      ? { tools: tools() }
      : { content: [{ type: 'text', text: typeof name === 'string' ? `did ${name}` : method }] };

export interface Session {
  readonly request: (method: string, params?: Params) => Promise<Message>;
  readonly call: (name: unknown, args?: unknown) => Promise<Message>;
  readonly names: () => Promise<readonly string[]>;
  readonly notify: (method: string) => void;
  /** Messages that the server sends on its own. */
  readonly say: (message: Message) => void;
  /** Responses of the client to a request of the server or the proxy. */
  readonly reply: (message: Message) => void;
  /** Messages that reached the server and the client, except responses to the client's requests. */
  readonly atServer: readonly Message[];
  readonly atClient: readonly Message[];
  readonly told: readonly string[];
  readonly lock: string;
  readonly close: () => Promise<void>;
}

export interface SessionOptions {
  readonly lock?: string;
  readonly gate?: GateOptions;
  readonly passed?: readonly string[];
  readonly timeoutMs?: number;
  readonly elicits?: boolean;
  /** Headers of the client's requests. */
  readonly headersOf?: Wire['headersOf'];
  /** A method that does not reach the server. */
  readonly fails?: string;
}

export async function startSession(answer: Answerer, options: SessionOptions = {}): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
  const { lock = join(folder, 'ferrule.mcp.lock'), gate = { decider: localDecider(engine) } } = options;
  const atServer: Message[] = [];
  const atClient: Message[] = [];
  const told: string[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const idle = (): Promise<void> => Promise.resolve();
  const client: Wire = {
    ...(options.headersOf === undefined ? {} : { headersOf: options.headersOf }),
    start: idle,
    close: async () => client.onclose?.(),
    send: async (message) => {
      const settle = message.method === undefined ? waiting.get(message.id) : undefined;
      if (settle === undefined) atClient.push(message);
      else settle(message);
    },
  };
  const upstream: Wire = {
    start: idle,
    close: async () => upstream.onclose?.(),
    send: async (message) => {
      if (message.method === options.fails && message.method !== undefined)
        throw new Error('the server is away');
      atServer.push(message);
      const { id, method, params = {} } = message;
      if (id === undefined || method === undefined) return;
      queueMicrotask(() => {
        try {
          const result = answer(method, params);
          if (result !== undefined) upstream.onmessage?.({ jsonrpc: '2.0', id, result });
        } catch (error) {
          const failure = { code: -32000, message: (error as Error).message };
          upstream.onmessage?.({ jsonrpc: '2.0', id, error: failure });
        }
      });
    },
  };
  const caller = { agent: 'a1', session: 's1', server: 'test' };
  await startRelay({
    client,
    upstream,
    policy: createPolicy(gate, caller),
    session: 's1',
    server: 'test',
    lock,
    passed: new Set(options.passed ?? []),
    observes: true,
    elicits: options.elicits ?? false,
    tell: (line) => told.push(line),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  let count = 0;
  const request = (method: string, params?: Params): Promise<Message> =>
    new Promise((resolve) => {
      const id = count++;
      waiting.set(id, resolve);
      client.onmessage?.({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    });
  return {
    request,
    call: (name, args) =>
      request('tools/call', { name, ...(args === undefined ? {} : { arguments: args }) } as Params),
    names: async () => {
      const { result } = await request('tools/list');
      return (result?.['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
    },
    notify: (method) => client.onmessage?.({ jsonrpc: '2.0', method }),
    reply: (message) => client.onmessage?.(message),
    say: (message) => upstream.onmessage?.(message),
    atServer,
    atClient,
    told,
    lock,
    close: () => rm(folder, { recursive: true }),
  };
}

/** The text of a call's result, and whether it is an error. */
export function textOf({ result }: Message): readonly [unknown, boolean] {
  const [first] = (result?.['content'] ?? []) as readonly { readonly text: string }[];
  const text = first?.text ?? '';
  return [text.startsWith('{') ? (JSON.parse(text) as unknown) : text, result?.['isError'] === true];
}

export function callsAt({ atServer }: Session): number {
  return atServer.filter(({ method }) => method === 'tools/call').length;
}

/** Starts sessions, and closes them all. */
export function createSessions(): {
  readonly start: (answer?: Answerer, options?: SessionOptions) => Promise<Session>;
  readonly closeAll: () => Promise<void>;
} {
  const open: Session[] = [];
  return {
    async start(answer = serving(() => TOOLS), options = {}) {
      const session = await startSession(answer, options);
      open.push(session);
      return session;
    },
    async closeAll() {
      for (const session of open.splice(0)) await session.close();
    },
  };
}
