/** The programs of pages whose packages a bare install does not bring, run on the bundles of the package. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLOCKING } from '../server/fleet/rules.ts';
import { examplesOf } from '../package/packed.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-programs-'));
  database = await createPostgres();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Where a package is found from the folder of the example: what an installation would do. */
function found(name: string): string {
  const door = /^ferrule(?:\/(.+))?$/.exec(name);
  return door === null
    ? import.meta.resolve(name)
    : pathToFileURL(resolve('dist', `${door[1] ?? 'library'}.js`)).href;
}

/** Output of the only program of a page, followed by these expressions. */
async function printed(page: string, shown: string, edit = (program: string) => program): Promise<string> {
  const [example = ''] = await examplesOf(page);
  const { outputText } = transpileModule(edit(example), {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  const program = outputText.replace(
    /(from )'([^'.][^']*)'/g,
    (_, from: string, name: string) => `${from}${JSON.stringify(found(name))}`,
  );
  await write('example.mjs', `${program}\nconsole.log(${shown});\n`);
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder });
  return stdout;
}

/** The rulesets of a page in their order there. */
async function rulesOf(page: string): Promise<readonly string[]> {
  return [...(await readFile(page, 'utf8')).matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
    ([, text = '']) => text,
  );
}

it('the engine of a fleet decides on what the fleet knows', async () => {
  await write('rules/rules.yaml', BLOCKING);
  const url = database.settings['DATABASE_URL'] ?? '';
  const out = await printed('docs/guides/fleet.md', 'decision', (program) =>
    program.replace('postgresql://…', url),
  );
  expect(out).toBe('deny\n');
});

it('an engine explains', async () => {
  const [rules = ''] = await rulesOf('docs/guides/explain.md');
  await write('transfers/rules.yaml', rules);
  expect(await printed('docs/guides/explain.md', 'decision, flips.found[0].decision')).toBe('deny allow\n');
});

it('properties run in one’s own tests', async () => {
  const rules = (await rulesOf('docs/guides/testing.md')).find((text) =>
    text.startsWith('ruleset: payments'),
  );
  await write('pay/rules.yaml', rules ?? '');
  expect(await printed('docs/guides/testing.md', 'typeof fc')).toBe('object\n');
});
