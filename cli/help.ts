import type { Command, Option } from './command.ts';

const EXIT_CODES = 'Exit codes: 0 success, 1 invalid input, 2 invalid command line, 70 internal error.\n';

/** Formats two columns of a list in the help. */
function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}

export function mainHelp(commands: readonly Command[]): string {
  return [
    'ferrule: a rules engine for AI agents\n\n',
    'Usage: ferrule COMMAND ...\n\n',
    rows(commands.map(({ name, summary }) => [name, summary])),
    '\n',
    rows([
      ['help COMMAND', 'print the help of a command, like COMMAND --help'],
      ['--version', 'print the version'],
    ]),
    `\n${EXIT_CODES}`,
  ].join('');
}

function optionText(name: string, { type, value }: Option): string {
  if (value === undefined) return `--${name}`;
  return type === 'optional' ? `--${name}[=${value}]` : `--${name} ${value}`;
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, option]) => [optionText(name, option), option.help] as const,
  );
  const more = command.more === undefined ? [] : [`[${command.more}...]`];
  const usage = ['Usage: ferrule', command.name, ...command.arguments, ...more, '[options]'].join(' ');
  return [
    `${command.summary}\n\n${usage}\n\n`,
    rows([...options, ['--help', 'print this help']]),
    command.notes === undefined ? '' : `\n${command.notes.trim()}\n`,
    `\n${command.exitCodes ?? EXIT_CODES}`,
  ].join('');
}
