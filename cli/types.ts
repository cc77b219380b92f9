import { writeFile } from 'node:fs/promises';
import { compilePath, requireOk } from './compile-path.ts';
import { CommandError, DONE, textOption, type Command } from './command.ts';

export const typesCommand: Command = {
  name: 'types',
  summary: 'generate the TypeScript types of a ruleset',
  arguments: ['PATH'],
  options: { out: { type: 'string', value: 'FILE', help: 'write to this file instead of printing' } },
  notes: `
Declares a type for each template, Facts (caller facts, for Engine<Facts>), HostFacts, Document (of rules about one),
Decision, RuleName and Metadata.`,
  async run([path = ''], options, terminal) {
    const compilation = await compilePath(path);
    requireOk(compilation, terminal);
    const { emitDeclarations } = await import('../compiler/emit/declarations/emit-declarations.ts');
    const text = emitDeclarations(compilation.ruleset);
    const out = textOption(options, 'out');
    if (out === null) terminal.data(text);
    else {
      await writeFile(out, text).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`cannot write to ${out} (${error.code ?? error.message})`);
      });
    }
    return DONE;
  },
};
