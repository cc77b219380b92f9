import { closestName } from '../../../compiler/diagnostics/suggest.ts';
import { DOCUMENT } from '../../../compiler/read/document.ts';
import type { Document } from '../documents/document.ts';

/** Signs in a text of the ruleset that it belongs to; nothing is parsed. */
interface Signals {
  /** It has a section of a ruleset, or one that is only misspelled. */
  readonly isRuleset: boolean;
  /** It has rules and says itself what they are about, so it can be a ruleset alone. */
  readonly isWhole: boolean;
  /** For a suite: the path of the ruleset that it names. */
  readonly ruleset: string | null;
}

/** Keys that other kinds of files often have, too. */
const COMMON = new Set(['version', 'name', 'module', 'input', 'default', 'imports']);
const KEY = /^(?:"([\w-]+)"|'([\w-]+)'|([A-Za-z][\w-]*))[ \t]*:/gm;
const RULESET = /^[ \t{,]*"?ruleset"?[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#,}][^\n#,}]*))/m;

const known = new WeakMap<Document, Signals>();

export function signalsOf(document: Document): Signals {
  let signals = known.get(document);
  if (signals === undefined) known.set(document, (signals = look(document)));
  return signals;
}

function look({ text, kind }: Document): Signals {
  if (kind === 'suite') {
    const [, double, single, plain] = RULESET.exec(text) ?? [];
    return { isRuleset: false, isWhole: false, ruleset: (double ?? single ?? plain)?.trim() ?? null };
  }
  if (kind !== 'ruleset') return { isRuleset: false, isWhole: false, ruleset: null };
  const keys = [...text.matchAll(KEY)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.includes(name));
  const own = DOCUMENT.keys.filter((key) => !COMMON.has(key));
  const isMisspelled = (key: string): boolean => closestName(key, own)() !== null;
  return {
    isRuleset: has(...own) || has('levels') || keys.some((key) => !COMMON.has(key) && isMisspelled(key)),
    isWhole: has('rules', 'tables') && has('templates', 'input', 'imports', 'relations'),
    ruleset: null,
  };
}
