// Bundles the scripts of the studio's workers. They share most of their code: decisions, other questions, and the
// language server. Each script defines parts, which the loader at the start of the first one runs when they are required.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipAsync } from '@gfx/zopfli';
import { build, transform } from 'esbuild';
import { minify } from 'terser';

const ENTRIES = {
  worker: 'studio/worker/worker.ts',
  further: 'studio/worker/further.ts',
  language: 'cli/lsp/browser/serve.ts',
};

const KEPT = fileURLToPath(new URL('../../node_modules/.cache/ferrule/scripts', import.meta.url));

/** Names of the outputs that an output needs, itself included. */
function neededBy(outputs, name, needed = new Set()) {
  if (needed.has(name)) return needed;
  needed.add(name);
  for (const { path } of outputs.get(name).imports) neededBy(outputs, basename(path), needed);
  return needed;
}

/** The script that a part is in. The first script is also loaded by the others, `shared` by both others. */
function scriptOf(name, { worker, further, language }) {
  if (worker.has(name)) return 'worker';
  if (!further.has(name)) return 'language';
  return language.has(name) ? 'shared' : 'further';
}

/**
 * @param out folder to write to
 * @param shared options of esbuild
 * @returns the files that were written, packed: servers unpack them
 */
export async function bundleWorkers(out, shared) {
  const loader = await build({
    ...shared,
    entryPoints: ['studio/worker/parts-script.ts'],
    outdir: out,
    format: 'iife',
    write: false,
  });
  const bundled = await build({
    ...shared,
    entryPoints: ENTRIES,
    outdir: out,
    splitting: true,
    format: 'esm',
    chunkNames: '[hash]',
    write: false,
  });
  const outputs = new Map(
    Object.entries(bundled.metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const needed = Object.fromEntries(
    Object.keys(ENTRIES).map((name) => [name, neededBy(outputs, `${name}.js`)]),
  );
  const scripts = { worker: [loader.outputFiles[0].text], shared: [], further: [], language: [] };
  scripts.language.push("importScripts('worker.js', 'shared.js');");
  for (const { path, text } of bundled.outputFiles) {
    const name = basename(path);
    const { code } = await transform(text, { format: 'cjs', minify: true, target: shared.target });
    scripts[scriptOf(name, needed)].push(
      `ferruleParts.define(${JSON.stringify(name)},function(exports,require,module){${code}});`,
    );
  }
  scripts.language.push("ferruleParts.require('language.js');");
  return Promise.all(
    Object.entries(scripts).map(async ([name, parts]) => {
      const file = join(out, `${name}.js.gz`);
      const script = parts.join('\n');
      await writeFile(file, await packed(name === 'worker' ? await smallest(script) : script));
      return file;
    }),
  );
}

/**
 * The first script once more as a tool makes it that looks for longer: the first decision waits for it. Seconds, so that the
 * result for the same script is kept.
 */
async function smallest(script) {
  const kept = join(KEPT, `${createHash('sha256').update(script).digest('hex')}.js`);
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known !== null) return known;
  // The scripts have no getters with effects, and no functions that are called with `new`.
  const unsafe = { pure_getters: true, unsafe_arrows: true, unsafe_methods: true };
  const { code } = await minify(script, { ecma: 2020, compress: { ecma: 2020, passes: 2, ...unsafe } });
  await rm(KEPT, { recursive: true, force: true });
  await mkdir(KEPT, { recursive: true });
  await writeFile(kept, code);
  return code;
}

/** As gzip, about 4 % smaller. */
const packed = async (script) => gzipAsync(Buffer.from(script), { numiterations: 15 });
