import { proveRecord } from '../evidence/log/prove-record.ts';
import { reading } from './audit-verify.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';
import { readPublicKeyFile } from './public-key-file.ts';

export const auditProveCommand: Command = {
  name: 'audit prove',
  summary: 'prove that a decision is in the log',
  arguments: ['PATH', 'DECISION_ID'],
  options: { key: { type: 'string', value: 'FILE', help: 'public key of the checkpoints' } },
  notes: `
Prints a proof (c2sp.org/tlog-proof@v1) with the record in it, which ferrule audit verify-proof checks without the log.`,
  async run([path = '', decisionId = ''], options, terminal) {
    const keyFile = textOption(options, 'key');
    if (keyFile === null) throw usageError('audit prove needs --key FILE');
    const key = await readPublicKeyFile(keyFile);
    const result = reading(() => proveRecord(path, decisionId, key), path);
    if (!result.ok) throw new CommandError(result.problem);
    terminal.out(result.proof);
    return DONE;
  },
};
