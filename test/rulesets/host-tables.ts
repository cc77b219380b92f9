import { RE2JS } from 're2js';
import { clipsString } from '../../compiler/emit/clips/atoms.ts';
import { isPathWithin, resolvePath } from '../../runtime/values/path-within.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';

const CALL = /\(service-matches ("(?:[^"\\]|\\.)*")/gs;

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** Host functions that `hostTables` evaluates. */
export const TABLES: readonly string[] = [
  'service-matches',
  'service-path-within?',
  'service-equals-ignore-case?',
];

/** True if two ASCII texts differ in case at most. */
const equalsIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * CLIPS has no functions of the host, so the answers that the constructs will ask for are worked out beforehand: every
 * pattern in them against every text of the facts, by another engine, and every text against every other one. To be loaded
 * before the constructs.
 */
export function hostTables(constructs: string, facts: readonly FactInput[]): string {
  const patterns = new Set([...constructs.matchAll(CALL)].map(([, text = '']) => unquoted(text)));
  // The empty text is the default of slots that a fact leaves out.
  const texts = new Set([
    '',
    ...facts.flatMap(({ data }) => Object.values(data)).filter((value) => typeof value === 'string'),
  ]);
  const all = [...texts];
  const matching = [...patterns].flatMap((pattern) => {
    const compiled = RE2JS.compile(pattern);
    return all.filter((text) => compiled.matcher(text).find()).map((text) => `${pattern}\n${text}`);
  });
  const pairs = (holds: (a: string, b: string) => boolean): string[] =>
    all.flatMap((a) => all.filter((b) => holds(a, b)).map((b) => `${a}\n${b}`));
  return (
    table('service-matches', matching) +
    table('service-path-within?', pairs((folder, text) => isPathWithin(resolvePath(folder), text))) +
    table('service-equals-ignore-case?', pairs(equalsIgnoringCase))
  );
}

function table(name: string, pairs: readonly string[]): string {
  return `(deffunction MAIN::${name} (?a ?b)
  (neq (member$ (str-cat ?a "\n" ?b) (create$ ${pairs.map(clipsString).join(' ')})) FALSE))
`;
}
