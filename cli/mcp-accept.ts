import { visible } from '../library/shown-text.ts';
import { CommandError, DONE, textOption, type Command } from './command.ts';
import { readServerEnv, readUpstream, UPSTREAM_OPTIONS } from './mcp-options.ts';

export const mcpAcceptCommand: Command = {
  name: 'mcp accept',
  summary: 'accept the current tool definitions of an MCP server',
  arguments: [],
  more: 'COMMAND',
  options: {
    ...UPSTREAM_OPTIONS,
    tool: { type: 'string', value: 'NAMES', help: 'only these tools, comma-separated (default: all)' },
  },
  notes: `
Starts the server given after -- as ferrule mcp proxy does, lists its tools, prints what is new, changed or removed, and
writes the lock file.`,
  async run(words, options, terminal) {
    const upstream = readUpstream(words, options);
    const { LOCK_FILE, pinsOf, readPins, writePins } = await import('../agents/mcp/pins.ts');
    const { fetchTools } = await import('../agents/mcp/fetch-tools.ts');
    const { upstreamKey } = await import('../agents/mcp/upstream.ts');
    const lock = textOption(options, 'lock') ?? LOCK_FILE;
    const server = upstreamKey(upstream);
    const before = (await readPins(lock, server)) ?? new Map<string, string>();
    const now = pinsOf(await fetchTools(upstream, readServerEnv(options)));
    const wanted = textOption(options, 'tool')?.split(',') ?? null;
    const unknown = wanted?.find((name) => !now.has(name) && !before.has(name));
    if (unknown !== undefined) throw new CommandError(`the server has no tool '${unknown}'`);
    const pins = new Map(before);
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      const [old, pin] = [before.get(name), now.get(name)];
      if (old === pin || wanted?.includes(name) === false) continue;
      terminal.out(
        `${pin === undefined ? 'gone' : old === undefined ? 'new' : 'changed'} ${JSON.stringify(name)}\n`,
      );
      if (pin === undefined) pins.delete(name);
      else pins.set(name, pin);
    }
    await writePins(lock, server, pins);
    terminal.out(`${pins.size} tools accepted in ${visible(lock)}\n`);
    return DONE;
  },
};
