import { parseArgs } from 'node:util';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import { usageError, type Command, type Option, type OptionValues } from './command.ts';

export interface ParsedArguments {
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly help: boolean;
}

const HELP: Option = { type: 'boolean', help: 'print this' };

/** Reads what follows the command's name. Throws a usage error that names what is wrong and what may be meant. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const known: Readonly<Record<string, Option>> = { ...command.options, help: HELP };
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(known).map(([name, { type }]) => [name, { type: type === 'string' ? type : 'boolean' }]),
    ),
    strict: false,
    tokens: true,
  });
  const args: string[] = [];
  const options: Record<string, string | boolean | readonly string[]> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) throw unknownOption(command, rawName, Object.keys(known));
    if (Object.hasOwn(options, name) && option.many !== true)
      throw usageError(`option ${rawName} is given twice`);
    if (option.type === 'boolean' && value !== undefined)
      throw usageError(`option ${rawName} takes no value`);
    if (option.type === 'string' && !value) throw usageError(`option ${rawName} needs a value`);
    if (option.type === 'optional' && value === '') throw usageError(`option ${rawName}= needs a value`);
    const before = options[name];
    options[name] =
      option.many === true ? [...(typeof before === 'object' ? before : []), value ?? ''] : (value ?? true);
  }
  const help = options['help'] === true;
  if (!help) checkCount(command, args);
  return { args, options, help };
}

function unknownOption(command: Command, name: string, known: readonly string[]): Error {
  const meant = closestName(name.replace(/^-+/, ''), known)();
  const hint = meant === null ? `see ferrule ${command.name} --help` : `did you mean --${meant}?`;
  return usageError(`unknown option ${name} of ${command.name} (${hint})`);
}

function checkCount(command: Command, args: readonly string[]): void {
  const missing = command.arguments[args.length];
  if (missing !== undefined)
    throw usageError(`${command.name} needs ${missing} (see ferrule ${command.name} --help)`);
  const extra = args[command.arguments.length];
  if (extra !== undefined && command.more === undefined)
    throw usageError(`${command.name} does not take '${extra}'`);
}
