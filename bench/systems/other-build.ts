import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Engine } from '../../library/node/engine.ts';
import type { Case } from '../workloads/workload.ts';
import type { Evaluate } from './answer.ts';
import { prepareWith } from './ferrule.ts';

/** Names the `dist/` of another build, such as that of an older commit; workers inherit it. */
export const OTHER_BUILD = 'FERRULE_BENCH_AGAINST';

/** The names of the two builds as systems. */
export const BUILDS = ['this-build', 'other-build'] as const;

/** This checkout's `dist/`, from the folder of the benchmark's modules. */
const THIS_BUILD = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The library of another build, called like ours. Both are loaded as shipped, so that only the build differs. */
export async function prepareBuild(name: (typeof BUILDS)[number], given: Case): Promise<Evaluate> {
  const dist = name === 'this-build' ? THIS_BUILD : (process.env[OTHER_BUILD] ?? '');
  const library = resolve(dist, 'library.js');
  const other = (await import(pathToFileURL(library).href)) as { readonly Engine: typeof Engine };
  return prepareWith(other.Engine, given);
}
