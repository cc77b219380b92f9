import { textOption, usageError, type OptionValues } from './command.ts';

/** Value of `--seed`; unset if it was not given. */
export function readSeed(options: OptionValues): { readonly seed?: number } {
  const text = textOption(options, 'seed');
  if (text === null) return {};
  if (!/^\d{1,9}$/.test(text)) throw usageError(`--seed needs a whole number, not '${text}'`);
  return { seed: Number(text) };
}
