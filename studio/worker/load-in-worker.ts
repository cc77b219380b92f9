import { checkAbi } from '../../runtime/engine/check-abi.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import * as runtime from '../../runtime/matcher-module.ts';
import type { LoadModule } from '../../library/load-module.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';

type ModuleFunction = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: { readonly ruleset?: CompiledRuleset } },
) => void;

/** What a loaded script leaves for its loader. */
interface Scope {
  ferruleModule?: ModuleFunction;
  readonly importScripts: (url: string) => void;
}

function requireRuntime(name: string): unknown {
  if (name === 'ferrule/runtime') return runtime;
  throw new FerruleError('incompatible_module', `A compiled ruleset cannot require '${name}'`);
}

/**
 * Loads a module of the compiler in a worker whose policy allows scripts of `blob:` only. The worker's origin is opaque: the module
 * reaches no network, no storage and no token.
 *
 * @throws FerruleError `incompatible_module`
 */
export const loadInWorker: LoadModule = <More extends object>(javascript: string, name: string) => {
  const scope = self as unknown as Scope;
  const text = `self.ferruleModule = function (exports, require, module) {${javascript}\n};\n//# sourceURL=${encodeURIComponent(name)}.js`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    scope.importScripts(url);
  } finally {
    URL.revokeObjectURL(url);
  }
  const run = scope.ferruleModule;
  delete scope.ferruleModule;
  const module: { exports: { readonly ruleset?: CompiledRuleset } } = { exports: {} };
  run?.(module.exports, requireRuntime, module);
  const { ruleset } = module.exports;
  if (ruleset === undefined)
    throw new FerruleError('incompatible_module', 'The text is not a compiled ruleset');
  checkAbi(ruleset);
  return module.exports as More & { readonly ruleset: CompiledRuleset };
};
