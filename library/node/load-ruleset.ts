import { compileFunction } from 'node:vm';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { runModule, type ModuleFunction } from '../run-module.ts';

/**
 * Loads a compiled ruleset: evaluates the CommonJS text that the compiler wrote, once. It is not imported as an ES
 * module, because the cache of those is never emptied and every reload would stay in memory; nor compiled as a script,
 * because V8 keeps those in a cache until memory is short. Only text from the compiler may be given: loading is no
 * sandbox.
 *
 * @param name shown as the file in stack traces of profilers and debuggers
 * Throws FerruleError `incompatible_module` for text that is not a compiled ruleset or has another ABI.
 */
export function loadRuleset(javascript: string, name = 'ruleset', code?: KeptCode): CompiledRuleset {
  return loadModule<object>(javascript, name, code).ruleset;
}

/** V8's code of a text: the stored code, or its store. Code of another V8 or of other flags is not used. */
export type KeptCode = Uint8Array | ((code: Uint8Array) => void);

/** The same with what else the module exports. */
export function loadModule<More extends object>(
  javascript: string,
  name: string,
  code?: KeptCode,
): More & { readonly ruleset: CompiledRuleset } {
  return runModule<More>(() => {
    const load = compileFunction(javascript, ['exports', 'require', 'module'], {
      filename: `${name}.matcher.js`,
      ...(code instanceof Uint8Array ? { cachedData: code } : { produceCachedData: code !== undefined }),
    }) as ModuleFunction & { readonly cachedData?: Uint8Array };
    if (typeof code === 'function' && load.cachedData !== undefined) code(load.cachedData);
    return load;
  });
}
