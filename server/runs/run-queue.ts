import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Sql, SqlValue, Store } from '../store/store.ts';

/** What a message of the queue says: there is work on this graph. The work itself is in the tables of runs. */
interface Message {
  readonly graphId: string;
}

export interface QueuedMessage {
  readonly id: string;
  readonly graphId: string;
}

const QUEUE = 'ferrule-runs';
const SCHEMA = 'ferrule_queue';
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Of one graph at most one reminder in so many seconds. */
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
    boss.on('error', (error) => log.warn({ problem: error.message }, 'the queue reports an error'));
    await boss.start();
    await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 3, retryDelay: 1, retryBackoff: true });
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
