import { randomUUID } from 'node:crypto';
import type { GateOptions } from '../gate/gate.ts';
import { DONE, textOption, usageError, type Command, type OptionValues } from './command.ts';
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
    const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');

    const lock = textOption(options, 'lock') ?? LOCK_FILE;
    const server = upstreamKey(upstream);
    // Told before anything is started.
    await readPins(lock, server);
    const { gateOptions, observes } = await decidedBy(ruleset, options);
    const session = randomUUID();
    const agent = textOption(options, 'agent') ?? 'mcp-client';
    const { closed } = await startRelay({
      client: new StdioServerTransport() as never,
      upstream: await connectUpstream(upstream),
      policy: createPolicy(gateOptions, { agent, session, server }),
      session,
      server,
      lock,
      passed: new Set(passed),
      observes,
      tell: (line) => terminal.err(`ferrule: ${line}\n`),
    });
    await closed;
    return DONE;
  },
};

interface DecidedBy {
  readonly gateOptions: GateOptions;
  readonly observes: boolean;
}

/** The rules learn of results when they have the template for it; a service tells its refusal itself. */
async function decidedBy(ruleset: string, options: OptionValues): Promise<DecidedBy> {
  const url = textOption(options, 'service');
  if (url !== null) {
    const token = process.env['SERVICE_API_TOKEN'];
    if (token === undefined) throw usageError('--service needs SERVICE_API_TOKEN');
    return { gateOptions: { url, token, ruleset }, observes: true };
  }
  const { Engine } = await import('../library/engine.ts');
  const { localDecider } = await import('../gate/local-decider.ts');
  const engine = await Engine.fromRules(ruleset);
  const observes = engine.describe().templates.some(({ name }) => name === 'observation');
  return { gateOptions: { decider: localDecider(engine) }, observes };
}
