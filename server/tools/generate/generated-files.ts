import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suiteJsonSchema } from '../../authors/suite/suite-schema.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { readRulesetSources } from '../../library/sources.ts';
import { rulesetFolders } from './ruleset-folders.ts';

const RULESETS = 'rulesets';
const GENERATED = 'generated';
const SUITE_SCHEMA = 'docs/schemas/test-suite.json';

/** Text by path: what the compiler makes of every shipped ruleset, and the schema of suites. Throws SourceError or CompileError. */
export async function generateFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const name of await rulesetFolders(RULESETS)) {
    const sources = await readRulesetSources(join(RULESETS, name));
    const compilation = compileOrThrow(sources, { name });
    files.set(join(GENERATED, name, 'constructs.clp'), compilation.clips());
    files.set(join(GENERATED, name, 'matcher.ts'), await compilation.typescript());
  }
  files.set(SUITE_SCHEMA, `${JSON.stringify(suiteJsonSchema(), null, 2)}\n`);
  return files;
}

/** The files that stand in generated/ now, and the schema of suites. */
async function presentFiles(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(GENERATED, { recursive: true, withFileTypes: true });
  const generated = entries.filter((entry) => entry.isFile());
  const paths = [...generated.map((entry) => join(entry.parentPath, entry.name)), SUITE_SCHEMA];
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)));
}

/** What differs between these files and what is made now: one line a file, naming it. */
export async function staleFiles(): Promise<readonly string[]> {
  const [made, present] = await Promise.all([generateFiles(), presentFiles()]);
  const stale = [...made].flatMap(([path, text]) => {
    const old = present.get(path);
    if (old === undefined) return [`${path} is missing`];
    return old === text ? [] : [`${path} differs from what is made now`];
  });
  const left = [...present.keys()].filter((path) => !made.has(path));
  return [...stale, ...left.map((path) => `${path} belongs to no ruleset`)];
}

/** Writes generated/ anew, and the schema of suites. */
export async function writeFiles(): Promise<void> {
  const made = await generateFiles();
  await rm(GENERATED, { recursive: true, force: true });
  for (const [path, text] of made) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
