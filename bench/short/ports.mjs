/**
 * Counts the tokens (o200k_base) of ports of public policies and of their originals, all without comments, writes them to
 * ports.json and prints the table of docs/start/comparison.md. The originals are fetched, and not kept.
 *
 *     npm ci --prefix bench && node bench/short/ports.mjs [FOLDER]
 *
 * FOLDER has the originals as OWNER/NAME/PATH instead.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest } from './o200k.mjs';
import { ORIGINALS } from './originals.mjs';
import { withoutComments } from './tokens.mjs';

export const PORTS = join(import.meta.dirname, 'ports');
const KEPT = join(import.meta.dirname, 'ports.json');

const tidy = (text) => `${text.replace(/\n\s*\n/g, '\n').trim()}\n`;

/** The text of a port that is counted. */
export const portText = (name) =>
  tidy(withoutComments(readFileSync(join(PORTS, `${name}.yaml`), 'utf8'), 'yaml'));

/** The text of one file of an original that is counted: in favour of the original, metadata and layout do not count. */
function originalText(path, part, text) {
  const kind = path.split('.').at(-1);
  if (kind === 'json') return `${JSON.stringify(JSON.parse(text))}\n`;
  const [, rule] = part === 'rule' ? (/^```python\n([^]*?)^```$/m.exec(text) ?? []) : [];
  const counted = part === 'spec' ? text.slice(text.indexOf('\nspec:')) : (rule ?? text);
  return tidy(withoutComments(counted, kind === 'md' ? 'rego' : kind));
}

async function readOriginal(folder, { repo, commit }, path) {
  if (folder !== undefined) return readFile(join(folder, repo, path), 'utf8');
  const address = `https://raw.githubusercontent.com/${repo}/${commit}/${path}`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** The table of the comparison page, of the counts that were kept. */
export function portsTable(counts = JSON.parse(readFileSync(KEPT, 'utf8'))) {
  const rows = Object.entries(ORIGINALS).map(([name, { repo, commit, language, paths }]) => {
    const { port, original } = counts[name];
    const address = `https://github.com/${repo}/blob/${commit}/${paths[0]}`;
    return { shown: `| ${name} | [${repo}](${address}) | ${language} |`, port, original };
  });
  const total = (side) => rows.reduce((sum, row) => sum + row[side].tokens, 0);
  const shorter = rows.filter(({ port, original }) => port.tokens < original.tokens).length;
  return [
    '| Port | Original | Language | Original | ferrule |',
    '| --- | --- | --- | ---: | ---: |',
    ...rows.map(({ shown, port, original }) => `${shown} ${original.tokens} | ${port.tokens} |`),
    `| all; ${shorter} of ${rows.length} are shorter | | | ${total('original')} | ${total('port')} |`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { getEncoding } = await import('js-tiktoken');
  const encoding = getEncoding('o200k_base');
  const counted = (text) => ({ text: digest(text), tokens: encoding.encode(text).length });
  const counts = {};
  const known = readdirSync(PORTS).map((name) => name.replace(/\.yaml$/, ''));
  const unknown = known.filter((name) => !(name in ORIGINALS));
  if (unknown.length > 0) throw new Error(`no original: ${unknown.join(', ')}`);
  for (const [name, original] of Object.entries(ORIGINALS)) {
    const texts = [];
    for (const path of original.paths)
      texts.push(originalText(path, original.part, await readOriginal(process.argv[2], original, path)));
    counts[name] = { port: counted(portText(name)), original: counted(texts.join('')) };
  }
  writeFileSync(KEPT, `${JSON.stringify(counts, null, 2)}\n`);
  console.log(portsTable(counts));
}
