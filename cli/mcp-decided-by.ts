/** Decider of `ferrule mcp proxy`: rules in its own process, its own service, or a running service. */
import { randomBytes } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';
import type { GateOptions } from '../agents/gate/gate.ts';
import type { RemoteOptions } from '../agents/gate/remote-decider.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import type { FolderLedger } from '../store/budgets/open-ledger.ts';
import type { Engine } from '../library/node/engine.ts';
import { CommandError, textOption, usageError, type OptionValues } from './command.ts';
import { readAddress, type Address } from './mcp-listen.ts';
import { rootOf } from './root-option.ts';
import { serviceToken } from './service-access.ts';
import { safely, STDERR } from './safe-destination.ts';
import { keepFilesPrivate } from './private-files.ts';

/** A session of the proxy, as its rules know it. */
interface ProxySession {
  readonly name: string;
  /** It was given by --session: all connections have it. */
  readonly isNamed: boolean;
  readonly tell: (line: string) => void;
}

/** Decider of one session, separate from all other sessions. */
interface SessionGates {
  readonly deciding: GateOptions;
  readonly listing: GateOptions;
  readonly close: () => void;
}

interface DecidedBy {
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
/** The lifetime of another service's sessions is unknown. */
const USE_MS = 300_000;
const NOTHING = { approvals: null, close: async () => undefined };

/** Rules learn of results if they have the template for it; a service reports its refusal itself. */
export async function decidedBy(
  ruleset: string,
  options: OptionValues,
  hostFacts: readonly FactInput[] | null,
): Promise<DecidedBy> {
  const url = textOption(options, 'service');
  const own = readAddress(options, 'approvals');
  const ledgerDir = textOption(options, 'ledger');
  if (ledgerDir !== null && (url !== null || own !== null))
    throw usageError('--ledger cannot be combined with --service or --approvals, which count by themselves');
  const root = rootOf(options);
  if (url !== null) {
    if (own !== null)
      throw usageError('--approvals cannot be combined with --service, which has its own approvals');
    if (root !== undefined) throw usageError('--root cannot be combined with --service');
    const token = serviceToken('--service');
    const gatesOf = await remoteGates(
      { url, token, ruleset, ...(hostFacts === null ? {} : { hostFacts }) },
      USE_MS,
    );
    return { gatesOf, observes: true, ...NOTHING };
  }
  if (own !== null && hostFacts !== null)
    throw usageError('--host-facts cannot be combined with --approvals: use a service and --service');
  const { Engine } = await import('../library/node/engine.ts');
  const engine = await Engine.fromRules(ruleset, root === undefined ? {} : { root });
  const hasBudgets = engine.ruleset.budgets !== undefined;
  if (own !== null) return startOwn(ruleset, root, own, { observes: takesObservations(engine), hasBudgets });
  if (hasBudgets && ledgerDir === null)
    throw usageError(
      'the ruleset has budgets: give --ledger DIR, or decide through a service with --service',
    );
  const ledger = ledgerDir === null ? null : await openLedgerDir(ledgerDir);
  return {
    gatesOf: await localGates(engine, hostFacts ?? [], ledger),
    observes: takesObservations(engine),
    approvals: null,
    close: async () => ledger?.close(),
  };
}

async function openLedgerDir(dir: string): Promise<FolderLedger> {
  const { openLedger } = await import('../store/budgets/open-ledger.ts');
  return openLedger(dir).catch((error: unknown) => {
    throw new CommandError(`--ledger: ${error instanceof Error ? error.message : String(error)}`);
  });
}

/** All connections of a named session share what it has seen. */
async function localGates(
  engine: Engine,
  brought: readonly FactInput[],
  ledger: FolderLedger | null,
): Promise<DecidedBy['gatesOf']> {
  const { localDecider } = await import('../agents/gate/local-decider.ts');
  const local = { brought, ...(ledger === null ? {} : { ledger }) };
  const shared = localDecider(engine, local);
  return ({ isNamed }) => {
    const gate = { decider: isNamed ? shared : localDecider(engine, local) };
    return { deciding: gate, listing: gate, close: () => undefined };
  };
}

/** @param useMs how often a session is used at least */
async function remoteGates(remote: RemoteOptions, useMs: number): Promise<DecidedBy['gatesOf']> {
  const { keepSession } = await import('../agents/mcp/kept-session.ts');
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
 * Starts a service in this process, with an address for approvers. Its store holds approvals and sessions, and its settings
 * come from the environment. Its token is made for this run and known only to the proxy, so that no client of the proxy can
 * approve.
 */
async function startOwn(
  ruleset: string,
  root: string | undefined,
  { host, port }: Address,
  { observes, hasBudgets }: { readonly observes: boolean; readonly hasBudgets: boolean },
): Promise<DecidedBy> {
  const { pino } = await import('pino');
  const { readConfiguration } = await import('../server/settings/configuration.ts');
  const { remoteApprovals } = await import('../agents/gate/remote-approvals.ts');
  const { serviceClient } = await import('../agents/gate/service-client.ts');
  const { startService } = await import('../server/service.ts');
  const { hasState } = await import('../server/start-state.ts');
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
  if (!read.ok) throw usageError('invalid settings', read.problems);
  if (hasBudgets && !hasState(read.configuration))
    throw usageError(
      '--approvals: the ruleset has budgets, which need SERVICE_DATA_DIR and neither DATABASE_URL nor SERVICE_SESSIONS=memory',
    );
  const { access } = read.configuration;
  if (access.tokensFile === null && access.jwt === null)
    throw usageError('--approvals needs SERVICE_TOKENS_FILE with the tokens of the approvers');
  if (read.configuration.evidence.central?.sink.kind === 'stdout')
    throw usageError('--approvals: SERVICE_AUDIT cannot be stdout, which carries MCP');
  const log = pino(
    { level: read.configuration.logLevel, base: { service: 'ferrule' } },
    safely(pino.destination(STDERR)),
  );
  // The governed server is the user's own program, and starts with the user's umask.
  const restore = keepFilesPrivate();
  const service = await startService(read.configuration, token, log).catch((error: unknown) => {
    throw notStarted(error);
  });
  // A store that begins with the first call would let it wait too long.
  const approvals = remoteApprovals(serviceClient(service.url, token, fetch), null);
  await approvals.find('none').catch(async (error: unknown) => {
    await service.close();
    throw notStarted(error);
  });
  restore();
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
