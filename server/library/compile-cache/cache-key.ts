import { createHash } from 'node:crypto';
import type { CompileOptions } from '../../../compiler/compile.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { ABI_VERSION } from '../../../runtime/contract.ts';
import { BUILD_ID } from '../../build-id.ts';
import { VERSION } from '../../version.ts';

/** The options that a compilation without layers below depends on. */
export type KeyedOptions = Pick<CompileOptions, 'strict' | 'lenient' | 'name'>;

/** Everything that a compilation depends on, as one hash in hex: who compiles, how, and every byte of the sources. */
export function cacheKey(sources: readonly Source[], { strict, lenient, name }: KeyedOptions): string {
  const head = [VERSION, BUILD_ID, ABI_VERSION, strict === true, lenient === true, name ?? null];
  const hash = createHash('sha256').update(JSON.stringify(head));
  // Lengths stand before texts, so that no two lists of sources read alike.
  for (const { path, text } of sources) hash.update(`\n${path.length}:${path}${text.length}:`).update(text);
  return hash.digest('hex');
}
