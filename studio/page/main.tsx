/** The page: opens the files, and lets the engine decide before the editor is there. */
import { batch, effect } from '@preact/signals';
import { render } from 'preact';
import { createEngines } from '../frame/engine.ts';
import { readAddress, writeAddress } from '../state/address.ts';
import { createFileStore, takeKey, type FileStore } from '../state/files.ts';
import { readShare, ShareError } from '../state/share.ts';
import { Shell } from './shell.tsx';
import { OpenScreen, SCREENS } from './screens.tsx';
import {
  address,
  alertText,
  asking,
  cases,
  files,
  isSaved,
  openPath,
  request,
  ruleset,
  rulesets,
  shownPlace,
  store as fileStore,
  type EditedFile,
} from '../state/state.ts';
import { restoreDraft, startDrafts } from '../state/draft.ts';
import { forget, startHistory } from '../state/history.ts';
import { startHistoryKeys } from '../state/history-keys.ts';
import { EXAMPLE } from '../state/example.ts';
import { startWork } from '../state/work.ts';

const engine = createEngines(fetch('worker.js').then((response) => response.text()));

function show(name: string, opened: readonly EditedFile[], first: string | null): void {
  const rules = opened.find(({ path }) => /(?<!\.test)\.ya?ml$/i.test(path));
  // At once: the history would take files of another ruleset for an edit.
  batch(() => {
    ruleset.value = name;
    files.value = opened;
    openPath.value = opened.find(({ path }) => path === first)?.path ?? rules?.path ?? opened[0]?.path ?? '';
  });
}

async function openFolder(store: FileStore, name: string | null): Promise<void> {
  asking.value++;
  const folder = await store.open(name).finally(() => asking.value--);
  rulesets.value = folder.rulesets;
  const read = folder.files.map((one) => ({ ...one, saved: one.text }));
  isSaved.value = true;
  show(folder.ruleset, restoreDraft(folder.ruleset, read), null);
}

async function save(store: FileStore): Promise<void> {
  for (const file of files.value) {
    if (file.text === file.saved) continue;
    try {
      const etag = await store.save(ruleset.value, file.path, file.text, file.etag);
      files.value = files.value.map((one) =>
        one.path === file.path ? { ...one, saved: file.text, etag } : one,
      );
    } catch (error) {
      alertText.value = `${file.path} was not saved: ${error instanceof Error ? error.message : String(error)}`;
      return;
    }
  }
}

function readPlace(): void {
  const { keys } = address.value;
  const file = keys.get('file');
  if (file === undefined || !files.value.some(({ path }) => path === file)) return;
  openPath.value = file;
  const line = Number(keys.get('line'));
  if (Number.isInteger(line) && line > 0) shownPlace.value = { file, line };
}

async function start(): Promise<void> {
  const { screen, keys } = address.value;
  const key = takeKey(keys.get('key'));
  if (keys.has('key')) {
    const others = Object.fromEntries([...keys].filter(([name]) => name !== 'key'));
    history.replaceState(null, '', writeAddress(screen, others));
    address.value = readAddress(location.hash);
  }
  const shared = keys.get('share');
  const store = key === null ? null : createFileStore(key);
  fileStore.value = store;
  const problem = await opened(store, shared, keys.get('ruleset') ?? null);
  readPlace();
  addEventListener('hashchange', () => {
    address.value = readAddress(location.hash);
    readPlace();
  });
  const work = startWork(engine);
  startDrafts();
  startHistory();
  startHistoryKeys();
  // The first case beside the rules is the first request.
  const number = Number(keys.get('case') ?? 1);
  const stop = effect(() => {
    const chosen = cases.value.filter((one) => one.request !== null)[number - 1];
    if (shared !== undefined || chosen?.request === undefined || chosen.request === null) return;
    request.value = chosen.request;
    queueMicrotask(() => {
      stop();
      forget();
    });
  });
  const onSave = (): void => {
    if (store !== null && isSaved.value) void save(store);
  };
  addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSave();
  });
  const onOpen = (name: string): void => {
    if (store !== null)
      void openFolder(store, name).catch((error: unknown) => {
        alertText.value = error instanceof Error ? error.message : String(error);
      });
  };
  render(<Page work={work} onSave={onSave} onOpen={onOpen} />, document.getElementById('page')!);
  if (problem !== null) alertText.value = problem;
}

/** Opens the shared ruleset, the folder or the example; returns what went wrong, for the user. */
async function opened(store: FileStore | null, shared: string | undefined, name: string | null) {
  try {
    if (shared !== undefined) {
      const given = await readShare(shared);
      show(
        'shared',
        given.files.map((one) => ({ ...one, saved: one.text, etag: null })),
        given.open,
      );
      request.value = given.request;
      return null;
    }
    if (store !== null) {
      await openFolder(store, name);
      return null;
    }
  } catch (error) {
    show('example', EXAMPLE, null);
    return error instanceof ShareError || error instanceof Error ? error.message : String(error);
  }
  show('example', EXAMPLE, null);
  return null;
}

interface PageProps {
  readonly work: ReturnType<typeof startWork>;
  readonly onSave: () => void;
  readonly onOpen: (name: string) => void;
}

function Page({ work, onSave, onOpen }: PageProps) {
  const screen = SCREENS.find(({ name }) => name === address.value.screen) ?? SCREENS[0];
  return (
    <Shell screens={SCREENS} onSave={onSave} onOpen={onOpen} onStop={() => work.stop()}>
      <OpenScreen screen={screen} work={work} />
    </Shell>
  );
}

void start();
