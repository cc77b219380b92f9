import { DONE, textOption, type Command } from './command.ts';

export const mcpServeCommand: Command = {
  name: 'mcp serve',
  summary: 'offer evaluate, explain, validate and test to assistants, as a server of MCP',
  arguments: [],
  options: {
    root: { type: 'string', value: 'DIR', help: 'folder whose rulesets may be read; this one when left out' },
  },
  notes: `
Speaks MCP on standard input and output. Nothing is written, and nothing outside of the folder is read.`,
  async run(_, options, terminal) {
    const { serveAuthors } = await import('../mcp/author-server.ts');
    await serveAuthors(textOption(options, 'root') ?? '.', (line) => terminal.err(`ferrule: ${line}\n`));
    return DONE;
  },
};
