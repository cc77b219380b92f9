/** Runs random command lines in real shells, and holds what was read against what they started. */
import { readShell } from '../../runtime/shell/read-shell.ts';
import type { Dice } from '../judge/dice.ts';
import { differences } from './compare.ts';
import { drawLine } from './draw-line.ts';
import { createFolder, STUBS, type Folder, type ShellName } from './folder.ts';
import { mutate, staysInside, withoutFolders } from './mutate.ts';

/** Lines that run at once. */
const AT_ONCE = 2;
const SHELLS: readonly ShellName[] = ['dash', 'bash'];

interface ShellFuzz {
  readonly count: number;
  /** The dice of a numbered line. */
  readonly diceOf: (index: number) => Dice;
  /** Command lines that are changed. */
  readonly corpus: readonly string[];
  readonly onDifference: (line: string, differences: readonly string[]) => void;
  /** Takes lines that are unknown and that both shells accept. */
  readonly onNeedless?: (line: string) => void;
}

interface ShellFigures {
  lines: number;
  /** Programs that shells started. */
  starts: number;
  commands: number;
  /** Lines of which the commands are unknown. */
  unknown: number;
  /** Those that both shells accept. */
  needless: number;
  /** Lines with a command whose program is not known. */
  open: number;
  late: number;
  differing: number;
}

/** The names of programs that lines mention, for stubs. */
const programsOf = (lines: readonly string[]): readonly string[] =>
  lines
    .flatMap((line) => (readShell(line)?.commands ?? []).flatMap(({ program }) => program ?? []))
    .filter((name) => /^[\w.-]+$/.test(name));

/** A folder for each shell, so that both run at once. */
type Folders = Readonly<Record<ShellName, Folder>>;

/** Makes the folders, with stubs also of the names that are given. */
export async function createFolders(names: readonly string[] = []): Promise<Folders> {
  const [dash, bash] = await Promise.all([createFolder(names), createFolder(names)]);
  return { dash, bash };
}

export const removeFolders = async ({ dash, bash }: Folders): Promise<void> => {
  await Promise.all([dash.remove(), bash.remove()]);
};

/** Checks one line in both shells. Returns the differences, or null if it did not end in time. */
export async function judgeLine(
  folders: Folders,
  line: string,
  stubs: ReadonlySet<string>,
  figures: ShellFigures,
  onNeedless?: (line: string) => void,
): Promise<readonly string[] | null> {
  const reading = readShell(line);
  figures.lines++;
  if (reading === null) {
    figures.unknown++;
    const accepted = await Promise.all(SHELLS.map((shell) => folders[shell].accepts(shell, line)));
    if (!accepted.includes(false)) {
      figures.needless++;
      onNeedless?.(line);
    }
    return [];
  }
  figures.commands += reading.commands.length;
  if (reading.commands.some(({ program }) => program === null)) figures.open++;
  const runs = await Promise.all(SHELLS.map((shell) => folders[shell].run(shell, line)));
  const ended = runs.flatMap((starts) => (starts === null ? [] : [starts]));
  if (ended.length < runs.length) {
    figures.late++;
    return null;
  }
  figures.starts += ended.flat().length;
  const found = SHELLS.flatMap((shell, i) => differences(reading, shell, ended[i] ?? [], stubs));
  if (found.length > 0) figures.differing++;
  return found;
}

export const newFigures = (): ShellFigures => ({
  lines: 0,
  starts: 0,
  commands: 0,
  unknown: 0,
  needless: 0,
  open: 0,
  late: 0,
  differing: 0,
});

/** Judges drawn lines, and changed ones of the corpus. */
export async function fuzzShell(fuzz: ShellFuzz): Promise<ShellFigures> {
  const { count, diceOf, corpus, onDifference, onNeedless } = fuzz;
  const lines = corpus.map(withoutFolders);
  const names = programsOf(lines);
  const stubs = new Set<string>([...STUBS, ...names.filter((name) => !BUILT_IN.has(name))]);
  const figures = newFigures();
  let [index, begun] = [0, 0];
  await Promise.all(Array.from({ length: AT_ONCE }, judgeLines));
  return figures;

  async function judgeLines(): Promise<void> {
    const folders = await createFolders([...stubs]);
    try {
      while (begun < count) {
        const line = draw(diceOf(index++));
        if (!staysInside(line)) continue;
        begun++;
        const found = await judgeLine(folders, line, stubs, figures, onNeedless);
        if (found !== null && found.length > 0) onDifference(line, found);
      }
    } finally {
      await removeFolders(folders);
    }
  }

  function draw(dice: Dice): string {
    const kind = dice.int(1, 10);
    if (kind <= 5) return drawLine(dice);
    if (kind <= 7 || lines.length === 0) return mutate(dice, drawLine(dice));
    return mutate(dice, dice.pick(lines));
  }
}

/** Built-ins of dash or bash, which no stub records, and stubs that run a program. */
const BUILT_IN = new Set(
  (
    '. : [ [[ alias bg bind break builtin caller case cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg ' +
    'getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test time times trap true type ' +
    'typeset ulimit umask unalias unset wait coproc function if then else fi for while until do done select in esac env xargs find sh bash dash timeout nice nohup stdbuf setsid'
  ).split(' '),
);
