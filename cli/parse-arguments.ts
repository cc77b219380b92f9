import { parseArgs } from 'node:util';
import { closestName } from '../compiler/diagnostics/suggest.ts';
import { usageError, type Command, type Option, type OptionValues } from './command.ts';

interface ParsedArguments {
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly help: boolean;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

const HELP: Option = { type: 'boolean', help: 'print this help' };

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
  const positionals = tokens.filter(({ kind }) => kind === 'positional').length;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'positional') {
      const before = optionBefore(tokens[i - 1], known);
      if (before === null || before.option.values?.includes(token.value) !== true) args.push(token.value);
      else if (positionals > command.arguments.length) options[before.name] = token.value;
      else throw ambiguous(command, before.name, token.value);
    }
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

/** The option that a word follows, when it may have a value and has none yet. */
function optionBefore(
  token: Token | undefined,
  known: Readonly<Record<string, Option>>,
): { readonly name: string; readonly option: Option } | null {
  if (token?.kind !== 'option' || token.value !== undefined) return null;
  const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
  return option?.type === 'optional' ? { name: token.name, option } : null;
}

/** A word that may be the value of an option or what the command is about. */
function ambiguous(command: Command, name: string, word: string): Error {
  const [what = ''] = command.arguments;
  return usageError(
    `'${word}' can be the value of --${name} or ${what}: write --${name}=${word} and ${what}, or ./${word}`,
  );
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
