/** The text of the filter: `KEY:VALUE` terms go to the service, other words are looked for in what it sends. */
import type { Query } from '../../state/api.ts';

interface Filter {
  /** Parameters of the API. */
  readonly query: Query;
  /** In lower case. */
  readonly words: readonly string[];
  /** The term that cannot be read, for the user; `null` if all can. */
  readonly problem: string | null;
}

const KEYS: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  decision: 'decision',
  rule: 'rule',
  subject: 'actor',
  actor: 'actor',
  ruleset: 'ruleset',
  hash: 'hash',
};
/** Keys that the service compares exactly; other values are words. */
const EXACT: Readonly<Record<string, RegExp>> = {
  hash: /^sha256:[0-9a-f]{64}$/,
  rule: /.::./,
  // A record without a decision, and one of an error, have no such member.
  decision: /^(?!none$|error$)./,
};
const TERM = /(\w+):("[^"]*"|\S+)|"([^"]*)"|(\S+)/g;
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @param now milliseconds since the epoch */
export function readFilter(text: string, now: number): Filter {
  const query: Record<string, string> = {};
  const words: string[] = [];
  let problem: string | null = null;
  for (const [whole, key = '', quoted = '', phrase, word] of text.matchAll(TERM)) {
    const name = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    const value = quoted.replace(/^"(.*)"$/, '$1');
    if (name === undefined) words.push((phrase ?? word ?? whole).toLowerCase());
    else if (EXACT[name]?.test(value) === false) words.push(value.toLowerCase());
    else if (name === 'from' || name === 'to') {
      const time = readTime(value, now);
      if (time === null)
        problem = `${key}:${value} is not a time. Write 2026-11-27, 2026-11-27T14:00, or 2h for two hours ago.`;
      else query[name] = time;
    } else query[name] = value;
  }
  return { query, words, problem };
}

/** ISO 8601. Days and times without a zone are local; `90m`, `2h` and `7d` are ago. */
function readTime(text: string, now: number): string | null {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (number !== undefined) return new Date(now - Number(number) * (UNITS_MS[unit] ?? 0)).toISOString();
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const at = new Date(text.includes('T') ? text : `${text}T00:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The value of a term; empty if there is none. */
export function termOf(text: string, key: string): string {
  for (const [, name, value = ''] of text.matchAll(TERM))
    if (name === key) return value.replace(/^"(.*)"$/, '$1');
  return '';
}

/** The text with a term set. @param value empty removes the term */
export function withTerm(text: string, key: string, value: string): string {
  const others = [...text.matchAll(TERM)].filter(([, name]) => name !== key).map(([whole]) => whole);
  const shown = /\s/.test(value) ? `"${value}"` : value;
  return [...others, ...(value === '' ? [] : [`${key}:${shown}`])].join(' ');
}
