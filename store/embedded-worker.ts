/** Entry of the thread that holds the embedded database, so that its work delays no requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { keepPrivate } from './data-folder.ts';
import type { EmbeddedStart, FromEmbedded, ToEmbedded } from './embedded-protocol.ts';

const { folder } = workerData as EmbeddedStart;
const port = parentPort!;
const database = await PGlite.create(folder ?? 'memory://');
if (folder !== null) keepPrivate(folder);

function send(message: FromEmbedded): void {
  port.postMessage(message);
}

database.onNotification((channel, payload) => send({ kind: 'notification', channel, payload }));

async function handle({ kind, text, values }: ToEmbedded): Promise<readonly unknown[]> {
  switch (kind) {
    case 'query':
      return (await database.query(text, [...values])).rows;
    case 'script':
      return runScript(text);
    case 'listen':
      // Reported by `onNotification` above.
      await database.listen(text, () => undefined);
      return [];
    case 'close':
      await database.close();
      return [];
  }
}

async function runScript(text: string): Promise<readonly unknown[]> {
  try {
    return (await database.exec(text)).at(-1)?.rows ?? [];
  } catch (error) {
    // The script may have begun a transaction, which is still open then.
    await database.exec('ROLLBACK');
    throw error;
  }
}

port.on('message', (message: ToEmbedded) => {
  const { id } = message;
  handle(message).then(
    (rows) => send({ kind: 'rows', id, rows }),
    (error: Error & { readonly code?: string }) =>
      send({ kind: 'failed', id, message: error.message, code: error.code ?? null }),
  );
});

send({ kind: 'ready' });
