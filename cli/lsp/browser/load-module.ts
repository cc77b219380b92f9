import type { LoadModule } from '../../../library/load-module.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { checkAbi } from '../../../runtime/engine/check-abi.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import * as runtime from '../../../runtime/matcher-module.ts';

type ModuleFunction = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
) => void;

function requireRuntime(name: string): unknown {
  if (name === 'ferrule/runtime') return runtime;
  throw new FerruleError('incompatible_module', `A compiled ruleset cannot require '${name}'`);
}

/** Loads what the compiler wrote in this worker; no other text is given to it. */
export const loadModule: LoadModule = <More extends object>(
  javascript: string,
  name: string,
): More & { readonly ruleset: CompiledRuleset } => {
  const module: { exports: { readonly ruleset?: CompiledRuleset } } = { exports: {} };
  // eslint-disable-next-line no-new-func -- a browser has no other way to run a text at once, and it is the compiler's
  const load = new Function('exports', 'require', 'module', javascript) as ModuleFunction;
  load(module.exports, requireRuntime, module);
  const { ruleset } = module.exports;
  if (ruleset === undefined)
    throw new FerruleError('incompatible_module', `The text of ${name} is not a compiled ruleset`);
  checkAbi(ruleset);
  return module.exports as More & { readonly ruleset: CompiledRuleset };
};
