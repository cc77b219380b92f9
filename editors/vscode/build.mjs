// Writes editors/vscode/ferrule.vsix: the extension with the language server of dist/, which must be built before. A .vsix is a
// zip; with one date for all entries, two builds of the same sources are equal.
import { Buffer } from 'node:buffer';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { withoutTools } from '../../tools/package/without-tools.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = (path) => here(`../../${path}`);

/** The earliest year that a zip can say, by which no build differs from another. */
const MTIME = new Date(1980, 0, 1);

/** CommonJS in a module loads the modules of Node by `require`. */
const REQUIRE =
  "import { createRequire as ferruleRequire } from 'node:module'; const require = ferruleRequire(import.meta.url);";

await mkdir(here('dist'), { recursive: true });
const bundling = { bundle: true, platform: 'node', target: 'node20', minify: true, logLevel: 'warning' };
await build({
  ...bundling,
  entryPoints: { extension: here('src/extension.ts') },
  outdir: here('dist'),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  external: ['vscode'],
});
await build({
  ...bundling,
  entryPoints: { 'extension-web': here('src/extension-web.ts') },
  outdir: here('dist'),
  format: 'cjs',
  platform: 'browser',
  target: 'es2022',
  external: ['vscode'],
});
for (const file of ['lsp-browser.js', 'lsp-browser-job.js'])
  await copyFile(root(`dist/${file}`), here(`dist/${file}`));
// The server in two files, each with all that it needs: the extension has no packages.
await build({
  ...bundling,
  absWorkingDir: root(''),
  entryPoints: { lsp: 'cli/lsp/serve.ts', 'lsp-worker': 'cli/lsp/worker.ts' },
  outdir: here('dist'),
  format: 'esm',
  banner: { js: REQUIRE },
  alias: { yaml: root('node_modules/yaml/browser/dist/index.js') },
  plugins: [withoutTools],
  define: { FERRULE_BUILD: JSON.stringify('editor') },
});

const { version } = JSON.parse(await readFile(root('package.json'), 'utf8'));
const manifest = JSON.parse(await readFile(here('package.json'), 'utf8'));
const { name, displayName, description, publisher, engines, categories } = manifest;
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
const types = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".cjs" ContentType="application/javascript"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`;
const text = (value) => Buffer.from(value);
const entries = {
  'extension.vsixmanifest': text(vsixManifest),
  '[Content_Types].xml': text(types),
  'extension/package.json': text(`${JSON.stringify({ ...manifest, version }, null, 2)}\n`),
  'extension/LICENSE.txt': await readFile(root('LICENSE')),
};
const page = 'docs/reference/diagnostics.md';
entries[`extension/${page}`] = await readFile(root(page));
const FILES = [
  ...['extension.cjs', 'lsp.js', 'lsp-worker.js'],
  ...['extension-web.js', 'lsp-browser.js', 'lsp-browser-job.js'],
];
for (const file of FILES) entries[`extension/dist/${file}`] = await readFile(here(`dist/${file}`));
await writeFile(here('ferrule.vsix'), zipSync(entries, { mtime: MTIME, level: 9 }));
