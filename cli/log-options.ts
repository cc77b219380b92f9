import type { KeyObject } from 'node:crypto';
import { readUnsealKey } from '../evidence/mask/mask-keys.ts';
import type { Selection } from '../evidence/replay/replay.ts';
import { readTextFile } from '../library/node/signing/read-text-file.ts';
import { CommandError, textOption, usageError, type Option, type OptionValues } from './command.ts';

/** The options of commands that read the decisions of a log. */
export const LOG_OPTIONS: Readonly<Record<'ruleset' | 'since' | 'limit' | 'unseal', Option>> = {
  ruleset: { type: 'string', value: 'NAME', help: 'only decisions of this ruleset' },
  since: { type: 'string', value: 'TIME', help: 'only decisions since this time (RFC 3339)' },
  limit: { type: 'string', value: 'N', help: 'only the first N decisions' },
  unseal: {
    type: 'string',
    value: 'KEY',
    help: 'private key file to read sealed values of masked records',
  },
};

/** The records that the options choose. */
export function readSelection(options: OptionValues): Selection {
  const limit = textOption(options, 'limit');
  if (limit !== null && !/^[1-9]\d{0,14}$/.test(limit)) throw usageError('--limit needs a number from 1 up');
  const since = textOption(options, 'since');
  const from = since === null ? null : Date.parse(since);
  if (from !== null && Number.isNaN(from))
    throw usageError('--since needs a time such as 2026-01-31T12:00:00Z');
  return {
    since: from === null ? null : new Date(from).toISOString(),
    ruleset: textOption(options, 'ruleset'),
    limit: limit === null ? Infinity : Number(limit),
  };
}

/** The key of `--unseal`; null: it was not given. */
export function readUnsealOption(options: OptionValues): KeyObject | null {
  const path = textOption(options, 'unseal');
  if (path === null) return null;
  const text = readTextFile(path);
  if (text === null) throw new CommandError(`cannot read ${path}`);
  const key = readUnsealKey(text);
  if (key === null) throw new CommandError(`${path}: must be an X25519 private key in PEM`);
  return key;
}
