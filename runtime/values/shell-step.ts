/**
 * The step of a path from a command line to its commands.
 *
 * `whenUnknown` says where it leads if the commands are unknown: to nothing, to a list of one item of which nothing is
 * known, or to a list of one command that is dynamic and not known.
 */
export interface ShellStep {
  readonly step: 'shell';
  readonly whenUnknown: 'nothing' | 'item' | 'command';
}

export const SHELL: ShellStep = { step: 'shell', whenUnknown: 'nothing' };
export const SHELL_OR_ITEM: ShellStep = { step: 'shell', whenUnknown: 'item' };
export const SHELL_OR_COMMAND: ShellStep = { step: 'shell', whenUnknown: 'command' };

/** A step of a path: a member, an index, or the step to the commands of a command line. */
export type Step = string | number | ShellStep;

export const isShellStep = (step: unknown): step is ShellStep =>
  typeof step === 'object' && step !== null && 'whenUnknown' in step;
