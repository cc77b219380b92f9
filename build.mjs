// Bundles the TypeScript sources into dist/, one file for each door of the package, and the tools of the project into
// dist-tools/. What the package needs at run time is bundled, so that installing it brings nothing else; the packages of
// `optionalDependencies` are loaded where they are used and stay outside.
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleStudio } from './tools/package/bundle-studio.mjs';
import { coreYaml } from './tools/package/core-yaml.mjs';
import { withoutTools } from './tools/package/without-tools.mjs';
import { writeMerged } from './tools/package/merge-chunks.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const fromRoot = (path) => join(root, path);
const { optionalDependencies } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));

/** CommonJS packages that are bundled ask for Node's modules by `require`. */
const REQUIRE =
  "import { createRequire as ferruleRequire } from 'node:module'; const require = ferruleRequire(import.meta.url);";

/** CommonJS packages, each in a bundle that may call `require`. The others import it by its name in package.json. */
const VENDORED = ['fastify', 'jsonrpc', 'pino', 'tweetnacl'];
const toVendor = {
  ...Object.fromEntries(VENDORED.map((name) => [name, `#vendor/${name}`])),
  'vscode-jsonrpc/node.js': '#vendor/jsonrpc',
};

/** Digest of everything that a compiled ruleset depends on: no build takes what another one has compiled. */
async function buildId() {
  const hash = createHash('sha256').update(await readFile(fromRoot('package-lock.json')));
  for (const folder of ['compiler', 'runtime', 'library']) {
    const files = await readdir(fromRoot(folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
      hash.update(`${folder}/${file}\n`).update(await readFile(fromRoot(join(folder, file))));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Messages of contracts are English; the other languages of the library would be a tenth of the package. */
const englishOnly = {
  name: 'english-only',
  setup({ onResolve }) {
    const english = fromRoot('node_modules/zod/v4/locales/en.js');
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      importer.includes('/zod/v4/') ? { path: english } : null,
    );
  },
};

/** The compiler hashes without a host, which takes its time where a command ends at once. */
const hashedByNode = {
  name: 'hashed-by-node',
  setup({ onResolve }) {
    const path = fromRoot('library/node/hash-texts.ts');
    onResolve({ filter: /^\.\/sha256\.ts$/ }, ({ importer }) =>
      importer === fromRoot('compiler/read/hash-sources.ts') ? { path } : null,
    );
  },
};

/** Options of esbuild for everything that runs in Node. */
export const bundling = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['#vendor/*', ...Object.keys(optionalDependencies).flatMap((name) => [name, `${name}/*`])],
  // The same parser, in its build for browsers: the one for Node looks at the environment for every token.
  alias: { yaml: fromRoot('node_modules/yaml/browser/dist/index.js'), ...toVendor },
  // The package has no maps: its files do not point to any.
  sourcemap: 'external',
  minify: true,
  plugins: [englishOnly, hashedByNode],
  // Class fields as assignments: facts and matches are made by the million.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  define: { FERRULE_BUILD: JSON.stringify(await buildId()) },
};

/** Gate adapters for agent SDKs, each with its own entry point. */
const ADAPTERS = ['ai-sdk', 'claude-agent', 'langchain', 'openai-agents'];

/** Modules that other packages import. */
const ENTRY_POINTS = {
  library: 'library/node/engine.ts',
  runtime: 'runtime/matcher-module.ts',
  engine: 'runtime/engine.ts',
  fleet: 'server/fleet/fleet-engine.ts',
  ledger: 'entries/ledger.ts',
  plugin: 'authoring/node/plugin/plugin.ts',
  testing: 'authoring/node/testing/testing.ts',
  server: 'server/embed/embed.ts',
  gate: 'agents/gate/gate.ts',
  client: 'clients/typescript/client.ts',
  ...Object.fromEntries(ADAPTERS.map((name) => [`gate/${name}`, `agents/gate/adapters/${name}.ts`])),
};
/** Programs that the package starts itself. */
const PROGRAMS = {
  commands: 'cli/run-any.ts',
  evaluate: 'cli/run-evaluate.ts',
  'evaluation-worker': 'server/threads/evaluation-thread.ts',
  'compile-worker': 'server/threads/compile-thread.ts',
  'store-worker': 'store/embedded-worker.ts',
  'state-worker': 'store/state-worker.ts',
  'author-worker': 'agents/mcp/author-worker.ts',
  'log-worker': 'server/threads/log-thread.ts',
  'message-worker': 'server/grpc/messages/worker.ts',
  lsp: 'cli/lsp/serve.ts',
  'lsp-worker': 'cli/lsp/worker.ts',
};
/** For work on the project itself; not published. */
const TOOLS = {
  fuzz: 'tools/judge-fuzz/fuzz.ts',
  'fuzz-hostile': 'tools/hostile-fuzz/fuzz-command.ts',
  'fuzz-hostile-worker': 'tools/hostile-fuzz/fuzz-worker.ts',
  'fuzz-hostile-big': 'tools/hostile-fuzz/big/big-child.ts',
  'fuzz-api': 'tools/api-fuzz/fuzz-command.ts',
  'fuzz-expressions': 'tools/expression-fuzz/fuzz-command.ts',
  'fuzz-claims': 'tools/claims-fuzz/fuzz-command.ts',
  'fuzz-slips': 'tools/slip-fuzz/fuzz-command.ts',
  'fuzz-short': 'tools/short-fuzz/fuzz-command.ts',
  'fuzz-shell': 'tools/shell-fuzz/fuzz-command.ts',
  generate: 'tools/generate/generate.ts',
};

function bundled(entryPoints, outdir, options = {}) {
  return build({
    ...bundling,
    absWorkingDir: root,
    metafile: true,
    entryPoints,
    outdir,
    chunkNames: 'c/[hash]',
    logLevel: 'warning',
    ...options,
  });
}

async function bundle(entryPoints, outdir, options = {}) {
  const { metafile } = await bundled(entryPoints, outdir, options);
  return Object.keys(metafile.outputs).map(fromRoot);
}

/** Removes files of an earlier build. Runs last, so that a process that runs from the folder keeps its files until then. */
async function removeOthers(folder, written) {
  const kept = new Set(written);
  for (const entry of await readdir(fromRoot(folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path) && !path.endsWith('.d.ts')) await rm(path);
  }
}

/** Keeps a module's imports as they are, but for the ending of their files. */
const fileByFile = {
  name: 'file-by-file',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, kind }) =>
      kind === 'entry-point' ? null : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

/** The runtime once more, a file a module: so bundlers leave out what a ruleset does not use. */
async function bundlePortable() {
  const files = await readdir(fromRoot('runtime'), { recursive: true });
  const entryPoints = Object.fromEntries(
    files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file.slice(0, -'.ts'.length), `runtime/${file}`]),
  );
  return bundle(entryPoints, 'dist/portable', {
    plugins: [fileByFile],
    splitting: false,
    sourcemap: false,
    platform: 'neutral',
  });
}

