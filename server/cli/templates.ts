import { writeFile } from 'node:fs/promises';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';
import { readUpstream, UPSTREAM_OPTIONS } from './mcp-options.ts';

export const templatesCommand: Command = {
  name: 'templates',
  summary: 'write templates and a first ruleset for the tools of a server of MCP',
  arguments: [],
  more: 'COMMAND',
  options: {
    'from-mcp': { type: 'boolean', help: 'from the tools that a server of MCP lists; required' },
    ...(UPSTREAM_OPTIONS['upstream'] === undefined ? {} : { upstream: UPSTREAM_OPTIONS['upstream'] }),
    name: { type: 'string', value: 'NAME', help: 'name of the ruleset; tools when left out' },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'write there instead of printing; a file that is there stays',
    },
  },
  notes: `
ferrule templates --from-mcp -- COMMAND ARGS starts the server, lists its tools and writes a ruleset: a slot for every
argument, what says that it only reads is allowed, all else waits for a person. It is a draft to be read.`,
  async run(words, options, terminal) {
    if (options['from-mcp'] !== true) throw usageError('templates needs --from-mcp');
    const upstream = readUpstream(words, options);
    const name = textOption(options, 'name') ?? 'tools';
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) throw usageError('--name must be letters, digits, _ and -');
    const { fetchTools } = await import('../mcp/fetch-tools.ts');
    const { draftRuleset } = await import('../mcp/draft-ruleset.ts');
    const { compileOrThrow } = await import('../library/compile-or-throw.ts');
    const { text, leftOut } = draftRuleset(name, await fetchTools(upstream));
    compileOrThrow([{ path: `${name}.yaml`, text }]);
    for (const line of leftOut) terminal.err(`left out: ${line}\n`);
    const out = textOption(options, 'out');
    if (out === null) terminal.out(text);
    else {
      await writeFile(out, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`cannot write to ${out} (${error.code ?? error.message})`);
      });
    }
    return DONE;
  },
};
