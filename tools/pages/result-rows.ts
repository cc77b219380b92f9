/** Rows of the page "Results of operators and functions". */
export interface ResultRow {
  readonly short: string;
  readonly input: unknown;
  /** Type of the value; left out for a condition. */
  readonly type?: 'string' | 'float' | 'time' | 'integer' | 'boolean';
}

interface Section {
  readonly title: string;
  readonly rows: readonly ResultRow[];
}

const value = (type: NonNullable<ResultRow['type']>, short: string, input: unknown): ResultRow => ({
  short,
  input,
  type,
});
const holds = (short: string, input: unknown): ResultRow => ({ short, input });

export const RESULTS: readonly Section[] = [
  {
    title: 'Texts',
    rows: [
      value('string', 'lower(input.x)', { x: 'ÄB' }),
      value('string', 'upper(input.x)', { x: 'straße' }),
      value('string', 'trim(input.x)', { x: '  a b ' }),
      value('string', 'replace(input.x, "-", "")', { x: 'a-b-c' }),
      value('string', 'part(input.x, "/", 0)', { x: 'a/b/c' }),
      value('string', 'part(input.x, "/", -1)', { x: 'a/b/c' }),
      value('string', 'part(input.x, "/", 3)', { x: 'a/b/c' }),
      holds('part-readable(input.x, "/", 3)', { x: 'a/b/c' }),
      holds('part(input.x, "/", 3) != "d"', { x: 'a/b/c' }),
      holds('lower(input.x) == "ab"', {}),
      holds('lower(input.x?) == "ab"', {}),
    ],
  },
  {
    title: 'Numbers and quantities',
    rows: [
      value('float', 'number(input.x)', { x: '2.5' }),
      value('float', 'number(input.x)', { x: '1e3' }),
      value('float', 'number(input.x)', { x: 'two' }),
      holds('number-readable(input.x)', { x: 'two' }),
      holds('number(input.x) > 2', { x: 'two' }),
      value('float', 'quantity(input.x)', { x: '500m' }),
      value('float', 'quantity(input.x)', { x: '1Gi' }),
      value('float', 'quantity(input.x)', { x: '1 GB' }),
      holds('quantity-readable(input.x)', { x: '1 GB' }),
      holds('quantity(input.x) <= quantity("2")', { x: '1500m' }),
      holds('1 / number(input.x) > 2', { x: '0' }),
    ],
  },
  {
    title: 'Times',
    rows: [
      value('time', 'time(input.x)', { x: '2026-01-01T01:00:00+01:00' }),
      value('time', 'time(input.x)', { x: '2026-01-01' }),
      value('time', 'time(input.x, "Europe/Berlin")', { x: '2026-01-01' }),
      value('time', 'time(input.x)', { x: 'soon' }),
      holds('time-readable(input.x)', { x: 'soon' }),
      value('time', 'time(input.x) + 24h', { x: '2026-01-01' }),
      value('time', 'time(input.x) - 24h', { x: '2026-01-01' }),
      holds('time(input.y) - time(input.x) > 36h', { x: '2026-01-01', y: '2026-01-03' }),
      holds('now - time(input.x) >= 24h', { x: '2026-01-01' }),
      holds('now - time(input.x) >= 24h', { x: 'soon' }),
      holds('time(input.x).before(time("2026-05-31"))', { x: '2026-01-01' }),
      holds('time(input.x).after(time("2026-05-31"))', { x: '2026-01-01' }),
      holds('time(input.x).within_last(25h)', { x: '2026-01-01' }),
      holds('time(input.x).older_than(25h)', { x: '2026-01-01' }),
      holds('time(input.x).older_than(25h)', { x: 'soon' }),
      holds('time(input.x, "Europe/Berlin").older_than(25h)', { x: '2026-01-01' }),
      holds('time(input.x).weekday_in(["thu", "fri"], "UTC")', { x: '2026-01-01' }),
      holds('time(input.x).time_of_day_between("09:00", "17:30", "Europe/Berlin")', {
        x: '2026-01-01T08:30:00Z',
      }),
    ],
  },
  {
    title: 'Lists for operators on texts',
    rows: [
      holds('input.x.contains(["apk", "curl"])', { x: 'run curl' }),
      holds('not input.x.contains(["apk", "curl"])', { x: 'run curl' }),
      holds('input.x.contains(const.words)', { x: 'run curl' }),
      holds('input.x.starts_with(["run", "copy"])', { x: 'run curl' }),
      holds('input.x.ends_with(["apk", "wget"])', { x: 'run curl' }),
      holds('input.x.glob(["copy *", "run *"])', { x: 'run curl' }),
      holds('input.x.matches(["^copy", "curl$"])', { x: 'run curl' }),
      holds('input.x.contains([])', { x: 'run curl' }),
    ],
  },
  {
    title: 'Texts in conditions',
    rows: [
      holds('input.x == text("{input.y}::{input.z}")', { x: 'file::7', y: 'file', z: 7 }),
      holds('input.x == text("{input.y}::{input.z}")', { x: 'file::7', y: 'file' }),
      holds('input.x.ends_with(text(":{input.y}"))', { x: 'web:latest', y: 'latest' }),
    ],
  },
  {
    title: 'Keys and several lists',
    rows: [
      holds('exists(v in input.x, key(v).starts_with("aws_"))', { x: { aws_vpc: 1 } }),
      holds('exists(v in input.x, input.y[key(v)] == v)', { x: { a: '1' }, y: { a: '1' } }),
      holds('exists(v in input.x, input.y[key(v)] == v)', { x: { a: '1' }, y: {} }),
      holds('exists(c in input["x", "y"], c == "a")', { y: ['a'] }),
      holds('exists(c in input["x", "y"], c == "a" and list(c) == "y")', { x: ['b'], y: ['a'] }),
      holds('exists(c in input["x", "y"], c == "a")', {}),
    ],
  },
  {
    title: 'Aggregates',
    rows: [
      holds('sum(c in input.x, number(c.n)) == 5.5', { x: [{ n: '3' }, { n: 2.5 }] }),
      holds('sum(c in input.x, number(c.n)) > 1', { x: [{ n: '3' }, { n: 'two' }] }),
      holds('count(c in input.x, lower(c.n) == "a") == 2', { x: [{ n: 'A' }, { n: 'a' }] }),
      holds('count(c in input.x, lower(c.n) == "a") == 2', { x: [{ n: 'A' }, { n: 'a' }, {}] }),
      holds('max(c in input.x, quantity(c.n)) > 1000', { x: [{ n: '500m' }, { n: '1Ki' }] }),
      holds('min(c in input.x, quantity(c.n)) >= 1', { x: [{ n: '500m' }, { n: '1Ki' }] }),
      holds('max(c in input.x, c.n) > 10', { x: [{ n: 5 }, { n: 12.5 }] }),
      holds('max(c in input.x, c.n) > 10', { x: [{ n: 5 }, { n: '12' }] }),
      holds('distinct(c in input.x, part(c.n, ":", 0)) == 1', { x: [{ n: 'web:1' }, { n: 'web:2' }] }),
      holds('count(c in input.x, time(c.n).within_last(25h)) == 1', {
        x: [{ n: '2026-01-01' }, { n: '2025-01-01' }],
      }),
      holds('sum(c in input.x, time(c.y) - time(c.n)) > 36h', { x: [{ n: '2026-01-01', y: '2026-01-03' }] }),
    ],
  },
];
