/** Scripts whose code V8 has compiled before: it is kept in the cache of compiled rulesets, under the same rules. */
import { createHash } from 'node:crypto';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { isUsable } from '../../library/node/compile-cache/cache-folder.ts';
import { findBytes, keepInCache } from '../../library/node/compile-cache/compile-cache.ts';

interface KeptScripts {
  /** The value of the script. */
  readonly load: (name: string, text: string) => unknown;
  /** Keeps the code of what was loaded and not found, as far as it was run: V8 compiles a function when it is first called. */
  readonly keep: () => void;
}

/**
 * @param folder null: nothing is read or kept. The first start of all only makes the folder: who never comes again should
 * not wait until code is written.
 */
export function openScripts(folder: string | null): KeptScripts {
  const used = folder !== null && isUsable(folder) ? folder : null;
  const tag = cachedDataVersionTag();
  const missing: { readonly key: string; readonly script: Script }[] = [];
  const load = (name: string, text: string): unknown => {
    if (used === null) return new Script(text, { filename: name }).runInThisContext();
    const key = keyOf(tag, text);
    const code = findBytes(used, key);
    const script = new Script(text, { filename: name, ...(code === null ? {} : { cachedData: code }) });
    if (code === null || script.cachedDataRejected === true) missing.push({ key, script });
    return script.runInThisContext();
  };
  return {
    load: (name, text) => withFlagsOf(tag, () => load(name, text)),
    keep: () => {
      if (used === null) return;
      for (const { key, script } of missing) keepInCache(used, key, script.createCachedData());
    },
  };
}

/** V8 refuses code that was compiled under other flags, and the compiler runs without the optimiser. */
function withFlagsOf<T>(tag: number, load: () => T): T {
  if (cachedDataVersionTag() === tag) return load();
  setFlagsFromString('--opt');
  try {
    return load();
  } finally {
    setFlagsFromString('--no-opt');
  }
}

/** Everything that the code depends on: V8, its flags and the processor are in the tag. */
function keyOf(tag: number, text: string): string {
  const who = JSON.stringify(['script', process.versions.v8, process.arch, tag]);
  return createHash('sha256').update(`${who}\n`).update(text, 'latin1').digest('hex');
}
