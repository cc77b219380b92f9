/** dash and bash start what is read of command lines: of random ones, and of those that were once read in another way. */
import { access, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seededDice } from '../../tools/api-fuzz/seeded-dice.ts';
import { STUBS } from '../../tools/shell-fuzz/folder.ts';
import {
  createFolders,
  fuzzShell,
  judgeLine,
  newFigures,
  removeFolders,
} from '../../tools/shell-fuzz/fuzz.ts';
import { full } from '../full.ts';

const has = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const HAS_SHELLS = (await has('/usr/bin/dash')) && (await has('/usr/bin/bash'));
const SEED_RANGE = 2 ** 31;

it.runIf(HAS_SHELLS)('start what is read of samples', async () => {
  const samples = JSON.parse(await readFile('test/shell/samples.json', 'utf8')) as readonly string[];
  const folders = await createFolders();
  const figures = newFigures();
  for (const line of samples)
    expect((await judgeLine(folders, line, new Set(STUBS), figures)) ?? [], line).toEqual([]);
  await removeFolders(folders);
});

it.runIf(HAS_SHELLS)('start what is read of random lines', { timeout: 600_000 }, async () => {
  const real = JSON.parse(await readFile('test/shell/real-commands.json', 'utf8')) as readonly {
    command: string;
  }[];
  const seed = Math.floor(Math.random() * SEED_RANGE);
  const differing: string[] = [];
  await fuzzShell({
    count: full(2000, 60),
    diceOf: (index) => seededDice(seed, index),
    corpus: real.map(({ command }) => command),
    onDifference: (line, found) => differing.push(JSON.stringify(line), ...found),
  });
  expect(differing, `seed ${seed}`).toEqual([]);
});
