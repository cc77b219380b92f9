import type { CompiledRuleset } from '../runtime/abi.ts';
import { checkAbi } from '../runtime/engine/check-abi.ts';
import { FerruleError } from '../runtime/engine/errors.ts';
import * as runtime from '../runtime/matcher-module.ts';

/** A matcher module as the loader has it: the text that the compiler writes is its body. */
export type ModuleFunction = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
) => void;

/** The one module that generated code may require. */
const RUNTIME = 'ferrule/runtime';

function requireRuntime(name: string): unknown {
  if (name === RUNTIME) return runtime;
  throw new FerruleError('incompatible_module', `A compiled ruleset cannot require '${name}'`);
}

/**
 * Runs a matcher module and returns its exports.
 *
 * @param load makes the function of the text, and may throw what the host's parser throws
 * @throws FerruleError `incompatible_module` for a text that is not a compiled ruleset or has another ABI
 */
export function runModule<More extends object>(
  load: () => ModuleFunction,
): More & { readonly ruleset: CompiledRuleset } {
  const module: { exports: { readonly ruleset?: CompiledRuleset } } = { exports: {} };
  try {
    load()(module.exports, requireRuntime, module);
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
