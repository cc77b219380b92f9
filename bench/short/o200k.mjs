/**
 * Counts the tokens (o200k_base) of the six policies without their comments, writes them to o200k.json and prints the
 * table of docs/start/comparison.md.
 *
 *     npm ci --prefix bench && node bench/short/o200k.mjs
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { POLICIES, withoutComments } from './tokens.mjs';

const KEPT = join(import.meta.dirname, 'o200k.json');
const FORMS = [
  ['ferrule', 'short.yaml'],
  ['ferrule, long form', 'long.yaml'],
  ['OPA (Rego)', 'rego'],
  ['Cedar', 'cedar'],
  ['Cerbos', 'cerbos.yaml'],
];

/** The text that is counted: no comments, no empty lines at the ends. */
export function counted(name) {
  const kind = name.endsWith('yaml') ? 'yaml' : name.split('.')[1];
  return `${withoutComments(readFileSync(join(POLICIES, name), 'utf8'), kind)
    .replace(/\n\s*\n/g, '\n')
    .trim()}\n`;
}

export const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The table of the comparison page, of the counts that were kept. */
export function o200kTable(counts = JSON.parse(readFileSync(KEPT, 'utf8'))) {
  const policies = [...new Set(Object.keys(counts).map((name) => name.split('.')[0]))].sort();
  const cell = (policy, form) => counts[`${policy}.${form}`]?.tokens ?? '–';
  return [
    `| Policy | ${FORMS.map(([title]) => title).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(FORMS.length)}`,
    ...policies.map(
      (policy) => `| ${policy.slice(2)} | ${FORMS.map(([, form]) => cell(policy, form)).join(' | ')} |`,
    ),
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { getEncoding } = await import('js-tiktoken');
  const encoding = getEncoding('o200k_base');
  const counts = {};
  for (const name of readdirSync(POLICIES).sort()) {
    const text = counted(name);
    counts[name] = { text: digest(text), tokens: encoding.encode(text).length };
  }
  writeFileSync(KEPT, `${JSON.stringify(counts, null, 2)}\n`);
  console.log(o200kTable(counts));
}
