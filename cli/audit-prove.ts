import { proveRecord } from '../evidence/log/prove-record.ts';
import { reading, readNotes } from './audit-verify.ts';
import { CommandError, DONE, usageError, type Command } from './command.ts';
import { readPublicKeyFiles } from './public-key-file.ts';

export const auditProveCommand: Command = {
  name: 'audit prove',
  summary: 'prove that a decision is in the log',
  arguments: ['PATH', 'DECISION_ID'],
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
      help: 'checkpoints stored apart from the log',
    },
  },
  notes: `
Prints a proof (c2sp.org/tlog-proof@v1) that contains the record. ferrule audit verify-proof checks it without the log.`,
  async run([path = '', decisionId = ''], options, terminal) {
    const keys = await readPublicKeyFiles(options);
    if (keys.length === 0) throw usageError('audit prove needs --key FILE');
    const given = await readNotes(options);
    const result = reading(() => proveRecord(path, decisionId, keys, given), path);
    if (!result.ok) throw new CommandError(result.problem);
    terminal.data(result.proof);
    return DONE;
  },
};
