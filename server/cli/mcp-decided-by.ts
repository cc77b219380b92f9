/** What decides for `ferrule mcp proxy`: the rules in its own process, a service of its own, or one that runs. */
import { randomBytes } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';
import type { GateOptions } from '../gate/gate.ts';
import type { RemoteOptions } from '../gate/remote-decider.ts';
import type { Engine } from '../library/engine.ts';
import { CommandError, textOption, usageError, type OptionValues } from './command.ts';
import { readAddress, type Address } from './mcp-listen.ts';
import { rootOf } from './root-option.ts';

/** A session of the proxy, as its rules know it. */
export interface ProxySession {
  readonly name: string;
  /** It was given by --session: all connections have it. */
  readonly isNamed: boolean;
  readonly tell: (line: string) => void;
}

/** What decides in one session: nothing that another has seen is among it. */
export interface SessionGates {
  readonly deciding: GateOptions;
  readonly listing: GateOptions;
  readonly close: () => void;
}

export interface DecidedBy {
  readonly gatesOf: (session: ProxySession) => SessionGates;
  /** The rules learn of results. */
  readonly observes: boolean;
  /** Where persons answer approvals of the proxy's own; null: nowhere. */
  readonly approvals: string | null;
  readonly close: () => Promise<void>;
}

const TOKEN_BYTES = 24;
/** A session of our own service is used so often before it would end. */
const USES = 4;
/** Nobody tells after which time a session of another service ends. */
const USE_MS = 300_000;
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
    const gatesOf = await remoteGates({ url, token, ruleset }, USE_MS);
    return { gatesOf, observes: true, ...NOTHING };
  }
  const { Engine } = await import('../library/engine.ts');
  const engine = await Engine.fromRules(ruleset, root === undefined ? {} : { root });
  if (own !== null) return startOwn(ruleset, root, own, takesObservations(engine));
  return { gatesOf: await localGates(engine), observes: takesObservations(engine), ...NOTHING };
}

/** What a named session has seen is seen by all connections that have it. */
async function localGates(engine: Engine): Promise<DecidedBy['gatesOf']> {
  const { localDecider } = await import('../gate/local-decider.ts');
  const shared = localDecider(engine);
  return ({ isNamed }) => {
    const gate = { decider: isNamed ? shared : localDecider(engine) };
    return { deciding: gate, listing: gate, close: () => undefined };
  };
}

/** @param useMs how often a session is used at least */
async function remoteGates(remote: RemoteOptions, useMs: number): Promise<DecidedBy['gatesOf']> {
  const { keepSession } = await import('../mcp/kept-session.ts');
  return ({ name, isNamed, tell }) => {
    const kept = keepSession({ ...remote, session: name, isNamed, useMs, tell });
    const gateOf = (mode: 'enforce' | 'observe'): GateOptions => ({ decider: kept.deciderOf(mode) });
    return { deciding: gateOf('enforce'), listing: gateOf('observe'), close: kept.close };
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
  const remote = { url: service.url, token, ruleset: relative(folder, path) };
  return {
    gatesOf: await remoteGates(remote, (read.configuration.sessionTtlSeconds * 1_000) / USES),
    observes,
    approvals: service.url,
    close: () => service.close(),
  };
}

function notStarted(error: unknown): CommandError {
  return new CommandError(`--approvals: ${error instanceof Error ? error.message : String(error)}`);
}
