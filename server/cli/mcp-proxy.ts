import { randomUUID } from 'node:crypto';
import type { Wire } from '../mcp/message.ts';
import { CommandError, DONE, textOption, usageError, type Command, type OptionValues } from './command.ts';
import { decidedBy, readAddress } from './mcp-decided-by.ts';
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
    listen: {
      type: 'string',
      value: 'HOST:PORT',
      help: 'speak Streamable HTTP there, with SERVICE_API_TOKEN as its token, instead of standard input and output',
    },
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
    const elicits = options['elicit'] === true;
    if (elicits && (textOption(options, 'service') ?? textOption(options, 'approvals')) !== null)
      throw usageError('--elicit is for approvals in memory: who asks a service for one cannot answer it');
    const { optionsOf, observes, approvals, close: closeDecider } = await decidedBy(ruleset, options);
    const agent = textOption(options, 'agent') ?? 'mcp-client';
    const tell = (line: string): void => terminal.err(`ferrule: ${line}\n`);
    if (approvals !== null) tell(`approvals are answered at ${approvals}`);
    const open = async (client: Wire, session: string): Promise<{ readonly closed: Promise<void> }> =>
      startRelay({
        client,
        upstream: await connectUpstream(upstream),
        policy: createPolicy(optionsOf(), { agent, session, server }),
        session,
        server,
        lock,
        passed: new Set(passed),
        observes,
        elicits,
        tell,
      });
    if (front === null) {
      const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
      const { closed } = await open(new StdioServerTransport() as unknown as Wire, randomUUID());
      await closed;
      await closeDecider();
      return DONE;
    }
    const { startHttpFront } = await import('../mcp/http-front.ts');
    const { url, close } = await startHttpFront({ ...front, open, tell }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(
          `cannot listen on ${front.host}:${front.port} (${error.code ?? error.message})`,
        );
      },
    );
    tell(`listening on ${url}`);
    await new Promise((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await close();
    await closeDecider();
    return DONE;
  },
};

/** Where to listen; null for standard input and output. Throws a usage error. */
function readListen(
  options: OptionValues,
): { readonly host: string; readonly port: number; readonly token: string } | null {
  const address = readAddress(options, 'listen');
  if (address === null) return null;
  const token = process.env['SERVICE_API_TOKEN'];
  if (token === undefined || token === '') throw usageError('--listen needs SERVICE_API_TOKEN');
  return { host: address.host, port: Number(address.port), token };
}
