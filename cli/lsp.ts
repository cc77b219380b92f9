import { DONE, usageError, type Command } from './command.ts';

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'serve an editor over the Language Server Protocol',
  arguments: [],
  options: {
    stdio: { type: 'boolean', help: 'speak on standard input and output (required)' },
  },
  notes: `
Editors start it themselves. It reads the folders that the editor has open, and runs nothing but the compiler of ferrule. It
ends with its editor: when standard input closes, or the process of the editor is gone.`,
  async run(_, options) {
    if (options['stdio'] !== true) throw usageError('lsp needs --stdio: it has no other transport');
    const { bundleFile } = await import('../library/node/package-root.ts');
    await import(bundleFile('lsp.js').href);
    // The program ends the process itself.
    await new Promise(() => undefined);
    return DONE;
  },
};
