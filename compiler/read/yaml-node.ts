import type { Span } from '../diagnostics/position.ts';
import type { Located, ScalarValue } from '../syntax.ts';

/**
 * A YAML document as plain data: aliases and tags resolved, keys unique, every bound kept. The construct readers see
 * only this, never the YAML library. INVARIANT: finite and at most `ReadLimits.depth` deep.
 */
export type YamlNode = YamlMap | YamlList | YamlScalar | YamlBroken;

export interface YamlMap {
  readonly kind: 'map';
  /** In document order. */
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly at: Span;
}

export interface YamlEntry {
  readonly key: Located<string>;
  readonly value: YamlNode;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly at: Span;
}

export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded';

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly scalar: ScalarValue;
  readonly style: ScalarStyle;
  readonly at: Span;
}

/** Placeholder for something that was reported and dropped; readers skip it silently. */
interface YamlBroken {
  readonly kind: 'broken';
  readonly at: Span;
}
