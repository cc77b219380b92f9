/** What decides for `ferrule mcp proxy`: the rules in its own process, a service of its own, or one that runs. */
import { randomBytes } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';
import type { GateOptions } from '../gate/gate.ts';
import type { Engine } from '../library/engine.ts';
import { CommandError, textOption, usageError, type OptionValues } from './command.ts';
import { readAddress, type Address } from './mcp-listen.ts';
import { rootOf } from './root-option.ts';

export interface DecidedBy {
  /** Of one session: nothing that another has seen is among it. */
  readonly optionsOf: () => GateOptions;
  /** The rules learn of results. */
  readonly observes: boolean;
  /** Where persons answer approvals of the proxy's own; null: nowhere. */
  readonly approvals: string | null;
  readonly close: () => Promise<void>;
}

const TOKEN_BYTES = 24;
const NOTHING = { approvals: null, close: async () => undefined };

/** The rules learn of results when they have the template for it; a service tells its refusal itself. */
export async function decidedBy(ruleset: string, options: OptionValues): Promise<DecidedBy> {
  const url = textOption(options, 'service');
  const own = readAddress(options, 'approvals');
  const root = rootOf(options);
  if (url !== null) {
    if (own !== null) throw usageError('--approvals is for a proxy without --service, which has its own');
    if (root !== undefined)
      throw usageError('--root is for a ruleset of the proxy, not for one of a service');
    const token = process.env['SERVICE_API_TOKEN'];
    if (token === undefined) throw usageError('--service needs SERVICE_API_TOKEN');
    return { optionsOf: () => ({ url, token, ruleset }), observes: true, ...NOTHING };
  }
  const { Engine } = await import('../library/engine.ts');
  const engine = await Engine.fromRules(ruleset, root === undefined ? {} : { root });
  if (own !== null) return startOwn(ruleset, root, own, takesObservations(engine));
  const { localDecider } = await import('../gate/local-decider.ts');
  return {
    optionsOf: () => ({ decider: localDecider(engine) }),
    observes: takesObservations(engine),
    ...NOTHING,
  };
}

function takesObservations(engine: Engine): boolean {
  return engine.describe().templates.some(({ name }) => name === 'observation');
}

/**
 * A service in this process, at an address where approvals are answered: its store keeps them, and the sessions. Its
 * settings are those of the environment; its token is made for this run and known to the proxy only, so that no client of
 * the proxy can answer.
 */
async function startOwn(
  ruleset: string,
  root: string | undefined,
  { host, port }: Address,
  observes: boolean,
): Promise<DecidedBy> {
  const { pino } = await import('pino');
  const { readConfiguration } = await import('../settings/configuration.ts');
  const { remoteApprovals } = await import('../gate/remote-approvals.ts');
  const { serviceClient } = await import('../gate/service-client.ts');
  const { startService } = await import('../service/service.ts');
  const path = resolve(ruleset);
  const folder = root === undefined ? dirname(path) : resolve(root);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const read = readConfiguration({
    SERVICE_WORKERS: '1',
    SERVICE_LOG_LEVEL: 'warn',
    ...process.env,
    SERVICE_RULESET: undefined,
    SERVICE_RULESET_ROOT: folder,
    SERVICE_HOST: host,
    SERVICE_PORT: port,
    SERVICE_API_TOKEN: token,
    SERVICE_API_TOKEN_FILE: undefined,
  });
  if (!read.ok)
    throw usageError(`the settings are wrong\n${read.problems.map((line) => `  ${line}`).join('\n')}`);
  const { access } = read.configuration;
  if (access.tokensFile === null && access.jwt === null)
    throw usageError('--approvals needs the tokens of those who answer: SERVICE_TOKENS_FILE');
  if (read.configuration.evidence.central?.sink.kind === 'stdout')
    throw usageError('--approvals: standard output speaks MCP, so SERVICE_AUDIT cannot go there');
  const log = pino({ level: read.configuration.logLevel, base: { service: 'ferrule' } }, pino.destination(2));
  const service = await startService(read.configuration, token, log).catch((error: unknown) => {
    throw notStarted(error);
  });
  // A store that begins with the first call would let it wait too long.
  const approvals = remoteApprovals(serviceClient(service.url, token, fetch), null);
  await approvals.find('none').catch(async (error: unknown) => {
    await service.close();
    throw notStarted(error);
  });
  return {
    optionsOf: () => ({ url: service.url, token, ruleset: relative(folder, path) }),
    observes,
    approvals: service.url,
    close: () => service.close(),
  };
}

function notStarted(error: unknown): CommandError {
  return new CommandError(`--approvals: ${error instanceof Error ? error.message : String(error)}`);
}
