/** The table of tokens is the one that the script printed, for the policies as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';

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

interface Ports {
  readonly portsTable: () => string;
  readonly portText: (name: string) => string;
}

const ports = (await import(new URL('../../bench/short/ports.mjs', import.meta.url).href)) as Ports;
const keptPorts = JSON.parse(readFileSync('bench/short/ports.json', 'utf8')) as Readonly<
  Record<string, Readonly<Record<'port' | 'original', { readonly text: string; readonly tokens: number }>>>
>;

it('the counts are of the ports as they are', () => {
  const names = readdirSync('bench/short/ports').map((name) => name.replace('.yaml', ''));
  expect(Object.keys(keptPorts).sort()).toEqual(names.sort());
  for (const [name, { port }] of Object.entries(keptPorts))
    expect([name, port.text]).toEqual([name, script.digest(ports.portText(name))]);
});

it('the comparison prints the table of ports, most of which are shorter', () => {
  expect(readFileSync('docs/start/comparison.md', 'utf8')).toContain(`\n${ports.portsTable()}\n`);
  const shorter = Object.values(keptPorts).filter(({ port, original }) => port.tokens < original.tokens);
  expect(shorter.length).toBeGreaterThanOrEqual(15);
});

it.each(readdirSync('bench/short/ports'))('the port %s compiles', (name) => {
  const text = readFileSync(`bench/short/ports/${name}`, 'utf8');
  const { diagnostics } = compileSources([{ path: name, text }]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});
