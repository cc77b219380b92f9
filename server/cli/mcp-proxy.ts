import { randomUUID } from 'node:crypto';
import type { Wire } from '../mcp/message.ts';
import { DONE, textOption, usageError, type Command, type OptionValues } from './command.ts';
import { decidedBy } from './mcp-decided-by.ts';
import { LISTEN_OPTION, readListen, serveUntilTold } from './mcp-listen.ts';
import { ROOT_OPTION } from './root-option.ts';
import { readUpstream, UPSTREAM_OPTIONS } from './mcp-options.ts';

export const mcpProxyCommand: Command = {
  name: 'mcp proxy',
  summary: 'stand before a server of MCP and decide its calls',
  arguments: [],
  more: 'COMMAND',
  options: {
    ruleset: {
      type: 'string',
      value: 'PATH',
      help: 'ruleset that decides; with --service its name there; required',
    },
    service: { type: 'string', value: 'URL', help: 'ask a running service; its token is SERVICE_API_TOKEN' },
    ...UPSTREAM_OPTIONS,
    agent: {
      type: 'string',
      value: 'NAME',
      help: 'who calls, as the rules know it; mcp-client when left out',
    },
    session: {
      type: 'string',
      value: 'NAME',
      help: 'one session for all calls, which goes on when the proxy is started again; a new one when left out',
    },
    listen: LISTEN_OPTION,
    root: ROOT_OPTION,
    approvals: {
      type: 'string',
      value: 'HOST:PORT',
      help: 'keep approvals and sessions in a store, and take the answers of persons there, without a service',
    },
    elicit: {
      type: 'boolean',
      help: "let the client's own user answer what is escalated, when the client can ask; not with approvals of a service",
    },
    pass: { type: 'string', value: 'METHODS', help: 'methods that are not decided, separated by commas' },
  },
  notes: `
Speaks MCP on standard input and output, and starts COMMAND as the server: ferrule mcp proxy --ruleset PATH -- COMMAND ARGS.
Listings show what the rules allow; a call that they deny is answered by an error that the model can read. The definitions
of the tools are pinned in the lock file when they are first seen; what changes or comes later waits for ferrule mcp accept.`,
  async run(words, options, terminal) {
    const ruleset = textOption(options, 'ruleset');
    if (ruleset === null) throw usageError('mcp proxy needs --ruleset');
    const upstream = readUpstream(words, options);
    const passed = (textOption(options, 'pass') ?? '').split(',').filter((method) => method !== '');
    const { PASSABLE, unknownPass } = await import('../mcp/methods.ts');
    const unknown = unknownPass(passed);
    if (unknown !== null) {
      throw usageError(`--pass does not know '${unknown}': ${PASSABLE.join(', ')}`);
    }
    const { connectUpstream, upstreamKey } = await import('../mcp/upstream.ts');
    const { LOCK_FILE, readPins } = await import('../mcp/pins.ts');
    const { createPolicy } = await import('../mcp/policy.ts');
    const { startRelay } = await import('../mcp/relay.ts');
    const lock = textOption(options, 'lock') ?? LOCK_FILE;
    const server = upstreamKey(upstream);
    // Told before anything is started.
    await readPins(lock, server);
    const front = readListen(options);
    const named = await readSession(options);
    const elicits = options['elicit'] === true;
    if (elicits && (textOption(options, 'service') ?? textOption(options, 'approvals')) !== null)
      throw usageError('--elicit is for approvals in memory: who asks a service for one cannot answer it');
    const { gatesOf, observes, approvals, close: closeDecider } = await decidedBy(ruleset, options);
    const agent = textOption(options, 'agent') ?? 'mcp-client';
    const tell = (line: string): void => terminal.err(`ferrule: ${line}\n`);
    if (approvals !== null) tell(`approvals are answered at ${approvals}`);
    const open = async (client: Wire, own: string): Promise<{ readonly closed: Promise<void> }> => {
      const session = named ?? own;
      const connected = await connectUpstream(upstream);
      const gates = gatesOf({ name: session, isNamed: named !== null, tell });
      const relay = startRelay({
        client,
        upstream: connected,
        policy: createPolicy(gates.deciding, { agent, session, server }, gates.listing),
        session,
        server,
        lock,
        passed: new Set(passed),
        observes,
        elicits,
        tell,
      });
      void relay.then(({ closed }) => closed).then(gates.close, gates.close);
      return relay;
    };
    if (front === null) {
      const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
      const { closed } = await open(new StdioServerTransport() as unknown as Wire, randomUUID());
      await closed;
      await closeDecider();
      return DONE;
    }
    const { startHttpFront } = await import('../mcp/http-front.ts');
    await serveUntilTold(front, startHttpFront({ ...front, open, tell }), terminal);
    await closeDecider();
    return DONE;
  },
};

/** The name of the session; null: each begins its own. Throws a usage error. */
async function readSession(options: OptionValues): Promise<string | null> {
  const name = textOption(options, 'session');
  if (name === null) return null;
  const { SESSION_ID } = await import('../service/contracts/evaluate.ts');
  if (!SESSION_ID.test(name)) throw usageError('--session must be 1 to 128 of A-Z, a-z, 0-9 and . _ : -');
  return name;
}
