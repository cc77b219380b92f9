/** The table of tokens is the one that the script printed, for the policies as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Counting {
  readonly o200kTable: () => string;
  readonly counted: (name: string) => string;
  readonly digest: (text: string) => string;
}

const script = (await import(new URL('../../bench/short/o200k.mjs', import.meta.url).href)) as Counting;
const kept = JSON.parse(readFileSync('bench/short/o200k.json', 'utf8')) as Readonly<
  Record<string, { readonly text: string }>
>;

it('the counts are of the policies as they are', () => {
  const policies = readdirSync('bench/short/policies').sort();
  expect(Object.entries(kept).map(([name, { text }]) => [name, text])).toEqual(
    policies.map((name) => [name, script.digest(script.counted(name))]),
  );
});

it('the comparison prints the table of tokens', () => {
  expect(readFileSync('docs/start/comparison.md', 'utf8')).toContain(`\n${script.o200kTable()}\n`);
});