/**
 * Leaves out unused parts of the HTTP framework and its logger: routes have their own contracts instead of schemas, and the
 * service uses no third-party plugins, sends itself real requests, and logs in its own thread. Code that uses one of these
 * parts throws.
 */
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    const compilers = /^@fastify\/(?:ajv-compiler|fast-json-stringify-compiler)$/;
    onResolve({ filter: compilers }, ({ path }) => ({ path, namespace: 'left-out' }));
    onResolve({ filter: /^(?:light-my-request|semver|thread-stream)$/ }, ({ path }) => ({
      path,
      namespace: 'left-out',
    }));
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: compilers.test(path)
        ? "module.exports = () => () => { throw new Error('schemas are left out'); };"
        : `module.exports = new Proxy(class {}, {
            get() { throw new Error('${path} is left out'); },
            apply() { throw new Error('${path} is left out'); },
            construct() { throw new Error('${path} is left out'); },
          });`,
    }));
  },
};

/** The compiler as one file that imports nothing. */
function bundleCompiler() {
  return bundle({ compiler: 'compiler/entry-point.ts' }, 'dist', {
    plugins: [withoutTools],
    splitting: false,
    sourcemap: false,
    platform: 'neutral',
    external: [],
  });
}

/** The language server for a worker of a browser, and what runs tests there: two scripts that import nothing. */
function bundleBrowser() {
  const entryPoints = {
    'lsp-browser': 'cli/lsp/browser/serve.ts',
    'lsp-browser-job': 'cli/lsp/browser/job.ts',
  };
  return bundle(entryPoints, 'dist', {
    plugins: [englishOnly, withoutTools],
    alias: { yaml: bundling.alias.yaml },
    external: [],
    format: 'iife',
    splitting: false,
    sourcemap: false,
    platform: 'browser',
    target: 'es2022',
  });
}

/** The start of the command line: CommonJS, which Node loads sooner. */
async function bundleStart() {
  const start = await bundle({ cli: 'cli/cli.ts' }, 'dist', {
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    splitting: false,
    sourcemap: false,
  });
  // For those who name the file that is a module like all others.
  const module = fromRoot('dist/cli.js');
  await writeFile(module, "#!/usr/bin/env node\nimport './cli.cjs';\n");
  return [...start, module];
}

const vendored = Object.fromEntries(VENDORED.map((name) => [`vendor/${name}`, `entries/vendor/${name}.ts`]));
await removeOthers('dist', [
  ...(await writeMerged(
    root,
    'dist',
    await bundled({ ...ENTRY_POINTS, ...PROGRAMS }, 'dist', { write: false }),
  )),
  ...(await bundleStart()),
  ...(await bundlePortable()),
  ...(await bundleCompiler()),
  ...(await bundleBrowser()),
  ...(await bundleStudio(root, 'dist/studio', {
    ...bundling,
    plugins: [englishOnly, withoutTools, coreYaml],
  })),
  ...(await bundle(vendored, 'dist', {
    alias: {},
    banner: { js: REQUIRE },
    minify: true,
    sourcemap: false,
    plugins: [...bundling.plugins, withoutUnused],
  })),
]);
await removeOthers('dist-tools', await bundle(TOOLS, 'dist-tools'));
for (const file of ['cli.js', 'cli.cjs']) await chmod(fromRoot(`dist/${file}`), 0o755);

// Declarations take several times as long as all bundles, and only those who install the package read them.
if (process.argv.includes('--types')) {
  const { bundleTypes } = await import('./tools/package/bundle-types.mjs');
  await bundleTypes(root, { ...ENTRY_POINTS, compiler: 'compiler/entry-point.ts' });
}
