/** Texts by name on the SQL database, for all servers. */
import type { Store } from '../../store.ts';

interface SqlValues {
  readonly value: (name: string) => Promise<string | null>;
  /** `null` if it is forgotten. */
  readonly setValue: (name: string, value: string | null) => Promise<void>;
}

/** @param open opens the database. Throws ServiceError `store_unavailable` */
export function sqlValues(open: () => Promise<Store>): SqlValues {
  return {
    async value(name) {
      const store = await open();
      const [row] = await store.query<{ value: string }>(
        'SELECT value FROM ferrule.budget_value WHERE name = $1',
        [name],
      );
      return row?.value ?? null;
    },
    async setValue(name, value) {
      const store = await open();
      if (value === null) await store.query('DELETE FROM ferrule.budget_value WHERE name = $1', [name]);
      else
        await store.query(
          `INSERT INTO ferrule.budget_value (name, value) VALUES ($1, $2)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [name, value],
        );
    },
  };
}
