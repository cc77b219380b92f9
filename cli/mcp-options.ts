import { textOption, usageError, type Option, type OptionValues } from './command.ts';
import type { Upstream } from '../agents/mcp/upstream.ts';

/** Options of the commands that connect to an MCP server. */
export const UPSTREAM_OPTIONS: Readonly<Record<string, Option>> = {
  upstream: {
    type: 'string',
    value: 'URL',
    help: 'connect to a Streamable HTTP server instead of COMMAND',
  },
  'server-env': {
    type: 'string',
    value: 'NAMES',
    help: 'ferrule settings to pass to COMMAND, comma-separated',
  },
  lock: { type: 'string', value: 'FILE', help: 'accepted definitions (default: ferrule.mcp.lock)' },
};

/** Exactly one of a command line and an address. Throws a usage error otherwise. */
export function readUpstream(words: readonly string[], options: OptionValues): Upstream {
  const url = textOption(options, 'upstream');
  const [command, ...args] = words;
  if ((url === null) === (command === undefined)) {
    throw usageError('expected either a command after -- or --upstream');
  }
  if (command !== undefined) return { command, args };
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageError(`--upstream must be an http or https address`);
  }
  return { url };
}

/** Names of settings that the server gets although they are ferrule's own. */
export function readServerEnv(options: OptionValues): readonly string[] {
  return (textOption(options, 'server-env') ?? '').split(',').filter((name) => name !== '');
}
