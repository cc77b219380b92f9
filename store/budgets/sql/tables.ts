/** Tables of the ledger on the SQL database, as statements of a migration. Times are milliseconds since 1970, sums have any size. */
export const BUDGET_TABLES: readonly string[] = [
  `CREATE SEQUENCE ferrule.budget_sequence`,
  // `shape`: what its uses mean; null: it was reset. `began`: what counted up to this place in the order of all is forgotten.
  `CREATE TABLE ferrule.budget (
    id text COLLATE "C" PRIMARY KEY,
    ruleset text NOT NULL,
    name text NOT NULL,
    shape text,
    began bigint NOT NULL DEFAULT 0
  )`,
  // `used` and `held`: running sums, from which those before a window are taken. `counted_at`: 0 until something counted.
  `CREATE TABLE ferrule.budget_key (
    id text COLLATE "C" PRIMARY KEY,
    budget text COLLATE "C" NOT NULL,
    info text,
    used numeric NOT NULL DEFAULT 0,
    held numeric NOT NULL DEFAULT 0,
    counted_at bigint NOT NULL DEFAULT 0,
    has_changes boolean NOT NULL DEFAULT false
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX budget_key_of ON ferrule.budget_key (budget)`,
  // The running sums of a key after each time.
  `CREATE TABLE ferrule.budget_total (
    key text COLLATE "C" NOT NULL,
    time bigint NOT NULL,
    used numeric NOT NULL,
    held numeric NOT NULL,
    PRIMARY KEY (key, time)
  )`,
  // What settlements and expiries change in the past, in buckets as in sums.ts.
  `CREATE TABLE ferrule.budget_change (
    key text COLLATE "C" NOT NULL,
    level int NOT NULL,
    bucket bigint NOT NULL,
    used numeric NOT NULL,
    held numeric NOT NULL,
    PRIMARY KEY (key, level, bucket)
  )`,
  `CREATE TABLE ferrule.budget_request (
    id text COLLATE "C" PRIMARY KEY,
    digest text NOT NULL,
    decision text NOT NULL,
    time bigint NOT NULL
  )`,
  `CREATE INDEX budget_request_age ON ferrule.budget_request (time)`,
  // `asked`: its uses. `used` and `held`: the sums before it. `settled`: what became of its hold. `expires_at`: null unless it holds.
  `CREATE TABLE ferrule.budget_decision (
    id text COLLATE "C" PRIMARY KEY,
    time bigint NOT NULL,
    sequence bigint NOT NULL,
    asked text NOT NULL,
    used text[] NOT NULL,
    held text[] NOT NULL,
    response text NOT NULL,
    record text,
    settled text,
    expires_at bigint
  )`,
  `CREATE INDEX budget_decision_age ON ferrule.budget_decision (time)`,
  `CREATE INDEX budget_decision_due ON ferrule.budget_decision (expires_at) WHERE expires_at IS NOT NULL`,
  // Lines that the log of a writer may lack. `decision`: it says everything; `line` is then null.
  `CREATE TABLE ferrule.budget_line (
    sequence bigint PRIMARY KEY,
    writer text NOT NULL,
    process text NOT NULL,
    kept_at bigint NOT NULL,
    decision text,
    line text
  )`,
  `CREATE TABLE ferrule.budget_writer (
    id text PRIMARY KEY,
    seen_at bigint NOT NULL
  )`,
  `CREATE TABLE ferrule.budget_value (
    name text PRIMARY KEY,
    value text NOT NULL
  )`,
];

/** Columns that other tables get for budgets. */
export const BUDGET_COLUMNS: readonly string[] = [
  // JSON text: the budgets that an approval lets be exceeded.
  `ALTER TABLE ferrule.approval ADD COLUMN budgets text`,
];
