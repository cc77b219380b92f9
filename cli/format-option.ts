import { textOption, usageError, type OptionValues, type Terminal } from './command.ts';

/** The format for people; the others are for programs. */
const TEXT = 'text';

/**
 * The format that `--format` names, or `--json`, which is short for one of them.
 *
 * @param formats the first is the usual one
 */
export function readFormat<T extends { readonly name: string }>(
  options: OptionValues,
  formats: readonly T[],
): T {
  const given = textOption(options, 'format');
  const isJson = options['json'] === true;
  if (isJson && given !== null && given !== 'json')
    throw usageError('--json cannot be combined with --format');
  const name = isJson ? 'json' : (given ?? formats[0]?.name);
  const format = formats.find((one) => one.name === name);
  if (format !== undefined) return format;
  throw usageError(`unknown format '${given}' (${formats.map((one) => one.name).join(', ')})`);
}

/** The writer of a terminal for what a format makes. */
export function printerOf({ name }: { readonly name: string }, { out, data }: Terminal): Terminal['out'] {
  return name === TEXT ? out : data;
}
