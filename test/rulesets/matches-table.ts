import { RE2JS } from 're2js';
import { clipsString } from '../../compiler/emit/clips/atoms.ts';
import type { FactInput } from '../../runtime/read-facts.ts';

const CALL = /\(service-matches ("(?:[^"\\]|\\.)*")/gs;

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/**
 * CLIPS has no regular expressions, so the answers that the constructs will ask for are worked out beforehand by
 * another engine: every pattern in them against every text in the facts. To be loaded before the constructs.
 */
export function matchesTable(constructs: string, facts: readonly FactInput[]): string {
  const patterns = new Set([...constructs.matchAll(CALL)].map(([, text = '']) => unquoted(text)));
  const texts = new Set(facts.flatMap(({ data }) => Object.values(data)).filter((value) => typeof value === 'string'));
  const found = [...patterns].flatMap((pattern) => {
    const compiled = RE2JS.compile(pattern);
    return [...texts].filter((text) => compiled.matcher(text).find()).map((text) => `${pattern}\n${text}`);
  });
  return `(deffunction MAIN::service-matches (?pattern ?text)
  (neq (member$ (str-cat ?pattern "\n" ?text) (create$ ${found.map(clipsString).join(' ')})) FALSE))
`;
}
