import type { DoorAddress, HttpDoor } from '../agents/mcp/http-door.ts';
import {
  CommandError,
  textOption,
  usageError,
  type Option,
  type OptionValues,
  type Terminal,
} from './command.ts';

/** The option of commands that speak MCP over standard input and output, or over HTTP. */
export const LISTEN_OPTION: Option = {
  type: 'string',
  value: 'HOST:PORT',
  help: 'serve Streamable HTTP there instead of stdin and stdout',
};

export interface Address {
  readonly host: string;
  readonly port: string;
}

/** HOST:PORT of an option; null when it is left out. Throws a usage error. */
export function readAddress(options: OptionValues, name: string): Address | null {
  const address = textOption(options, name);
  if (address === null) return null;
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined || port === undefined || Number(port) > 65_535)
    throw usageError(`--${name} must be HOST:PORT`);
  return { host, port };
}

/** Where to listen; null for standard input and output. Throws a usage error. */
export function readListen(options: OptionValues): DoorAddress | null {
  const address = readAddress(options, 'listen');
  if (address === null) return null;
  const token = process.env['SERVICE_API_TOKEN'];
  if (token === undefined || token === '') throw usageError('--listen needs SERVICE_API_TOKEN');
  return { host: address.host, port: Number(address.port), token };
}

/** Opens an entry point, prints its address, and closes it when the process receives a stop signal. */
export async function serveUntilTold(
  { host, port }: DoorAddress,
  opening: Promise<HttpDoor>,
  terminal: Terminal,
): Promise<void> {
  const { url, close } = await opening.catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot listen on ${host}:${port} (${error.code ?? error.message})`);
  });
  terminal.err(`ferrule: listening on ${url}\n`);
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await close();
}
