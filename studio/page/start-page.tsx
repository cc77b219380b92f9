/** The page: opens the files, and lets the engine decide before the editor is there. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import type { Engine } from '../frame/engine.ts';
import { readAddress, writeAddress } from '../state/address.ts';
import { startDrafts } from '../state/draft.ts';
import { createFileStore, takeKey, type FileStore } from '../state/files.ts';
import { mode, readMode } from '../state/mode.ts';
import { openFolder, openShared, save, showExample } from '../state/open.ts';
import { openServed, startServed } from '../state/served.ts';
import { restoreToken } from '../state/session.ts';
import {
  address,
  alertText,
  cases,
  files,
  isSaved,
  openPath,
  request,
  shownPlace,
  store as fileStore,
} from '../state/state.ts';
import { startAssisting } from '../state/assistance.ts';
import { forget, startHistory } from '../state/history.ts';
import { startHistoryKeys } from '../state/history-keys.ts';
import { startWork } from '../state/work.ts';

const served = readMode();

function readPlace(): void {
  const { keys } = address.value;
  const file = keys.get('file');
  if (file === undefined || !files.value.some(({ path }) => path === file)) return;
  openPath.value = file;
  const line = Number(keys.get('line'));
  if (Number.isInteger(line) && line > 0) shownPlace.value = { file, line };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The files of the offline server; `null` without its key, and in a page of the service. */
function openStore(key: string | undefined): FileStore | null {
  if (mode.value.kind === 'connected') return null;
  const taken = takeKey(key);
  return taken === null ? null : createFileStore(taken);
}

/** Starts the page with its engine. */
export async function startPage(engine: Engine): Promise<void> {
  const { screen, keys } = address.value;
  if (keys.has('key')) {
    const others = Object.fromEntries([...keys].filter(([name]) => name !== 'key'));
    history.replaceState(null, '', writeAddress(screen, others));
    address.value = readAddress(location.hash);
  }
  mode.value = await served;
  const store = openStore(keys.get('key'));
  fileStore.value = store;
  const shared = keys.get('share');
  const name = keys.get('ruleset') ?? null;
  const problem = await opened(store, shared, name);
  readPlace();
  addEventListener('hashchange', () => {
    const before = address.value.screen;
    address.value = readAddress(location.hash);
    // What went wrong on one screen is not said on the next.
    if (address.value.screen !== before) alertText.value = null;
    readPlace();
  });
  const work = startWork(engine);
  // Read while the worker decides.
  const { Page } = await import('./page.tsx');
  startDrafts();
  startAssisting();
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
  let onOpen = (id: string): void => {
    if (store !== null)
      void openFolder(store, id).catch((error: unknown) => (alertText.value = messageOf(error)));
  };
  if (mode.value.kind === 'connected') {
    restoreToken();
    startServed(name);
    onOpen = (id) => void openServed(id);
  }
  render(<Page work={work} onSave={onSave} onOpen={onOpen} />, document.getElementById('page')!);
  if (problem !== null) alertText.value = problem;
}

/** Opens the shared ruleset, the folder or the example; returns what went wrong, for the user. */
async function opened(store: FileStore | null, shared: string | undefined, name: string | null) {
  try {
    if (shared !== undefined) await openShared(shared);
    else if (store !== null) await openFolder(store, name);
    else showExample();
    return null;
  } catch (error) {
    showExample();
    return messageOf(error);
  }
}
