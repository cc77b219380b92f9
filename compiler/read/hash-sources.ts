import type { Source } from '../diagnostics/position.ts';
import type { Layers } from './read-layers.ts';
import { sha256Hex } from './sha256.ts';

/** Hash of a ruleset's sources, independent of the folder it lies in. */
export function hashSources(sources: readonly Source[]): string {
  const parts = sources.flatMap(({ path, text }) => [`${path.length}:${path}${text.length}:`, text]);
  return 'sha256:' + sha256Hex(parts);
}

/**
 * Hash of a ruleset from its layers. It depends on nothing else, so that who compiles the same layers later, or
 * elsewhere, comes to the same hash.
 */
export function hashLayers([own = [], ...below]: Layers): string {
  return hashSources([...own, ...below.flatMap(renameLayer)]);
}

/** The sources of a lower layer, distinguished from the new ones by their paths. `depth` counts from 0. */
export function renameLayer(layer: readonly Source[], depth: number): readonly Source[] {
  return layer.map(({ path, text }) => ({ path: `loaded-${depth + 1}/${path}`, text }));
}
