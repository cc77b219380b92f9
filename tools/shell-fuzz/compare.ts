/** Holds what was read against what shells started. */
import type { ShellCommand } from '../../runtime/shell/command.ts';
import type { ShellReading } from '../../runtime/shell/read-shell.ts';
import type { ShellName, Start } from './folder.ts';

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** True if the items are in the list in this order. */
function isWithin(items: readonly string[], list: readonly string[]): boolean {
  let at = 0;
  for (const item of list) if (at < items.length && items[at] === item) at++;
  return at === items.length;
}

const covers = ({ program, args, dynamic }: ShellCommand, start: Start): boolean =>
  program === null ||
  (program === start.name && (dynamic ? isWithin(args, start.args) : same(args, start.args)));

/** What the shell started and the reading lacks, and what it has and the shell did not start. */
export function differences(
  reading: ShellReading,
  shell: ShellName,
  starts: readonly Start[],
  stubs: ReadonlySet<string>,
): readonly string[] {
  const show = ({ name, args }: Start): string => JSON.stringify([name, ...args]);
  const { commands } = reading;
  const runsDash = shell === 'dash' || commands.some(({ program }) => program === 'dash' || program === 'sh');
  const isExact = !runsDash || !reading.isBash;
  // A value of `$'…'` in other shells is another one: their programs are compared by name.
  const isCovered = (start: Start): boolean =>
    commands.some((command) =>
      isExact ? covers(command, start) : command.program === null || command.program === start.name,
    );
  const missed = starts
    .filter((start) => !isCovered(start))
    .map((start) => `${shell} started ${show(start)}`);
  if (!isExact) return missed;
  const unstarted = commands.filter(
    (command) =>
      isCertain(command, stubs) &&
      commands.every((other) => !mayHold(other, command) || opensItsFiles(other)) &&
      !starts.some((start) => covers(command, start)),
  );
  return [
    ...missed,
    ...unstarted.map(({ program, args }) => `${shell} did not start ${JSON.stringify([program, ...args])}`),
  ];
}

/**
 * True if the files of the first command may keep the second from running: it starts the second, or is it, or has the files of
 * a group before it. Where the group begins is not in the reading.
 */
const mayHold = (outer: ShellCommand, inner: ShellCommand): boolean =>
  (outer.program === '' || outer.start <= inner.start) && inner.end <= outer.end;

/** True if the files of its redirections are in the folder, or can be made in it. */
const opensItsFiles = ({ reads, writes }: ShellCommand): boolean =>
  reads.every((name) => name === 'in') && writes.every((name) => /^[a-z]+$/.test(name));

/** True if the command runs whenever the line is run in the folder. */
const isCertain = (
  { program, path, dynamic, conditional, via }: ShellCommand,
  stubs: ReadonlySet<string>,
): boolean =>
  program !== null &&
  stubs.has(program) &&
  (path === '' || path === './tool') &&
  !dynamic &&
  !conditional &&
  via.every((name) =>
    ['env', 'sh', 'bash', 'dash', 'timeout', 'nice', 'nohup', 'command', 'stdbuf', 'setsid'].includes(name),
  );
