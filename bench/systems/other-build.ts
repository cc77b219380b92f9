import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine } from '../../server/library/engine.ts';
import type { Case } from '../workloads/workload.ts';
import type { Evaluate } from './answer.ts';
import { prepareWith } from './ferrule.ts';

/** Names the `dist/` of another build, such as that of an older commit; workers inherit it. */
export const OTHER_BUILD = 'FERRULE_BENCH_AGAINST';

/** The library of another build, asked as ours is. */
export async function prepareOtherBuild(given: Case): Promise<Evaluate> {
  const library = resolve(process.env[OTHER_BUILD] ?? '', 'library.js');
  const other = (await import(pathToFileURL(library).href)) as { readonly Engine: typeof Engine };
  return prepareWith(other.Engine, given);
}
