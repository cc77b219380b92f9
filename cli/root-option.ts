import { textOption, type Option, type OptionValues } from './command.ts';

/** The option of commands that read a ruleset with what it imports. */
export const ROOT_OPTION: Option = {
  type: 'string',
  value: 'DIR',
  help: 'root directory for imports (default: parent of the ruleset)',
};

/** Undefined: the folder above the ruleset. */
export function rootOf(options: OptionValues): string | undefined {
  return textOption(options, 'root') ?? undefined;
}
