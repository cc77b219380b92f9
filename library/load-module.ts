import type { CompiledRuleset } from '../runtime/abi.ts';

/**
 * Port: loads a module that the compiler wrote, with what else it exports. How JavaScript is loaded depends on the host:
 * `library/node/load-ruleset.ts` does it in Node, `library/browser/load-in-worker.ts` in a worker of a browser.
 *
 * @param name shown as the file in stack traces
 * Throws FerruleError `incompatible_module`.
 */
export type LoadModule = <More extends object>(
  javascript: string,
  name: string,
) => More & { readonly ruleset: CompiledRuleset };
