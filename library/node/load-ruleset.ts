import { compileFunction } from 'node:vm';
import { checkAbi } from '../../runtime/engine/check-abi.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import * as runtime from '../../runtime/matcher-module.ts';

/** The one module that generated code may require. */
const RUNTIME = 'ferrule/runtime';

type ModuleFunction = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
) => void;

function requireRuntime(name: string): unknown {
  if (name === RUNTIME) return runtime;
  throw new FerruleError('incompatible_module', `A compiled ruleset cannot require '${name}'`);
}

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
  const module: { exports: { readonly ruleset?: CompiledRuleset } } = { exports: {} };
  try {
    const load = compileFunction(javascript, ['exports', 'require', 'module'], {
      filename: `${name}.matcher.js`,
      ...(code instanceof Uint8Array ? { cachedData: code } : { produceCachedData: code !== undefined }),
    }) as ModuleFunction & { readonly cachedData?: Uint8Array };
    if (typeof code === 'function' && load.cachedData !== undefined) code(load.cachedData);
    load(module.exports, requireRuntime, module);
  } catch (error) {
    if (error instanceof FerruleError) throw error;
    throw new FerruleError('incompatible_module', `The compiled ruleset does not load: ${String(error)}`);
  }
  const { ruleset } = module.exports;
  if (ruleset === undefined)
    throw new FerruleError('incompatible_module', 'The text is not a compiled ruleset');
  checkAbi(ruleset);
  return module.exports as More & { readonly ruleset: CompiledRuleset };
}
