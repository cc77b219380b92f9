/**
 * Parts of the scripts of workers. The bundles share most of their code, and a worker of a `blob:` address cannot import files: each
 * script defines parts, functions like the modules of CommonJS, which run when they are first required.
 */
type Part = (exports: unknown, require: (name: string) => unknown, module: { exports: unknown }) => void;

export interface Parts {
  readonly define: (name: string, part: Part) => void;
  readonly require: (name: string) => unknown;
}

/** Parts by their names, which bundles write as `./name`. */
export function createParts(): Parts {
  const parts = new Map<string, Part>();
  const made = new Map<string, { exports: unknown }>();
  const require = (path: string): unknown => {
    const name = path.replace(/^\.\//, '');
    let module = made.get(name);
    if (module === undefined) {
      const part = parts.get(name);
      if (part === undefined) throw new Error(`the scripts have no part ${name}`);
      made.set(name, (module = { exports: {} }));
      part(module.exports, require, module);
    }
    return module.exports;
  };
  return { define: (name, part) => void parts.set(name, part), require };
}
