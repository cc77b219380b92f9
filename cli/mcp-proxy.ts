import { randomUUID } from 'node:crypto';
import { visible } from '../library/shown-text.ts';
import type { Wire } from '../agents/mcp/message.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import { DONE, textOption, usageError, type Command, type OptionValues, type Terminal } from './command.ts';
import { decidedBy } from './mcp-decided-by.ts';
import { LISTEN_OPTION, readListen, serveUntilTold } from './mcp-listen.ts';
import { ROOT_OPTION } from './root-option.ts';
import { readQuotas } from './mcp-quotas.ts';
import { readServerEnv, readUpstream, UPSTREAM_OPTIONS } from './mcp-options.ts';

export const mcpProxyCommand: Command = {
  name: 'mcp proxy',
  summary: 'run an MCP proxy that checks every tool call',
  arguments: [],
  more: 'COMMAND',
  options: {
    ruleset: {
      type: 'string',
      value: 'PATH',
      help: 'ruleset that decides, or its name with --service (required)',
    },
    service: { type: 'string', value: 'URL', help: 'use a running service, with FERRULE_TOKEN as token' },
    ...UPSTREAM_OPTIONS,
    agent: {
      type: 'string',
      value: 'NAME',
      help: 'name of the caller in the rules (default: mcp-client)',
    },
    session: {
      type: 'string',
      value: 'NAME',
      help: 'session to use, kept across restarts (default: a new one)',
    },
    listen: LISTEN_OPTION,
    root: ROOT_OPTION,
    approvals: {
      type: 'string',
      value: 'HOST:PORT',
      help: 'store approvals and sessions, and serve approvals there',
    },
    ledger: {
      type: 'string',
      value: 'DIR',
      help: 'folder in which budgets count allowed calls',
    },
    elicit: {
      type: 'boolean',
      help: "ask the client's user to approve escalated calls",
    },
    'host-facts': {
      type: 'string',
      value: 'FILE',
      help: 'host facts (`from: host`) to add to each decision',
    },
    pass: {
      type: 'string',
      value: 'METHODS',
      help: 'methods to forward without a decision, comma-separated',
    },
  },
  notes: `
Speaks MCP on standard input and output, and starts COMMAND as the server: ferrule mcp proxy --ruleset PATH -- COMMAND ARGS.
Listings show only tools that the rules allow. A denied call returns an error that the model can read. The proxy pins tool
definitions in the lock file when it first sees them; later changes and additions wait for ferrule mcp accept.
A ruleset with budgets needs --ledger, --service or --approvals. --listen requires SERVICE_API_TOKEN. --host-facts with --service needs a token with the role host. --elicit cannot be
combined with --service or --approvals.`,
  async run(words, options, terminal) {
    const ruleset = textOption(options, 'ruleset');
    if (ruleset === null) throw usageError('mcp proxy needs --ruleset');
    const upstream = readUpstream(words, options);
    const serverEnv = readServerEnv(options);
    const passed = (textOption(options, 'pass') ?? '').split(',').filter((method) => method !== '');
    const { PASSABLE, unknownPass } = await import('../agents/mcp/methods.ts');
    const unknown = unknownPass(passed);
    if (unknown !== null) {
      throw usageError(`unknown method '${unknown}' in --pass: expected ${PASSABLE.join(', ')}`);
    }
    const { connectUpstream, upstreamKey } = await import('../agents/mcp/upstream.ts');
    const { LOCK_FILE, readPins } = await import('../agents/mcp/pins.ts');
    const { createPolicy } = await import('../agents/mcp/policy.ts');
    const { startRelay } = await import('../agents/mcp/relay.ts');
    const lock = textOption(options, 'lock') ?? LOCK_FILE;
    const server = upstreamKey(upstream);
    // Reported before anything is started.
    await readPins(lock, server);
    const front = readListen(options);
    const quotas = front === null ? null : await readQuotas();
    const named = await readSession(options);
    const elicits = options['elicit'] === true;
    if (elicits && (textOption(options, 'service') ?? textOption(options, 'approvals')) !== null)
      throw usageError('--elicit cannot be combined with --service or --approvals');
    const {
      gatesOf,
      observes,
      approvals,
      close: closeDecider,
    } = await decidedBy(ruleset, options, await readHostFacts(options, terminal));
    const agent = textOption(options, 'agent') ?? 'mcp-client';
    const tell = (line: string): void => terminal.err(`ferrule: ${visible(line)}\n`);
    if (approvals !== null) tell(`serving approvals at ${approvals}`);
    const ledger = textOption(options, 'ledger');
    // The client has started the proxy, or the proxy starts the server: each runs as the user who writes the ledger.
    if (ledger !== null && (front === null || words.length > 0)) warnOfLedger(ledger, tell);
    const open = async (client: Wire, own: string): Promise<{ readonly closed: Promise<void> }> => {
      const session = named ?? own;
      const connected = await connectUpstream(upstream, serverEnv);
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
    if (front === null || quotas === null) {
      const { stdioClient } = await import('../agents/mcp/stdio.ts');
      const { closed } = await open(stdioClient(), randomUUID());
      await closed;
      await closeDecider();
      return DONE;
    }
    const { startHttpFront } = await import('../agents/mcp/http-front.ts');
    await serveUntilTold(front, startHttpFront({ ...front, quotas, open, tell }), terminal);
    await closeDecider();
    return DONE;
  },
};

function warnOfLedger(folder: string, tell: (line: string) => void): void {
  tell(
    `warning: the ledger ${folder} can be written by the user that the agent or its server runs as, which can change what ` +
      'was spent: use --service (docs/guides/budgets.md)',
  );
}

/** `null` if none are given. Throws a usage error for facts that only the service provides, or a CommandError. */
async function readHostFacts(
  options: OptionValues,
  terminal: Terminal,
): Promise<readonly FactInput[] | null> {
  const path = textOption(options, 'host-facts');
  if (path === null) return null;
  const { readText } = await import('./read-input.ts');
  const { readRequest } = await import('../library/read-request.ts');
  const { KEPT_BY_SERVICE } = await import('../server/evaluation/protocol/host-facts.ts');
  const { facts } = readRequest(await readText(path, terminal));
  const kept = facts.find(({ template }) => KEPT_BY_SERVICE.has(template));
  if (kept !== undefined)
    throw usageError(`--host-facts: facts of '${kept.template}' come from approvals only`);
  return facts;
}

/** The name of the session; null: each begins its own. Throws a usage error. */
async function readSession(options: OptionValues): Promise<string | null> {
  const name = textOption(options, 'session');
  if (name === null) return null;
  const { SESSION_ID } = await import('../server/requests/session-name.ts');
  if (!SESSION_ID.test(name)) throw usageError('--session must be 1 to 128 of A-Z, a-z, 0-9 and . _ : -');
  return name;
}
