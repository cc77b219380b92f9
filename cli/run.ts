import { pino } from 'pino';
import { readConfiguration } from '../server/settings/configuration.ts';
import { ServiceError } from '../library/errors.ts';
import { jsonFault } from '../library/json-fault.ts';
import { parseJson } from '../library/json.ts';
import { inProcess } from './run-here.ts';
import { throughService } from './run-remotely.ts';
import type { RunRequest } from '../server/runs/run-request.ts';
import {
  CommandError,
  DONE,
  textOption,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { keepFilesPrivate } from './private-files.ts';
import { readText } from './read-input.ts';
import { serviceToken, serviceUrl } from './service-access.ts';

export const runCommand: Command = {
  name: 'run',
  summary: 'run a graph of rulesets',
  arguments: ['GRAPH'],
  options: {
    params: { type: 'string', value: 'JSON', help: 'parameters as a JSON object, or @FILE (@- for stdin)' },
    'idempotency-key': { type: 'string', value: 'KEY', help: 'start only one run for the same key' },
    wait: { type: 'boolean', help: 'wait until the run ends, and print its record' },
    root: { type: 'string', value: 'DIR', help: 'set SERVICE_RULESET_ROOT' },
  },
  notes: `
Prints {"run_id", "status"} as soon as the run is in the database, or its record with --wait. A failed run exits with
code 1. Connects to the service at FERRULE_URL (with FERRULE_TOKEN) if set, else to the database at DATABASE_URL, else to
the embedded database in SERVICE_DATA_DIR, which no running service can have open. Without a service, --wait runs the
graph in this process; a run started without --wait stays pending until a service takes it.`,
  async run([graphId = ''], options, terminal) {
    const params = await readParams(textOption(options, 'params'), terminal);
    const root = textOption(options, 'root');
    const url = serviceUrl();
    // Settings of a listening service do not concern this command.
    const read = readConfiguration(
      { ...process.env, SERVICE_HOST: undefined },
      root === null ? {} : { root },
    );
    if (!read.ok) throw usageError('invalid settings', read.problems);
    const { configuration } = read;
    const request: RunRequest = {
      graphId,
      params,
      idempotencyKey: textOption(options, 'idempotency-key'),
    };
    const isWaiting = options['wait'] === true;
    keepFilesPrivate();
    try {
      const { text, status } =
        url === null
          ? await inProcess(configuration, request, isWaiting, pino({ level: 'silent' }))
          : await throughService(url, serviceToken('FERRULE_URL'), request, isWaiting);
      terminal.data(`${text}\n`);
      return isWaiting && status === 'failed' ? WRONG_INPUT : DONE;
    } catch (error) {
      if (error instanceof ServiceError) throw new CommandError(`${error.code}: ${error.message}`);
      throw error;
    }
  },
};

async function readParams(given: string | null, terminal: Terminal): Promise<RunRequest['params']> {
  const text = given?.startsWith('@') === true ? await readText(given.slice(1), terminal) : (given ?? '{}');
  let params: unknown;
  try {
    params = parseJson(text);
  } catch {
    throw new CommandError(`invalid params: ${jsonFault(text) ?? 'cannot be read'}`);
  }
  if (typeof params !== 'object' || params === null || Object.getPrototypeOf(params) !== Object.prototype) {
    throw new CommandError('invalid params: expected a JSON object');
  }
  return params as RunRequest['params'];
}
