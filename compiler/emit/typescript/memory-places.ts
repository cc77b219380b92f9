import { code, type Code } from '../../write/code.ts';
import type { ClassDeclaration, Property } from './declaration.ts';
import { createNameSpace, type NameSpace } from './names.ts';

/**
 * Properties of one object. Past some two hundred V8 keeps an object's properties in a dictionary, and every access
 * becomes a look-up: a ruleset with more memories has them in parts.
 */
const PART_SIZE = 150;

/** Where a memory of the network lives: a property of the matcher, or of one of its parts. */
interface Place {
  /** Null: the matcher itself. */
  readonly part: number | null;
  readonly property: Code;
}

export interface MemoryPlaces {
  /** Takes a place; the answered path stands behind the matcher: `m.` and the path. */
  readonly allocate: (parts: readonly string[]) => Code;
  /** Distributes the properties, which are named by their paths, over matcher and parts. */
  readonly distribute: (properties: readonly Property[]) => DistributedMemories;
}

export interface DistributedMemories {
  /** Properties of the matcher, the parts included. */
  readonly matcher: readonly Property[];
  /** Classes of the parts, to be declared before the matcher. */
  readonly classes: readonly ClassDeclaration[];
}

interface Part {
  readonly holder: Code;
  readonly type: Code;
  readonly names: NameSpace;
}

/**
 * @param expected upper bound of the number of memories
 * @param members names of the matcher's properties
 * @param names names at the top level of the module
 */
export function createMemoryPlaces(expected: number, members: NameSpace, names: NameSpace): MemoryPlaces {
  const places = new Map<Code, Place>();
  const parts: Part[] = [];
  let taken = 0;
  const partFor = (index: number): Part => {
    const number = Math.floor(index / PART_SIZE);
    return (parts[number] ??= {
      holder: members.fresh(['part', String(number)], 'camel'),
      type: names.fresh(['memories', String(number)], 'pascal'),
      names: createNameSpace(),
    });
  };
  return {
    allocate(words) {
      if (expected <= PART_SIZE) {
        const property = members.fresh(words, 'camel');
        places.set(property, { part: null, property });
        return property;
      }
      const index = taken++;
      const part = partFor(index);
      const property = part.names.fresh(words, 'camel');
      const path = code`${part.holder}.${property}`;
      places.set(path, { part: Math.floor(index / PART_SIZE), property });
      return path;
    },
    distribute(properties) {
      const own: Property[] = [];
      const inParts: Property[][] = parts.map(() => []);
      for (const memory of properties) {
        const { part, property } = places.get(memory.name)!;
        (part === null ? own : inParts[part]!).push({ ...memory, name: property });
      }
      const holders = parts.map(({ holder, type }): Property => ({
        name: holder,
        type: null,
        value: code`new ${type}()`,
        override: false,
        comment: null,
      }));
      const classes = parts.map(({ type }, i): ClassDeclaration => ({
        kind: 'class',
        name: type,
        extends: null,
        exported: false,
        properties: inParts[i]!,
        constructor_: null,
        getters: [],
        methods: [],
        comment: null,
      }));
      return { matcher: [...own, ...holders], classes };
    },
  };
}
