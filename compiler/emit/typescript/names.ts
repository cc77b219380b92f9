/** The table of generated names (compiler/plan/name-space.ts) as code. */
import { createNameSpace as createTable, type Casing } from '../../plan/name-space.ts';
import { identifier, type Code } from './code/code.ts';

/** Gives out identifiers that are unique among those it gave out before. */
export interface NameSpace {
  /** An identifier made of these names, e.g. ['match', 'user'] in camel case: matchUser. */
  readonly fresh: (parts: readonly string[], casing: Casing) => Code;
  /** This identifier itself when it is free, else one made from it. Only for names that the compiler chose. */
  readonly exact: (name: string) => Code;
}

/** A name space in which `taken` and the reserved names are used up. */
export function createNameSpace(taken: readonly string[] = []): NameSpace {
  const table = createTable(taken);
  return {
    fresh: (parts, casing) => identifier(table.fresh(parts, casing)),
    exact: (name) => identifier(table.exact(name)),
  };
}
