/**
 * Entry of the thread that holds the embedded store of sessions and reloads. A transaction is on the disk when it ends,
 * and writes that come meanwhile wait for the next one: nobody who serves requests waits for the disk.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { open } from 'lmdb';
import { SessionRecords } from './session-records.ts';
import type {
  FromState,
  StateReplies,
  StateRequest,
  StateStart,
  StateWrite,
  ToState,
} from './state-protocol.ts';

const { folder } = workerData as StateStart;
const port = parentPort!;
// Without overlapping: a transaction ends when it is on the disk, not when it is on its way there.
const root = open({ path: folder, noSubdir: false, overlappingSync: false, maxDbs: 8 });
const sessions = new SessionRecords(root);
const values = root.openDB<string, string>('values', { encoding: 'string' });

function write(change: StateWrite): void {
  if (change.kind !== 'value') sessions.write(change);
  else if (change.value === null) values.removeSync(change.name);
  else values.putSync(change.name, change.value);
}

/** All or none. */
function writeAll(writes: readonly StateWrite[]): void {
  try {
    root.transactionSync(() => writes.forEach(write));
  } catch (error) {
    sessions.load();
    throw error;
  }
}

function answer(request: StateRequest): StateReplies[StateRequest['kind']] {
  switch (request.kind) {
    case 'write':
      writeAll(request.writes);
      return null;
    case 'load':
      return sessions.all();
    case 'read':
      return new Uint8Array(Buffer.from(sessions.lines(request.handle)));
    case 'head':
      return sessions.head(request.handle);
    case 'ended':
      return sessions.hasEnded(request, request.now);
    case 'value':
      return values.get(request.name) ?? null;
    case 'close':
      void root.close();
      return null;
  }
}

function reply({ id, request }: ToState): FromState {
  try {
    return { id, ok: true, value: answer(request) };
  } catch (error) {
    return { id, ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (message: ToState) => {
  const answered = reply(message);
  const isBytes = answered.ok && answered.value instanceof Uint8Array;
  port.postMessage(answered, isBytes ? [(answered.value as Uint8Array).buffer as ArrayBuffer] : []);
});

port.postMessage({ id: 0, ok: true, value: null } satisfies FromState);
