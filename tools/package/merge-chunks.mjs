// esbuild makes a chunk of every set of modules that the same entries need, and every `import()` is an entry. A command that
// is called a thousand times a day would open some sixty files, most of them of a few lines. Here the chunks that such a
// start needs become few: those are put together that no door needs without the others.
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { linkScripts } from './link-scripts.mjs';

/** Doors that are to stay light: nothing comes into them that they do not need. */
const LIGHT = /^(?:commands|client|engine|gate(?:\/.*)?|state-worker)$/;

/** Entry sources that read and evaluate a compiled ruleset, and that compile one: their chunks are merged. */
const STARTS = [
  {
    sources: ['cli/run-evaluate.ts', 'library/node/engine.ts'],
    isLight: (name) => LIGHT.test(name),
  },
  {
    sources: ['library/compile-or-throw.ts', 'compiler/read/imports.ts', 'compiler/read/named-files.ts'],
    // These parse YAML and have others compile it.
    isLight: (name) => LIGHT.test(name) || name === 'server' || name === 'testing',
  },
];

/** Scripts that `evaluate` runs: itself with a compiled ruleset, and the compiler. */
const SCRIPTS = STARTS.map(({ sources }) => sources);

/**
 * Writes the bundles with their chunks merged; returns the written paths.
 *
 * @param {string} root folder of the package
 * @param {string} outdir below it
 * @param {import('esbuild').BuildResult} built with metafile, not written, paths below `outdir`
 */
export async function writeMerged(root, outdir, { outputFiles, metafile }) {
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output]),
  );
  /** All that an output imports before it runs, itself included. */
  const closure = (path, found = new Set()) => {
    if (found.has(path) || !outputs.has(path)) return found;
    found.add(path);
    for (const { path: imported, kind } of outputs.get(path).imports)
      if (kind === 'import-statement') closure(join(root, imported), found);
    return found;
  };
  const isDoor = (path) => path.endsWith('.js') && dirname(relative(join(root, outdir), path)) !== 'c';
  const nameOf = (path) => relative(join(root, outdir), path).slice(0, -'.js'.length);
  const doors = [...outputs.keys()].filter(isDoor);
  const outputOf = (source) => {
    const found = [...outputs].find(([, { entryPoint }]) => entryPoint === source);
    if (found === undefined) throw new Error(`no chunk begins with ${source}`);
    return found[0];
  };
  const starts = STARTS.map(({ sources, isLight }) => ({
    chunks: new Set(sources.flatMap((source) => [...closure(outputOf(source))])),
    light: doors.filter((path) => isLight(nameOf(path))).map((path) => closure(path)),
  }));
  const bundle = await rollup({
    input: Object.fromEntries(doors.map((path) => [nameOf(path), path])),
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: 'built',
        resolveId: (id, importer) =>
          importer === undefined ? id : id.startsWith('.') ? join(dirname(importer), id) : null,
        load: (id) => ({ code: files.get(id), map: files.get(`${id}.map`) ?? null }),
        // Names that were the same in two chunks are long now.
        renderChunk: (code) =>
          transform(code, {
            minify: true,
            format: 'esm',
            target: 'node20',
            sourcemap: true,
            charset: 'ascii',
          }),
      },
    ],
    // esbuild has removed unused code.
    treeshake: false,
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: join(root, outdir),
    format: 'es',
    compact: true,
    sourcemap: 'hidden',
    entryFileNames: '[name].js',
    chunkFileNames: 'c/[hash].js',
    hoistTransitiveImports: false,
    manualChunks(id) {
      const start = starts.find(({ chunks }) => chunks.has(id));
      if (start === undefined || isDoor(id)) return null;
      return [starts.indexOf(start), ...start.light.map((door) => Number(door.has(id)))].join('');
    },
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const chunkOf = (source) => chunks.find(({ moduleIds }) => moduleIds.includes(outputOf(source))).fileName;
  const scripts = SCRIPTS.map((sources) => [...new Set(sources.map(chunkOf))]);
  const linked = join(root, outdir, 'evaluate.json');
  await writeFile(linked, JSON.stringify(linkScripts(chunks, scripts)));
  return [linked, ...output.map(({ fileName }) => join(root, outdir, fileName))];
}
