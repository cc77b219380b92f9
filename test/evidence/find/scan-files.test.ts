/** Reading a log in files backwards: all records in order of time, a bounded part at a time, whatever the files look like. */
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DecisionPage } from '../../../evidence/find/page.ts';
import { findInFiles } from '../../../evidence/find/find-in-files.ts';
import { scanFiles } from '../../../evidence/find/scan-files.ts';
import { createIdMaker } from '../../../runtime/engine/decision-id.ts';
import { temporaryFolder } from '../support.ts';

const START = Date.UTC(2026, 0, 1);
const ANY = {
  from: null,
  to: null,
  decision: null,
  rule: null,
  actor: null,
  ruleset: null,
  hash: null,
  rulesets: null,
};
const makeId = createIdMaker((bytes) => bytes.fill(7));
const timeOf = (n: number): string => new Date(START + n * 1000).toISOString();

function line(n: number, padding = 0): string {
  const id = makeId(START + n * 1000);
  return `{"v":1,"seq":${n},"time":"${timeOf(n)}","kind":"decision","decision_id":"${id}","n":${n},"text":"${'é'.repeat(padding)}","prev":""}\n`;
}

/** Writes files of a writer: the numbers of the records in each. */
async function write(
  folder: string,
  writer: string,
  files: readonly (readonly number[])[],
  padding: (n: number) => number = () => 0,
): Promise<string> {
  await mkdir(join(folder, writer), { recursive: true });
  for (const [i, numbers] of files.entries()) {
    const path = join(folder, writer, `${String(i + 1).padStart(8, '0')}-2026-01-01.jsonl`);
    const head = `{"v":1,"seq":0,"time":"${timeOf(numbers[0] ?? 0)}","kind":"file","log_id":"x","frontier":[],"prev":""}\n`;
    await writeFile(path, head + numbers.map((n) => line(n, padding(n))).join(''));
  }
  return join(folder, writer, '00000001-2026-01-01.jsonl');
}

const numbersOf = ({ records }: DecisionPage): number[] =>
  records.map((text) => (JSON.parse(text) as { n: number }).n);

/** All pages of a log. */
function allPages(folder: string, limit: number, filter: object = {}): DecisionPage[] {
  const pages: DecisionPage[] = [];
  let cursor: string | null = null;
  do {
    const page = scanFiles(folder, { filter: { ...ANY, ...filter }, limit, cursor });
    if (page === null) throw new Error('a cursor of the last page is refused');
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
const newestFirst = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => b - a);

test.each([1, 7, 100, 500])(
  'brings the lines of all writers and files together, %i at a time',
  async (limit) => {
    const folder = await temporaryFolder();
    await write(folder, 'worker-0', [range(0, 100, 3), range(102, 300, 3)]);
    await write(folder, 'worker-1', [range(1, 300, 3)]);
    await write(folder, 'service', [[], range(2, 50, 3), range(50, 300, 3)]);
    expect(allPages(folder, limit).flatMap(numbersOf)).toEqual(newestFirst(range(0, 300)));
  },
);

test('long lines, lines of other kinds and damaged ones are read past', async () => {
  const folder = await temporaryFolder();
  const path = await write(folder, 'worker-0', [range(0, 40)], (n) => (n % 7 === 0 ? 100_000 : n * 100));
  await appendFile(
    path,
    'no record\n\n{"time":"x"}\n{"kind":"decision"}\n{"v":1,"seq":3,"time":"2026-01-01T00:10:00.000Z","kind":"decision",\n',
  );
  await appendFile(path, line(41) + line(42).slice(0, 90));
  expect(allPages(folder, 3).flatMap(numbersOf)).toEqual([41, ...newestFirst(range(0, 40))]);
});

test('a page reads a bounded part of the log, and the next goes on there', async () => {
  const folder = await temporaryFolder();
  // 40 MB, of which one record is looked for.
  await write(folder, 'worker-0', [range(0, 200), range(200, 400)], () => 50_000);
  const pages = allPages(folder, 10, { from: null, actor: 'nobody' });
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.every(({ records }) => records.length === 0)).toBe(true);
  const reached = pages.map(({ scannedTo }) => scannedTo);
  expect(reached).toEqual([...reached].sort().reverse());
  expect(reached.at(-1)).toBe(timeOf(0));
});

test('a page holds a bounded number of bytes', async () => {
  const folder = await temporaryFolder();
  await write(folder, 'worker-0', [range(0, 200)], () => 50_000);
  const pages = allPages(folder, 500);
  expect(pages[0]?.records.length).toBeLessThan(100);
  expect(pages.flatMap(numbersOf)).toEqual(newestFirst(range(0, 200)));
});

test('times are found in large files without reading what is newer', async () => {
  const folder = await temporaryFolder();
  await write(folder, 'worker-0', [range(0, 300), range(300, 600)], () => 20_000);
  for (const n of [0, 1, 150, 299, 300, 301, 599]) {
    const [page] = allPages(folder, 5, { to: timeOf(n) });
    expect(numbersOf(page!)).toEqual(newestFirst(range(Math.max(0, n - 5), n)));
  }
  const few = allPages(folder, 500, { from: timeOf(290), to: timeOf(310) });
  expect(few.flatMap(numbersOf)).toEqual(newestFirst(range(290, 310)));
  expect(few.at(-1)?.scannedTo).toBe(timeOf(290));
});

test('a cursor outlives files that retention removes', async () => {
  const folder = await temporaryFolder();
  const first = await write(folder, 'worker-0', [range(0, 50), range(50, 100)]);
  const page = scanFiles(folder, { filter: ANY, limit: 75, cursor: null });
  await rm(first);
  expect(page?.next).not.toBeNull();
  expect(scanFiles(folder, { filter: ANY, limit: 75, cursor: page!.next })).toMatchObject({
    records: [],
    next: null,
  });
});

test('an empty log and a missing folder have no decisions', async () => {
  const folder = await temporaryFolder();
  for (const place of [folder, join(folder, 'missing')])
    expect(scanFiles(place, { filter: { ...ANY, to: timeOf(3) }, limit: 10, cursor: null })).toEqual({
      records: [],
      next: null,
      scannedTo: timeOf(3),
    });
});

test('a decision is found by its identifier, also where it was written late', async () => {
  const folder = await temporaryFolder();
  const path = await write(folder, 'worker-0', [range(0, 300), range(300, 400)], () => 10_000);
  await write(folder, 'service', [[300]]);
  for (const n of [0, 1, 150, 299, 300, 399]) {
    const found = findInFiles(folder, makeId(START + n * 1000), null);
    expect(found?.text).toContain(`"n":${n},`);
  }
  expect(findInFiles(folder, makeId(START + 100_500), null)).toBeNull();
  expect(findInFiles(folder, makeId(START + 1000), ['ann/*'])).toBeNull();
  await appendFile(path, line(500_000));
  await appendFile(
    path.replace('worker-0', 'service'),
    line(20)
      .replace('"n":20', '"n":-1')
      .replace(makeId(START + 20_000), makeId(START + 20_000).replace(/.$/, 'f')),
  );
  expect(findInFiles(folder, makeId(START + 20_000).replace(/.$/, 'f'), null)?.text).toContain('"n":-1');
});
