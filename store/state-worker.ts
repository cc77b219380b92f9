/**
 * Entry of the thread that holds the embedded store of sessions, approvals and reloads. A transaction is on the disk when it ends,
 * and writes that arrive meanwhile wait for the next one: request handling never waits for the disk.
 */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { open } from 'lmdb';
import { ApprovalBook } from './approvals/approval-book.ts';
import { operate } from './approvals/book-operations.ts';
import { ledgerRecords } from './budgets/lmdb-records.ts';
import { operateLedger } from './budgets/operations.ts';
import { approvalRecords } from './approval-records.ts';
import { SessionRecords } from './session-records.ts';
import { together } from './together.ts';
import type {
  FromState,
  StateReplies,
  StateRequest,
  StateStart,
  StateWrite,
  ToState,
} from './state-protocol.ts';

const port = parentPort!;
// The thread may start long before there is a folder for it.
const [{ folder }] = (await once(port, 'message')) as [StateStart];
// Without overlapping: a transaction ends when it is on the disk, not when it is on its way there.
const root = open({ path: folder, noSubdir: false, overlappingSync: false, maxDbs: 12 });
const sessions = new SessionRecords(root);
const approvals = new ApprovalBook(approvalRecords(root));
const ledger = ledgerRecords(root);
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

type Answered = Exclude<StateRequest, { readonly kind: 'close' }>;

function answer(request: Answered): StateReplies[StateRequest['kind']] {
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
    case 'approvals':
      return operate(approvals, request.operation);
    case 'ledger':
      return operateLedger(ledger, request.operation, (used) => approvals.useOnce(used));
  }
}

function reply(id: number, request: Answered): FromState {
  try {
    return { id, ok: true, value: answer(request) };
  } catch (error) {
    return { id, ok: false, problem: problemOf(error) };
  }
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Operations on approvals or the ledger: all that came in together are one transaction. */
const operations = together(
  root,
  (request: Extract<StateRequest, { readonly kind: 'approvals' | 'ledger' }>) => answer(request),
  () => approvals.load(),
);

function operateTogether(id: number, request: Parameters<typeof operations.ask>[0]): void {
  operations.ask(request).then(
    (value) => port.postMessage({ id, ok: true, value } satisfies FromState),
    (error: unknown) => port.postMessage({ id, ok: false, problem: problemOf(error) } satisfies FromState),
  );
}

/**
 * Finishes what came before, and ends the thread. It ends by itself because the database is not closed properly, and may
 * wait for itself forever, in a thread that is ended within a transaction.
 */
async function close(id: number): Promise<void> {
  operations.flush();
  await root.close();
  port.postMessage({ id, ok: true, value: null } satisfies FromState);
  port.close();
}

port.on('message', ({ id, request }: ToState) => {
  if (request.kind === 'close') {
    void close(id);
    return;
  }
  if (request.kind === 'approvals' || request.kind === 'ledger') {
    operateTogether(id, request);
    return;
  }
  const answered = reply(id, request);
  const isBytes = answered.ok && answered.value instanceof Uint8Array;
  port.postMessage(answered, isBytes ? [(answered.value as Uint8Array).buffer as ArrayBuffer] : []);
});

port.postMessage({ id: 0, ok: true, value: null } satisfies FromState);
