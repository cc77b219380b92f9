import { build, type Plugin } from 'esbuild';

/** Bundles of the runtime, as the package ships them. */
export interface RuntimeFiles {
  /** The API of generated modules: `ferrule/runtime`. */
  readonly runtime: string;
  /** The Engine. */
  readonly engine: string;
}

const ENTRY = `
import { Engine } from 'ferrule:engine';
import { ruleset } from 'ferrule:matcher';
export { Engine, ruleset };
export const createEngine = (options) => new Engine(ruleset, options);
`;

/** Gives the entry its three parts: two files of the package and the module that was just compiled. */
function parts(module: string, { runtime, engine }: RuntimeFiles): Plugin {
  return {
    name: 'ferrule',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^ferrule:engine$/ }, () => ({ path: engine }));
      onResolve({ filter: /^ferrule\/runtime$/ }, () => ({ path: runtime }));
      onResolve({ filter: /^ferrule:matcher$/ }, ({ path }) => ({ path, namespace: 'matcher' }));
      onLoad({ filter: /./, namespace: 'matcher' }, () => ({ contents: module, loader: 'js' }));
    },
  };
}

/**
 * A compiled ruleset and the runtime as one ES module without imports: it exports `Engine`, `ruleset` and
 * `createEngine(options)`, and runs wherever JavaScript runs.
 *
 * @param module of a Compilation
 */
export async function selfContained(module: string, files: RuntimeFiles): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, loader: 'js' },
    plugins: [parts(module, files)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
