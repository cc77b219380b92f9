import { visible } from '../library/shown-text.ts';
import { DONE, textOption, type Command } from './command.ts';
import { LISTEN_OPTION, readListen, serveUntilTold } from './mcp-listen.ts';
import { readQuotas } from './mcp-quotas.ts';

export const mcpServeCommand: Command = {
  name: 'mcp serve',
  summary: 'run an MCP server that offers ferrule to assistants',
  arguments: [],
  options: {
    root: {
      type: 'string',
      value: 'DIR',
      help: 'folder with readable rulesets (default: current directory)',
    },
    listen: LISTEN_OPTION,
  },
  notes: `
Speaks MCP on standard input and output, with the tools evaluate, explain, validate and test. The server writes nothing
and reads nothing outside the folder.`,
  async run(_, options, terminal) {
    const address = readListen(options);
    const { listenForAuthors, serveAuthors } = await import('../agents/mcp/author-server.ts');
    const root = textOption(options, 'root') ?? '.';
    const tell = (line: string): void => terminal.err(`ferrule: ${visible(line)}\n`);
    const quotas = await readQuotas();
    if (address === null) await serveAuthors(root, quotas, tell);
    else await serveUntilTold(address, listenForAuthors(root, { ...address, quotas }, tell), terminal);
    return DONE;
  },
};
