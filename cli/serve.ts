import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { pino } from 'pino';
import { readConfiguration, type Configuration } from '../server/settings/configuration.ts';
import { ServiceError } from '../library/errors.ts';
import { startService, type Service } from '../server/service.ts';
import { GRAPHS_FOLDER } from '../library/graphs/graph.ts';
import { rulesetName } from '../library/node/sources.ts';
import { FolderInUse } from '../store/folder-lock.ts';
import { describeSetting, type Setting } from '../server/settings/setting.ts';
import { describeEnvironment, SETTINGS } from '../server/settings/settings.ts';
import { keepFilesPrivate } from './private-files.ts';
import {
  CommandError,
  DONE,
  usageError,
  type Command,
  type Option,
  type OptionValues,
  type Terminal,
} from './command.ts';
import { safely, STDERR } from './safe-destination.ts';

const TOKEN_BYTES = 24;

const rows = Object.entries(SETTINGS) as [string, Setting][];

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve rulesets over HTTP',
  arguments: [],
  options: Object.fromEntries(
    rows.flatMap(([name, row]): [string, Option][] =>
      row.option === null
        ? []
        : [
            [
              row.option,
              {
                ...(row.placeholder === ''
                  ? { type: 'boolean' }
                  : { type: 'string', value: row.placeholder }),
                help: `${describeSetting(row)} Or ${name}.`,
              },
            ],
          ],
    ),
  ),
  notes: describeEnvironment(),
  async run(_args, options, terminal) {
    const given = Object.fromEntries(
      rows.flatMap(([, { option }]) => (option === null ? [] : [[option, settingText(options[option])]])),
    );
    const read = readConfiguration(process.env, given);
    if (!read.ok) throw usageError('invalid settings', read.problems);
    await serve(read.configuration, read.warnings, terminal);
    return DONE;
  },
};

/** An option without a value says `true`. */
function settingText(given: OptionValues[string]): string | undefined {
  if (typeof given === 'boolean') return String(given);
  return typeof given === 'string' ? given : undefined;
}

/** Serves until SIGTERM or SIGINT. */
async function serve(
  configuration: Configuration,
  warnings: readonly string[],
  terminal: Terminal,
): Promise<void> {
  keepFilesPrivate();
  const destination = pino.destination({ dest: STDERR, sync: false });
  const log = pino({ level: configuration.logLevel, base: { service: 'ferrule' } }, safely(destination));
  for (const warning of warnings) log.warn(warning);
  const { apiToken, access } = configuration;
  const guarded = apiToken !== null || access.tokensFile !== null || access.jwt !== null;
  const madeToken = !guarded ? randomBytes(TOKEN_BYTES).toString('base64url') : null;
  // Where records are lines on standard output, nothing else is, and what becomes of them is the log's to say.
  const isLog = configuration.evidence.central?.sink.kind === 'stdout';
  if (isLog) process.stdout.removeAllListeners('error');
  const service = await start(configuration, configuration.apiToken ?? madeToken ?? '', log);
  log.info({ url: service.url, workers: configuration.workers }, 'listening');
  const studio = configuration.studio ? `${service.url}/studio/` : null;
  if (studio !== null) log.info({ url: studio }, 'studio');
  if (service.metricsUrl !== null) log.info({ url: service.metricsUrl }, 'metrics without a token');
  if (service.grpcAddress !== null) log.info({ address: service.grpcAddress }, 'gRPC');
  const tell = isLog ? terminal.err : terminal.out;
  // A caller who reads that it listens may stop it at once.
  const stopped = stopSignal();
  const hangUp = (): void => void service.reread();
  process.on('SIGHUP', hangUp);
  tell(banner(service.url, studio, madeToken, await exampleRuleset(configuration)));
  const signal = await stopped;
  process.off('SIGHUP', hangUp);
  log.info({ signal }, 'shutting down');
  await service.close();
  log.info('stopped');
  destination.flushSync();
}

async function start(...args: Parameters<typeof startService>): Promise<Service> {
  try {
    return await startService(...args);
  } catch (error) {
    if (error instanceof FolderInUse) throw new CommandError(`SERVICE_AUDIT: ${error.message}`);
    if (error instanceof ServiceError) throw new CommandError(startProblem(error));
    if (error instanceof Error && 'syscall' in error) {
      const [{ host, port }] = args;
      const { code } = error as NodeJS.ErrnoException;
      throw new CommandError(`cannot listen on ${host}:${port} (${code})`);
    }
    throw error;
  }
}

/** The setting and the reason. The operator may see the whole cause. */
function startProblem({ code, message, cause }: ServiceError): string {
  if (code === 'fleet_unavailable') return `SERVICE_FLEET: ${message}`;
  if (code === 'store_unavailable') return cause instanceof FolderInUse ? cause.message : message;
  return message.startsWith('SERVICE_') ? message : `SERVICE_RULESET: ${message}`;
}

/** Resolves with the first stop signal; a second one ends the process immediately. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string): void => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(signal);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}

/** The name of a ruleset that a request can be tried with, or null. */
async function exampleRuleset({ root, ruleset }: Configuration): Promise<string | null> {
  // The mounted ruleset decides; a name selects nothing.
  if (ruleset !== null) return shown(rulesetName(ruleset));
  const names = root === null ? [] : await readdir(root).catch(() => []);
  return names.sort().find((name) => name !== GRAPHS_FOLDER && shown(name) !== null) ?? null;
}

/** Others would need quoting in a shell. */
function shown(name: string): string | null {
  return /^[\w-][\w.-]*$/.test(name) ? name : null;
}

function banner(
  url: string,
  studio: string | null,
  madeToken: string | null,
  ruleset: string | null,
): string {
  const authorization =
    madeToken === null
      ? '"Authorization: Bearer $SERVICE_API_TOKEN"'
      : `'Authorization: Bearer ${madeToken}'`;
  const lines = [`ferrule listens on ${url}`, ...(studio === null ? [] : [`Studio: ${studio}`])];
  if (madeToken !== null) {
    lines.push(
      'SERVICE_API_TOKEN is not set: this token is for this run only, and only this machine is served.',
      madeToken,
    );
  }
  lines.push('', 'Try:', `  curl ${url}/v1/status`, `  curl -H ${authorization} ${url}/openapi.json`);
  if (ruleset !== null) {
    const body = `'{"ruleset": "${ruleset}", "facts": []}'`;
    lines.push(
      `  curl -H ${authorization} -H 'Content-Type: application/json' -d ${body} ${url}/v1/evaluate`,
    );
  }
  return `${lines.join('\n')}\n`;
}
