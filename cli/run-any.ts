/** The command line for every command. */
import type { Command } from './command.ts';
import { runProcess } from './run-process.ts';

/** Commands that load what they use, and not the table of all: those that are run often, by an editor, or waited for. */
const ALONE: Readonly<Record<string, () => Promise<Command>>> = {
  analyze: async () => (await import('./analyze.ts')).analyzeCommand,
  compile: async () => (await import('./compile.ts')).compileCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  fmt: async () => (await import('./fmt.ts')).fmtCommand,
  hook: async () => (await import('./hook.ts')).hookCommand,
  info: async () => (await import('./info.ts')).infoCommand,
  lsp: async () => (await import('./lsp.ts')).lspCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  studio: async () => (await import('./studio.ts')).studioCommand,
  test: async () => (await import('./test.ts')).testCommand,
  types: async () => (await import('./types.ts')).typesCommand,
  validate: async () => (await import('./validate.ts')).validateCommand,
};

async function commandsFor(word: string | undefined): Promise<readonly Command[]> {
  const alone = word !== undefined && Object.hasOwn(ALONE, word) ? ALONE[word] : undefined;
  return alone === undefined ? (await import('./commands.ts')).COMMANDS : [await alone()];
}

export async function run(words: readonly string[]): Promise<number> {
  return runProcess(await commandsFor(words[0]), words, (name, text) => void process[name].write(text));
}
