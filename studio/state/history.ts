/**
 * One history of every edit in the page: of files and of the request, whatever makes it. It follows the state itself, so that no
 * form, table or button can leave it out.
 */
import { batch, effect, signal } from '@preact/signals';
import { files, openPath, request, ruleset } from './state.ts';

interface Snapshot {
  readonly files: ReadonlyMap<string, string>;
  readonly request: string;
}

/** Where it can be: among equal characters any place is the same. */
type Range = readonly [number, number];

const meet = (a: Range, b: Range): boolean => a[0] <= b[1] && b[0] <= a[1];

/** A change from one snapshot to the next. */
interface Step {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Where typing goes on; `null` for other edits. */
  readonly typing: { readonly target: string; readonly at: Range } | null;
  readonly time: number;
}

/** Steps that are kept, and milliseconds after which typing begins another one. */
const MOST_STEPS = 1_000;
const PAUSE_MS = 600;
const REQUEST = ' request';

const done = signal<readonly Step[]>([]);
const undone = signal<readonly Step[]>([]);
export const canUndo = signal(false);
export const canRedo = signal(false);

let last: Snapshot | null = null;
let opened = '';
let isReplaying = false;

const snapshot = (): Snapshot => ({
  files: new Map(files.value.map(({ path, text }) => [path, text])),
  request: request.value,
});

/** Begins the history with what is there now. The page calls it when a ruleset and its first request are there. */
export function startHistory(): void {
  forget();
  effect(() => {
    const now = snapshot();
    if (opened !== ruleset.value) forget();
    else if (!isReplaying && last !== null) record(last, now);
    last = now;
  });
}

/** Forgets all edits: another ruleset was opened, or its first request was chosen. */
export function forget(): void {
  opened = ruleset.peek();
  last = {
    files: new Map(files.peek().map(({ path, text }) => [path, text])),
    request: request.peek(),
  };
  done.value = [];
  undone.value = [];
  tell();
}

function record(before: Snapshot, after: Snapshot): void {
  const targets = changedIn(before, after);
  if (targets.length === 0) return;
  const time = performance.now();
  const typing = targets.length === 1 ? typingOf(before, after, targets[0] ?? '') : null;
  const previous = done.peek().at(-1);
  const isContinued =
    typing !== null &&
    previous?.typing?.target === typing.target &&
    meet(previous.typing.at, typing.from) &&
    time - previous.time < PAUSE_MS;
  const step: Step = {
    before: isContinued && previous !== undefined ? previous.before : before,
    after,
    typing: typing === null ? null : { target: typing.target, at: typing.to },
    time,
  };
  done.value = [...(isContinued ? done.peek().slice(0, -1) : done.peek().slice(-MOST_STEPS)), step];
  undone.value = [];
  tell();
}

function changedIn(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  const changed = [...paths].filter((path) => before.files.get(path) !== after.files.get(path));
  return before.request === after.request ? changed : [...changed, REQUEST];
}

const textOf = (of: Snapshot, target: string): string =>
  target === REQUEST ? of.request : (of.files.get(target) ?? '');

/** One character that was typed or deleted: where, and where the next one would follow. */
function typingOf(before: Snapshot, after: Snapshot, target: string) {
  const [old, text] = [textOf(before, target), textOf(after, target)];
  const by = text.length - old.length;
  if (Math.abs(by) !== 1) return null;
  let from = 0;
  while (from < old.length && old[from] === text[from]) from++;
  const [longer, shorter] = by > 0 ? [text, old] : [old, text];
  if (longer.slice(from + 1) !== shorter.slice(from)) return null;
  let first = from;
  while (first > 0 && longer[first - 1] === longer[from]) first--;
  const [at, behind]: readonly [Range, Range] = [
    [first, from],
    [first + 1, from + 1],
  ];
  return by > 0 ? { target, from: at, to: behind } : { target, from: behind, to: at };
}

/** Takes the last edit back; does nothing if there is none. */
export function undo(): void {
  const step = done.peek().at(-1);
  if (step === undefined) return;
  done.value = done.peek().slice(0, -1);
  undone.value = [...undone.peek(), step];
  replay(step.after, step.before);
}

/** Makes the edit again that was taken back last; does nothing if there is none. */
export function redo(): void {
  const step = undone.peek().at(-1);
  if (step === undefined) return;
  undone.value = undone.peek().slice(0, -1);
  done.value = [...done.peek(), { ...step, typing: null }];
  replay(step.before, step.after);
}

function replay(from: Snapshot, to: Snapshot): void {
  const targets = changedIn(from, to);
  isReplaying = true;
  batch(() => {
    const kept = files.peek().flatMap((file) => {
      if (!targets.includes(file.path)) return [file];
      const text = to.files.get(file.path);
      // A file that was added and never saved goes away again.
      if (text === undefined && file.etag === null) return [];
      return [{ ...file, text: text ?? '' }];
    });
    const back = targets.flatMap((path) => {
      const text = to.files.get(path);
      const isThere = path === REQUEST || kept.some((one) => one.path === path);
      return text === undefined || isThere ? [] : [{ path, text, saved: '', etag: null }];
    });
    files.value = [...kept, ...back];
    request.value = to.request;
    const shown = targets.find((path) => path !== REQUEST && files.value.some((one) => one.path === path));
    if (shown !== undefined && !targets.includes(openPath.peek())) openPath.value = shown;
  });
  isReplaying = false;
  tell();
}

function tell(): void {
  canUndo.value = done.peek().length > 0;
  canRedo.value = undone.peek().length > 0;
}
