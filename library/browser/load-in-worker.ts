import type { LoadModule } from '../load-module.ts';
import { runModule, type ModuleFunction } from '../run-module.ts';

/** The module that a loaded script leaves for its loader. */
interface Scope {
  ferruleModule?: ModuleFunction;
  readonly importScripts: (url: string) => void;
}

const NOT_A_FUNCTION: ModuleFunction = () => undefined;

/**
 * Loads a module of the compiler in a worker of a browser, as a script of its own: the policy of the worker need not allow text to be
 * evaluated, only scripts of `blob:`. Not for module workers, which have no `importScripts`.
 */
export const loadInWorker: LoadModule = (javascript, name) =>
  runModule(() => {
    const scope = globalThis as unknown as Scope;
    const text = `globalThis.ferruleModule = function (exports, require, module) {${javascript}\n};\n//# sourceURL=${encodeURIComponent(name)}.js`;
    try {
      runScript(text);
      return scope.ferruleModule ?? NOT_A_FUNCTION;
    } finally {
      delete scope.ferruleModule;
    }
  });

/** Runs a script in a worker of a browser. Not for module workers. */
export function runScript(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    (globalThis as unknown as Scope).importScripts(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
