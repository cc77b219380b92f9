// Bundles the studio: the page with its screens, the workers that compile and decide, and the frame that the worker runs in.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleWorkers } from './bundle-workers.mjs';

/** The policy of the frame: its one script, and workers and modules of its own making. No connection. */
const framePolicy = (hash) => `default-src 'none'; script-src 'sha256-${hash}' blob:; worker-src blob:`;

/**
 * @param root folder of the project
 * @param outdir folder of the bundles, below the root
 * @param options those of esbuild that all bundles share
 * @returns the files that were written
 */
export async function bundleStudio(root, outdir, { plugins, alias, define, tsconfigRaw }) {
  const out = join(root, outdir);
  await mkdir(out, { recursive: true });
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2023',
    metafile: true,
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins,
    alias: { yaml: alias.yaml },
    define,
    tsconfigRaw,
  };
  const page = await build({
    ...shared,
    entryPoints: { studio: 'studio/page/main.ts' },
    outdir: out,
    splitting: true,
    format: 'esm',
    chunkNames: 'c/[hash]',
  });
  const workers = await bundleWorkers(out, shared);
  const playground = await build({
    ...shared,
    entryPoints: { playground: 'studio/embed/playground.ts' },
    outdir: out,
    format: 'esm',
  });
  const frame = await build({
    ...shared,
    entryPoints: { frame: 'studio/frame/frame.ts' },
    outdir: out,
    format: 'iife',
    write: false,
  });
  const framed = (await readFile(join(root, 'studio/frame/frame.html'), 'utf8')).replace(
    /<script>[^<]*<\/script>/,
    () => `<script>${frame.outputFiles[0].text.trim()}</script>`,
  );
  const [, script] = /<script>(.*)<\/script>/s.exec(framed);
  const hash = createHash('sha256').update(script).digest('base64');
  const html = framed.replace('FRAME_POLICY', framePolicy(hash));
  const texts = {
    'frame.html': html,
    // The service sends another one, with the address of its API.
    'mode.json': JSON.stringify({ mode: 'offline' }),
    'index.html': await readFile(join(root, 'studio/page/index.html'), 'utf8'),
    'studio.css': (
      await build({
        ...shared,
        entryPoints: [join(root, 'studio/ui/studio.css')],
        write: false,
        outdir: out,
      })
    ).outputFiles[0].text,
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(out, name), text);
  return [
    ...workers,
    ...[page, playground].flatMap(({ metafile }) =>
      Object.keys(metafile.outputs).map((path) => join(root, path)),
    ),
    ...Object.keys(texts).map((name) => join(out, name)),
  ];
}
