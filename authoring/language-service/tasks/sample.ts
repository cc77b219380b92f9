import { folderOf, nameOf } from '../documents/uri.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';

/** Names of a request with facts, and of a document, beside a ruleset. */
const REQUESTS = ['facts.json', 'request.json', 'sample.json'];
const DOCUMENTS = ['input.json', 'document.json'];

/** The sample beside a ruleset, as a request; null if there is none. */
export function sampleOf({ key }: RulesetOfDocument, { documents }: Workspace): string | null {
  const isFile = documents.has(key);
  const folder = isFile ? folderOf(key) : key;
  const own = isFile ? [nameOf(key).replace(/\.ya?ml$/i, '.sample.json')] : [];
  for (const name of [...own, ...REQUESTS]) {
    const text = documents.get(`${folder}/${name}`)?.text;
    if (text !== undefined) return text;
  }
  for (const name of DOCUMENTS) {
    const text = documents.get(`${folder}/${name}`)?.text;
    if (text !== undefined) return `{"input": ${text}}`;
  }
  return null;
}
