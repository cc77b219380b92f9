import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Sql, SqlValue, Store } from '../../store/store.ts';

/** Message of the queue: this graph has work. The work itself is in the tables of runs. */
interface Message {
  readonly graphId: string;
}

interface QueuedMessage {
  readonly id: string;
  readonly graphId: string;
}

const QUEUE = 'ferrule-runs';
const SCHEMA = 'ferrule_queue';
/** Any number that nothing else on the database locks, the same in every process. */
const LOCK = 7_302_612;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Minimum seconds between reminders for one graph. */
const REMIND_SECONDS = 10;

/** The queue of pg-boss on our own database. Messages are reminders: one too many does nothing. */
export class RunQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async open(store: Store, log: Logger): Promise<RunQueue> {
    const { default: Boss } = await import('pg-boss');
    const boss = new Boss({
      db: executorOf(store),
      schema: SCHEMA,
      schedule: false,
      archiveCompletedAfterSeconds: HOUR_SECONDS,
      deleteAfterSeconds: DAY_SECONDS,
    });
    boss.on('error', (error) => log.warn({ problem: error.message }, 'queue error'));
    try {
      await oneAtATime(store, async () => {
        await boss.start();
        await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 3, retryDelay: 1, retryBackoff: true });
      });
    } catch (error) {
      // Its timers would keep the process from ending.
      await boss.stop({ graceful: false, close: false });
      throw error;
    }
    return new RunQueue(boss);
  }

  /** Puts a message into the queue, within a transaction. */
  async send(sql: Sql, graphId: string): Promise<void> {
    await this.#boss.send(QUEUE, { graphId } satisfies Message, { db: executorOf(sql) });
  }

  async remind(graphId: string): Promise<void> {
    const options = { singletonKey: graphId, singletonSeconds: REMIND_SECONDS };
    await this.#boss.send(QUEUE, { graphId } satisfies Message, options);
  }

  async fetch(most: number): Promise<readonly QueuedMessage[]> {
    const jobs = await this.#boss.fetch<Message>(QUEUE, { batchSize: most });
    return jobs.map(({ id, data }) => ({ id, graphId: data.graphId }));
  }

  async complete(id: string): Promise<void> {
    await this.#boss.complete(QUEUE, id);
  }

  /** To be tried again, a little later. */
  async fail(id: string): Promise<void> {
    await this.#boss.fail(QUEUE, id);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
  }
}

/**
 * pg-boss makes its tables without a lock over all of them: processes that do so at once end each other with errors and
 * deadlocks. They wait for each other here. An embedded database has one process, and one connection.
 */
async function oneAtATime(store: Store, work: () => Promise<void>): Promise<void> {
  if (store.exclusive) return work();
  await store.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await work();
  });
}

/** Statements without values may be several: pg-boss writes its migrations and its maintenance so. */
function executorOf(sql: Sql | Store): PgBoss.Db {
  return {
    async executeSql(text: string, values?: readonly SqlValue[]) {
      const isScript = values === undefined || values.length === 0;
      const rows = isScript && 'script' in sql ? await sql.script(text) : await sql.query(text, values);
      return { rows: [...rows] };
    },
  };
}
