import { identifier, type Code } from './code.ts';
import type { Declaration } from './declaration.ts';

/** A generated module before it is printed. */
export interface GeneratedModule {
  /** A comment. */
  readonly header: Code;
  /** Exported names of the runtime with the identifiers they go by. */
  readonly imports: {
    readonly values: ReadonlyMap<string, Code>;
    readonly types: ReadonlyMap<string, Code>;
  };
  readonly declarations: readonly Declaration[];
}

/** Where a generated module finds the runtime. */
export const RUNTIME_MODULE = 'ferrule/runtime';

/** Imported names in alphabetical order. */
export function sortedNames(
  names: ReadonlyMap<string, Code>,
): readonly { readonly name: Code; readonly local: Code }[] {
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, local]) => ({ name: identifier(name), local }));
}
