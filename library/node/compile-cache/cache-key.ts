import { createHash } from 'node:crypto';
import { cachedDataVersionTag } from 'node:v8';
import type { CompileOptions } from '../../../compiler/compile.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { ABI_VERSION } from '../../../runtime/abi.ts';
import { BUILD_ID } from '../../build-id.ts';
import { VERSION } from '../../version.ts';

/** Version of V8 and flags of this process. */
const V8_TAG = cachedDataVersionTag();

/** The options that a compilation depends on. */
type KeyedOptions = Pick<CompileOptions, 'strict' | 'lenient' | 'name' | 'base'>;

/** Types of entries: each has its own keys. */
type Kind = 'engine' | 'service';

/**
 * Everything that a compilation depends on, as one hash in hex: who compiles and on which V8 with which flags, how, and
 * every byte of the sources, those of the layers below with them.
 */
export function cacheKey(
  kind: Kind,
  sources: readonly Source[],
  { strict, lenient, name, base = [] }: KeyedOptions,
): string {
  const who = [kind, VERSION, BUILD_ID, ABI_VERSION, process.versions.v8, V8_TAG];
  const how = [strict === true, lenient === true, name ?? null];
  const hash = createHash('sha256').update(JSON.stringify([...who, ...how]));
  // Counts and lengths precede what they count, so that different lists of sources never have equal text.
  for (const layer of [sources, ...base]) {
    hash.update(`\n\n${layer.length}`);
    for (const { path, text } of layer) hash.update(`\n${path.length}:${path}${text.length}:`).update(text);
  }
  return hash.digest('hex');
}
