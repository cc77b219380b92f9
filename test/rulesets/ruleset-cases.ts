import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { parseJson } from '../../library/json.ts';
import { rulesetFolders } from '../../tools/generate/ruleset-folders.ts';

/** Facts, and what a ruleset must make of them. */
export interface RulesetCase {
  readonly name: string;
  readonly facts: readonly FactInput[];
  readonly expect: {
    readonly decision: string;
    readonly reason?: string;
    /** `module::rule` of every firing, sorted. */
    readonly fired?: readonly string[];
    readonly metadata?: Readonly<Record<string, string>>;
  };
}

/** A ruleset with known results: a folder with `cases.json` next to its YAML. */
export interface RulesetFolder {
  readonly name: string;
  readonly path: string;
  readonly cases: readonly RulesetCase[];
}

type WrittenCase = Omit<RulesetCase, 'name'> & { readonly name?: string };

/** The rulesets with known results in a folder, by name. Cases without a name are numbered from 1. */
async function readFolders(root: string): Promise<readonly RulesetFolder[]> {
  const folders = await rulesetFolders(root);
  const names = folders.filter((name) => existsSync(join(root, name, 'cases.json')));
  return Promise.all(
    names.map(async (name) => {
      const path = join(root, name);
      const written = parseJson(await readFile(join(path, 'cases.json'), 'utf8')) as readonly WrittenCase[];
      return { name, path, cases: written.map((one, i) => ({ name: `case ${i + 1}`, ...one })) };
    }),
  );
}

/** The rulesets that ship with the project and have cases over facts. Others have suites alone, see suites.test.ts. */
export const shippedRulesets = await readFolders('rulesets');
/** Rulesets that others wrote, see published/README.md. */
export const publishedRulesets = await readFolders(join('test', 'rulesets', 'published'));
