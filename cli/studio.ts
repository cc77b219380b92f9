import { DONE, textOption, usageError, type Command } from './command.ts';

export const studioCommand: Command = {
  name: 'studio',
  summary: 'write, try and understand a policy in the browser',
  arguments: [],
  more: 'PATH',
  options: {
    port: { type: 'string', value: 'N', help: 'port to listen on; 0 for a free one (default: 4680)' },
    open: { type: 'boolean', help: 'open the page in the browser' },
  },
  notes: `
PATH is a ruleset or a folder of rulesets (default: the current folder). The page is served on a loopback address. Everything is
compiled and decided in the page; the command reads and saves files below PATH, and only for the secret that it prints.`,
  async run(paths, options, terminal) {
    if (paths.length > 1) throw usageError('studio takes one PATH');
    const port = Number(textOption(options, 'port') ?? 4680);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw usageError('invalid port: expected a number from 0 to 65535');
    const { serveStudio } = await import('./studio/serve-studio.ts');
    const { url, close } = await serveStudio(paths[0] ?? '.', port);
    terminal.out(`Studio: ${url}\n`);
    if (options['open'] === true) (await import('./studio/open-browser.ts')).openBrowser(url);
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await close();
    return DONE;
  },
};
