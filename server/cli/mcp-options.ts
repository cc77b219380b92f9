import { textOption, usageError, type Option, type OptionValues } from './command.ts';
import type { Upstream } from '../mcp/upstream.ts';

/** Options of the commands that reach a server of MCP. */
export const UPSTREAM_OPTIONS: Readonly<Record<string, Option>> = {
  upstream: {
    type: 'string',
    value: 'URL',
    help: 'server to reach over Streamable HTTP, instead of COMMAND',
  },
  lock: { type: 'string', value: 'FILE', help: 'accepted definitions; ferrule.mcp.lock when left out' },
};

/** Exactly one of a command line and an address. Throws a usage error otherwise. */
export function readUpstream(words: readonly string[], options: OptionValues): Upstream {
  const url = textOption(options, 'upstream');
  const [command, ...args] = words;
  if ((url === null) === (command === undefined)) {
    throw usageError('give either a command behind -- or --upstream');
  }
  if (command !== undefined) return { command, args };
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageError(`--upstream must be an http or https address`);
  }
  return { url };
}
