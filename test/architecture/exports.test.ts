/** A file exports only what another one takes. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportsWithoutImporter } from './exports.ts';
import { ROOMS, sourceFiles } from './imports.ts';

/** Their exports are the interface of the package, are taken when the program is built, or are in texts of modules. */
const INTERFACES =
  /^(?:entries\/|clients\/typescript\/|compiler\/entry-point\.ts|runtime\/abi\.ts|agents\/gate\/adapters\/|library\/node\/hash-texts\.ts|tools\/clients\/)/;

it('has no export that no other file takes', () => {
  const importers = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { encoding: 'utf8' });
  const sources = ROOMS.flatMap(sourceFiles).filter((file) => !INTERFACES.test(file));
  expect(exportsWithoutImporter(sources, importers.trim().split('\n'))).toEqual([]);
});

it('finds an export without an importer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-exports-'));
  const [a, b] = [join(folder, 'a.ts'), join(folder, 'b.ts')];
  await writeFile(
    a,
    'export const used = 1;\nexport function dead(): void {}\nexport type { Dead } from "./c.ts";\n',
  );
  await writeFile(b, "import { used as other } from './a.ts';\n");
  expect(exportsWithoutImporter([a], [a, b])).toEqual([`${a}: dead`]);
  await rm(folder, { recursive: true });
});
