import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suiteJsonSchema } from '../../library/suite/suite-schema.ts';
import { format } from 'prettier';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { readApi } from '../clients/api-model.ts';
import { pageTexts } from '../pages/llms.ts';
import { LONG_EXAMPLES, longExamples } from '../pages/long-examples.ts';
import { PRINTED_RESULTS, printedResults } from '../pages/printed-results.ts';
import { movedPages } from '../pages/moved.ts';
import { drawPictures } from '../pictures/pictures.ts';
import { pythonClient } from '../clients/python-client.ts';
import { typescriptClient } from '../clients/typescript-client.ts';
import { rulesetFolders } from './ruleset-folders.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

const RULESETS = 'rulesets';
const GENERATED = 'generated';
const SUITE_SCHEMA = 'docs/schemas/test-suite.json';
const TYPESCRIPT = join('clients', 'typescript', 'api.ts');
const PYTHON = join('clients', 'python', 'ferrule_client', '_api.py');

const LAYOUT = { parser: 'typescript', printWidth: 110, singleQuote: true } as const;

/**
 * Text by path: what the compiler makes of every shipped ruleset, clients of the interface description, the
 * schema of suites, the pictures of the pages, and their texts for models. Throws SourceError or CompileError.
 */
async function generateFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const name of await rulesetFolders(RULESETS)) {
    const sources = await readRulesetSources(join(RULESETS, name));
    const compilation = compileOrThrow(sources, { name });
    files.set(join(GENERATED, name, 'constructs.clp'), emitClips(compilation.ruleset));
    files.set(join(GENERATED, name, 'matcher.ts'), await compilation.typescript());
  }
  const api = readApi();
  files.set(TYPESCRIPT, await format(typescriptClient(api), LAYOUT));
  files.set(PYTHON, pythonClient(api));
  for (const [path, text] of ofPages()) files.set(path, text);
  files.set(SUITE_SCHEMA, `${JSON.stringify(suiteJsonSchema(), null, 2)}\n`);
  return files;
}

/** Text by path: what is made for the pages. */
function ofPages(): ReadonlyMap<string, string> {
  const made = new Map([
    [LONG_EXAMPLES, longExamples()],
    [PRINTED_RESULTS, printedResults()],
  ]);
  return new Map([...drawPictures(), ...made, ...pageTexts(made), ...movedPages()]);
}

/** The existing files: those of these paths, and what else is in `generated/`. */
async function presentFiles(made: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(GENERATED, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  paths.push(...made.filter((path) => !path.startsWith(GENERATED) && existsSync(path)));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)));
}

/** Differences between these files and the current output: one line per file, naming it. */
export async function staleFiles(): Promise<readonly string[]> {
  const made = await generateFiles();
  const present = await presentFiles([...made.keys()]);
  const stale = [...made].flatMap(([path, text]) => {
    const old = present.get(path);
    if (old === undefined) return [`${path} is missing`];
    return old === text ? [] : [`${path} differs from what is generated now`];
  });
  const left = [...present.keys()].filter((path) => !made.has(path));
  return [...stale, ...left.map((path) => `${path} belongs to no ruleset`)];
}

/** Writes the generated files. */
export async function writeFiles(): Promise<void> {
  const made = await generateFiles();
  await rm(GENERATED, { recursive: true, force: true });
  for (const [path, text] of made) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
