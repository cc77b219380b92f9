import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rulesetJsonSchema } from '../compiler/schema/ruleset-schema.ts';
import { suiteJsonSchema } from '../library/suite/suite-schema.ts';
import { rulesetName } from '../library/node/sources.ts';
import { packageRoot } from '../library/node/package-root.ts';
import { VERSION } from '../library/version.ts';
import { CommandError, usageError } from './command.ts';

const TEMPLATES = ['basic', 'agent-gate'];
const RULES = ['rules.yaml', 'rules.test.yaml'];
/** Name of a ruleset without a name. */
const UNNAMED = 'rules';

/** Writes the files of a template and returns their paths. Throws CommandError, and then has written nothing. */
export async function startRuleset(folder: string, template: string): Promise<readonly string[]> {
  if (!TEMPLATES.includes(template))
    throw usageError(`unknown template '${template}' (${TEMPLATES.join(', ')})`);
  const files = [...(await templateFiles(folder, template))].map(
    ([name, text]) => [join(folder, name), text] as const,
  );
  const [there] = files.find(([path]) => existsSync(path)) ?? [];
  if (there !== undefined) throw new CommandError(`${there} already exists`);
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: 'wx' });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`cannot write to ${folder} (${code})`);
  }
  return files.map(([path]) => path);
}

async function templateFiles(folder: string, template: string): Promise<ReadonlyMap<string, string>> {
  const templates = join(packageRoot(), 'templates');
  const files = new Map<string, string>();
  for (const name of RULES) {
    const text = await readFile(join(templates, template, name), 'utf8');
    files.set(name, text.replace('NAME', nameOf(folder)));
  }
  files.set('ruleset.schema.json', json(rulesetJsonSchema()));
  files.set('suite.schema.json', json(suiteJsonSchema()));
  const workflow = await readFile(join(templates, 'workflow.yaml'), 'utf8');
  files.set('.github/workflows/rules.yaml', workflow.replaceAll('VERSION', VERSION));
  return files;
}

/** The folder's name if it needs no quotes: it is written into YAML. */
function nameOf(folder: string): string {
  const name = rulesetName(folder);
  return /^[a-z][a-z0-9-]*$/.test(name) && !/^(?:true|false|null)$/.test(name) ? name : UNNAMED;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
