import { readFile } from 'node:fs/promises';
import { verifyLog } from '../evidence/log/verify-log.ts';
import type { KnownStart } from '../evidence/log/begun-chain.ts';
import { visible } from '../library/shown-text.ts';
import {
  CommandError,
  DONE,
  textOption,
  textOptions,
  usageError,
  type Command,
  type OptionValues,
} from './command.ts';
import { readPublicKeyFiles } from './public-key-file.ts';

const START = /^(?:([0-9a-f-]{36}):)?(\d{1,15})$/;

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'verify that a decision log was not changed',
  arguments: ['PATH'],
  options: {
    key: {
      type: 'string',
      value: 'FILE',
      many: true,
      help: 'public key of the checkpoints; repeat for several keys',
    },
    checkpoint: {
      type: 'string',
      value: 'FILE',
      help: 'checkpoints kept elsewhere, to detect a truncated log',
    },
    from: {
      type: 'string',
      value: '[ID:]SEQ',
      many: true,
      help: 'known start of the log, if its oldest files are gone',
    },
    'allow-uncovered': {
      type: 'boolean',
      help: 'accept records after the last checkpoint',
    },
  },
  notes: `
PATH is the folder of a log or of one of its writers, or one file. Detects changed, removed, added and reordered records,
and a truncated log as far as a checkpoint shows it. Prints the first problem and exits with code 1. Without --key, only the
hash chain is checked. With --key, a checkpoint must cover every record (unless --allow-uncovered), and every chain must
begin with its first record, after the signed end of another chain, or where a signed note records a retention cut.`,
  async run([path = ''], options, terminal) {
    const keys = await readPublicKeyFiles(options);
    if (options['checkpoint'] !== undefined && keys.length === 0)
      throw new CommandError('--checkpoint needs --key');
    const checkpoints = await readNotes(options);
    const from = readStarts(options);
    const allowsUncovered = options['allow-uncovered'] === true;
    if ((from.length > 0 || allowsUncovered) && keys.length === 0)
      throw new CommandError('--from and --allow-uncovered need --key');
    const verify = () => verifyLog(path, { keys, checkpoints, from, allowsUncovered });
    const { chains, problem } = reading(verify, path);
    for (const { writer, logId, from, to, checkpoints: count, covered } of chains) {
      const signed =
        keys.length === 0 ? 'no key given' : `${count} checkpoints, ${coverage(from, to, covered)}`;
      terminal.out(`${visible(`${writer} ${logId}`)}: seq ${from} to ${to - 1}, ${signed}\n`);
    }
    if (problem !== null) throw new CommandError(visible(`${problem.at}: ${problem.problem}`));
    if (chains.length === 0) throw new CommandError(`${path} contains no decision log`);
    return DONE;
  },
};

/** How much of a chain is signed. */
function coverage(from: number, to: number, covered: number): string {
  if (covered === from) return 'none covers a record';
  const tail = covered === to ? '' : `; seq ${covered} to ${to - 1} not covered`;
  return `the last over seq ${covered - 1}${tail}`;
}

/** Where the log is known to begin. */
function readStarts(options: OptionValues): readonly KnownStart[] {
  return textOptions(options, 'from').map((text) => {
    const [, logId = null, seq = ''] = START.exec(text) ?? [];
    if (seq === '') throw usageError('invalid --from: expected SEQ or ID:SEQ');
    return { logId, seq: Number(seq) };
  });
}

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
