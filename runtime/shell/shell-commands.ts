/** The commands of a command line as a part of the document. */
import type { ShellStep } from '../values/shell-step.ts';
import { readShell } from './read-shell.ts';

/** A command as rules see it. `program` is missing if it is not known before running, `allArgs` if the command is dynamic. */
interface CommandItem {
  readonly program?: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly allArgs?: true;
  readonly dynamic: boolean;
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly env: readonly string[];
  readonly via: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for the command in the place of unknown ones. */
  readonly known: true;
}

/** The list in place of unknown commands. */
const UNKNOWN: Readonly<Record<ShellStep['whenUnknown'], readonly object[] | undefined>> = {
  nothing: undefined,
  item: [{}],
  command: [{ dynamic: true, known: false }],
};

/**
 * The commands of a command line of a document.
 *
 * @param whenUnknown the list if they are unknown, or the value is not a text (default: undefined)
 */
export function commandsIn(
  value: unknown,
  whenUnknown: ShellStep['whenUnknown'] = 'nothing',
): readonly object[] | undefined {
  const reading = typeof value === 'string' ? readShell(value) : null;
  if (reading === null) return UNKNOWN[whenUnknown];
  return reading.commands.map(({ program: name, conditional: _, ...item }): CommandItem => {
    const program = name === null ? {} : { program: name };
    const all = item.dynamic ? {} : ({ allArgs: true } as const);
    return { ...program, ...item, ...all, known: true };
  });
}
