import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { suiteRequests } from '../../library/node/suites/suite-requests.ts';
import { readTemplates } from '../../library/node/rulesets/read-templates.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { rulesetFolders } from '../generate/ruleset-folders.ts';
import { SAMPLES } from './samples.ts';
import { graphSubject, rulesetSubject, type Subject } from './subject.ts';

/** The clock of requests without one. */
export const NOW = 1_760_000_000_000;

/** Everything that is shipped and written in the language: rulesets, starters, examples, documentation, graphs. */
export async function readCorpus(root: string): Promise<readonly Subject[]> {
  const folders = await rulesetFolders(join(root, 'rulesets'));
  const starters = await readdir(join(root, 'templates'), { withFileTypes: true });
  const examples = (await readdir(join(root, 'examples/agents'))).filter((name) => name.endsWith('.yaml'));
  const paths = [
    ...folders.map((name) => `rulesets/${name}`),
    ...starters.filter((entry) => entry.isDirectory()).map(({ name }) => `templates/${name}`),
    ...examples.map((name) => `examples/agents/${name}`),
  ];
  const rulesets = await Promise.all(paths.map((path) => readRuleset(root, path)));
  return [
    ...rulesets,
    ...(await readPages(root)),
    ...(await readGraphs(root)),
    ...SAMPLES.map(({ name, sources }) => rulesetSubject(name, sources)),
  ];
}

async function readRuleset(root: string, path: string): Promise<Subject> {
  const place = join(root, path);
  return rulesetSubject(path, await readRulesetSources(place), { requests: await suiteRequests(place, NOW) });
}

const PAGES = [
  'README.md',
  'docs/reference/long-form.md',
  'docs/reference/long-form-conditions.md',
  'docs/reference/long-form-decisions.md',
  'docs/reference/long-form-data.md',
];

const PIECE = /^```yaml\n([\s\S]*?)^```$/gm;

/** The rulesets of the README and of the pages on the long form; those that name files are samples. */
async function readPages(root: string): Promise<readonly Subject[]> {
  const pages = await Promise.all(
    PAGES.map(async (page) => ({
      page,
      text: await readFile(join(root, page), 'utf8'),
    })),
  );
  return pages.flatMap(({ page, text }) =>
    [...text.matchAll(PIECE)].map(([, yaml = ''], i) =>
      rulesetSubject(`${page} ${i + 1}`, [{ path: 'example.yaml', text: yaml }]),
    ),
  );
}

async function readGraphs(root: string): Promise<readonly Subject[]> {
  const folder = join(root, 'rulesets/graphs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  const names = await rulesetFolders(join(root, 'rulesets'));
  const templates = new Map(
    await Promise.all(
      names.map(
        async (name) => [name, (await readTemplates(join(root, 'rulesets'), name)).templates] as const,
      ),
    ),
  );
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return graphSubject(basename(file, '.yaml'), { path: file, text }, templates);
    }),
  );
}
