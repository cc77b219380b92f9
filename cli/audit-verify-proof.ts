import { verifyProof } from '../evidence/log-proof.ts';
import { visible } from '../library/shown-text.ts';
import { CommandError, DONE, usageError, type Command } from './command.ts';
import { readPublicKeyFiles } from './public-key-file.ts';
import { readText } from './read-input.ts';

export const auditVerifyProofCommand: Command = {
  name: 'audit verify-proof',
  summary: 'check a proof without the log',
  arguments: ['PROOF'],
  options: {
    key: {
      type: 'string',
      value: 'FILE',
      many: true,
      help: 'public key of the checkpoints; repeat for several keys',
    },
  },
  notes: `
PROOF is a file written by ferrule audit prove, or - for stdin. Prints the proved record.`,
  async run([path = ''], options, terminal) {
    const keys = await readPublicKeyFiles(options);
    if (keys.length === 0) throw usageError('audit verify-proof needs --key FILE');
    const verdict = verifyProof(await readText(path, terminal), keys);
    if (!verdict.ok) throw new CommandError(`invalid proof: ${verdict.problem}`);
    const { record, index, checkpoint } = verdict;
    terminal.data(`${record}\n`);
    terminal.err(`holds: record ${index} of ${checkpoint.size} in ${visible(checkpoint.origin)}\n`);
    return DONE;
  },
};
