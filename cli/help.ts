import type { Command, Option } from './command.ts';

const EXIT_CODES =
  'Exit codes: 0 done, 1 the input is wrong, 2 the command line is wrong, 70 a defect of ferrule.\n';

/** Left column of a list in the help. */
function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}

export function mainHelp(commands: readonly Command[]): string {
  return [
    'ferrule: deterministic rules for decisions, compiled ahead of time\n\n',
    'Usage: ferrule COMMAND ...\n\n',
    rows(commands.map(({ name, summary }) => [name, summary])),
    '\n',
    rows([
      ['help COMMAND', 'what a command takes, as COMMAND --help'],
      ['--version', 'print the version, as version'],
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
    rows([...options, ['--help', 'print this']]),
    command.notes === undefined ? '' : `\n${command.notes.trim()}\n`,
    `\n${command.exitCodes ?? EXIT_CODES}`,
  ].join('');
}
