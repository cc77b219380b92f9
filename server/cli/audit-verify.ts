import { readFile } from 'node:fs/promises';
import { verifyLog } from '../evidence/log/verify-log.ts';
import { CommandError, DONE, textOption, type Command, type OptionValues } from './command.ts';
import { readPublicKeyFiles } from './public-key-file.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'verify that a decision log is as it was written',
  arguments: ['PATH'],
  options: {
    key: {
      type: 'string',
      value: 'FILE',
      many: true,
      help: 'public key of the checkpoints, once for each that signed some; without it only the chain is followed',
    },
    checkpoint: {
      type: 'string',
      value: 'FILE',
      help: 'checkpoints that were kept elsewhere: they show a cut tail',
    },
  },
  notes: `
PATH is the folder of a log, of one of its writers, or one file. Finds a changed, removed, added or reordered record,
and a cut tail as far as a checkpoint shows it; the first is named, and the exit code is 1.`,
  async run([path = ''], options, terminal) {
    const keys = await readPublicKeyFiles(options);
    if (options['checkpoint'] !== undefined && keys.length === 0)
      throw new CommandError('--checkpoint needs --key');
    const checkpoints = await readNotes(options);
    const { chains, problem } = reading(() => verifyLog(path, { keys, checkpoints }), path);
    for (const { writer, logId, from, to, checkpoints: count, covered } of chains) {
      const signed =
        keys.length === 0 ? 'no key given' : `${count} checkpoints, the last over seq ${covered - 1}`;
      terminal.out(`${writer} ${logId}: seq ${from} to ${to - 1}, ${signed}\n`);
    }
    if (problem !== null) throw new CommandError(`${problem.at}: ${problem.problem}`);
    if (chains.length === 0) throw new CommandError(`${path} holds no decision log`);
    return DONE;
  },
};

/** Has a log read. Throws CommandError for one that cannot be. */
export function reading<T>(read: () => T, path: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new CommandError(`cannot read ${path}`);
    throw error;
  }
}

/** The notes of `--checkpoint`; an empty text: it was not given. */
export async function readNotes(options: OptionValues): Promise<string> {
  const path = textOption(options, 'checkpoint');
  if (path === null) return '';
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new CommandError(`cannot read ${path}`);
  return text;
}
